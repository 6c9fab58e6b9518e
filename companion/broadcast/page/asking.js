"use strict";
// May I? Asks the table what a seat may do now, and shows the answer until the table goes on.
const Asking = (() => {
  const { own, text, list } = Drawing;
  const { say, pick, make, section } = Parts;
  const PATIENCE = 5000;
  let seat = new URLSearchParams(location.search).get("seat") ?? "", state = "", marked = "", answer = null, id = "", at = -1, timer = 0;

  function forget() { clearTimeout(timer); state = marked = id = ""; answer = null; }
  // An answer that was meant for this page; others ask the same table.
  function take(said, changed) {
    if (!id || own(said, "id") !== id) return;
    clearTimeout(timer);
    id = "";
    state = own(said, "accepted") === true ? "told" : text(own(own(said, "reason"), "text"), 300);
    answer = own(said, "may");
    changed();
  }
  function ask(publish, changed) {
    forget();
    id = `page-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
    const mine = id;
    state = "asked";
    timer = setTimeout(() => { if (id === mine) { id = ""; state = "silent"; changed(); } }, PATIENCE);
    publish({ command: "may", seat, lang: Parts.language(), id });
    changed();
  }
  function chooser(seats, changed) {
    const buttons = seats.map((one) => {
      const name = text(own(one, "seat"), 40);
      return make("button", { "aria-pressed": String(name === seat), onclick: () => {
        seat = name;
        forget();
        const there = new URLSearchParams(location.search);
        there.set("seat", name);
        history.replaceState(null, "", `?${there}`);
        changed();
      } }, pick(own(one, "name"), 40));
    });
    return make("div", { class: "controls", role: "group", "aria-label": say("Your seat") }, ...buttons);
  }
  function told(board, looks, changed) {
    const kinds = list(own(answer, "kinds"), 60).map((kind) => make("li", {}, text(own(kind, "text"), 200)));
    const places = Object.entries(own(answer, "places") ?? {}).slice(0, 100).map(([place, goals]) => {
      const named = list(goals, 200).map((goal) => board.name(text(goal, 40))).join(", ");
      const lies = board.inWords(list(own(looks, place), 60).map((word) => text(word)));
      return make("li", {}, make("button", { "data-place": place, "aria-pressed": String(place === marked), onclick: () => { marked = marked === place ? "" : place; changed(); } },
        `${board.name(place)} (${lies}): ${named}`));
    });
    return [make("ul", { class: "kinds" }, ...(kinds.length ? kinds : [make("li", {}, say("Nothing now"))])), make("ul", { class: "plain goals" }, ...places)];
  }
  // The section, and the places to mark on the board.
  function part(watch, picture, board, publish, changed) {
    if (own(watch, "entries") !== at) { at = own(watch, "entries"); forget(); }
    const seats = list(own(picture, "seats"), 30);
    if (!board || !seats.length) return { made: "", goals: [] };
    const known = seats.some((one) => own(one, "seat") === seat);
    const button = make("button", { class: "ask", onclick: () => ask(publish, changed), ...(known ? {} : { disabled: "" }) }, say("What may I do?"));
    const words = { asked: say("Asked ..."), silent: say("The table does not answer; perhaps it lets nobody ask from here."), told: "", "": known ? "" : say("Say first where you sit.") }[state] ?? state;
    const found = state === "told" ? told(board, watch.looks ?? {}, changed) : [];
    const made = section(say("May I?"), "may", chooser(seats, changed), button, make("div", { role: "status" }, words, ...found));
    return { made, goals: marked ? [marked, ...list(own(own(answer, "places"), marked), 200).map((goal) => text(goal, 40))] : [] };
  }
  return { part, take, forget };
})();
