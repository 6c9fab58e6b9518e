"use strict";
// Plays a match that stands in the page itself, moment by moment: entries, refusals, verdicts about the totem.
(() => {
  const { say, pick, make, header, table, show } = Parts;
  const { picture, history, frames } = COMPANION_MATCH;
  const PACE = 1500; // milliseconds for an entry
  const last = frames.length - 1;
  const whole = [];
  for (const frame of frames) {
    const before = whole[whole.length - 1] ?? { looks: {} };
    const looks = { ...before.looks };
    for (const [cell, look] of Object.entries(frame.looks)) look ? looks[cell] = look : delete looks[cell];
    whole.push({ ...before, ...frame, looks });
  }
  const wanted = parseInt(location.hash.slice(1), 10) || 0;
  let at = Math.max(0, whole.findIndex((frame) => frame.entry >= wanted)), timer = null;

  function go(number) {
    at = Math.max(0, Math.min(last, number));
    if (at === last) stop();
    render();
  }
  function stop() { clearInterval(timer); timer = null; }
  function play() {
    if (timer) { stop(); return render(); }
    if (at === last) at = 0;
    timer = setInterval(() => go(at + 1), PACE);
    render();
  }
  function controls() {
    const place = say("Entry {number} of {all}", { number: whole[at].entry, all: whole[last].entry });
    const slider = make("input", { type: "range", min: 0, max: last, value: at, "aria-label": place });
    slider.addEventListener("input", () => go(Number(slider.value)));
    const button = (key, work, off) => make("button", { onclick: work, ...(off ? { disabled: "" } : {}) }, say(key));
    return make("nav", { class: "controls", "aria-label": say("Replay"), style: "padding:.6rem 1rem" },
      button("First", () => go(0), at === 0), button("Back", () => go(at - 1), at === 0),
      button(timer ? "Pause" : "Play", play), button("On", () => go(at + 1), at === last), button("Last", () => go(last), at === last),
      slider, make("span", { class: "place", role: "status" }, place));
  }
  function render() {
    document.title = pick(picture.title);
    const shown = { ...whole[at], history: history.slice(0, whole[at].entry) };
    show(header(pick(picture.title), say("Replay"), false, render), controls(), table(shown, picture));
  }
  document.addEventListener("keydown", (event) => {
    if (event.target.tagName === "INPUT") return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) { event.preventDefault(); go(at + step); }
  });
  render();
})();
