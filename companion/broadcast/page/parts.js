"use strict";
// The parts of the page: what a table says, as text in the chosen language. Knows no network.
const Parts = (() => {
  const { own, text, number, list, node, Board } = Drawing;
  const LANGUAGES = Object.keys(COMPANION_TEXTS);
  const NAMES = { en: "English", uk: "Українська", ru: "Русский" };
  const wanted = new URLSearchParams(location.search).get("lang") ?? (navigator.language ?? "en").slice(0, 2);
  let language = LANGUAGES.includes(wanted) ? wanted : "en";

  const say = (key, facts = {}) => (COMPANION_TEXTS[language][key] ?? key).replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "…");
  function pick(said, longest = 600) {
    if (typeof said === "string") return said.slice(0, longest);
    return text(own(said, language) ?? own(said, "en"), longest);
  }
  function make(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) key === "onclick" ? made.addEventListener("click", value) : made.setAttribute(key, value);
    made.append(...children);
    return made;
  }
  const section = (title, kind, ...children) => make("section", { class: kind, "aria-label": title }, make("h2", {}, title), ...children);

  function languages(changed) {
    const buttons = LANGUAGES.map((code) => make("button", {
      lang: code, "aria-pressed": String(code === language), onclick: () => { language = code; document.documentElement.lang = code; changed(); },
    }, NAMES[code]));
    return make("nav", { "aria-label": say("Language"), class: "controls" }, ...buttons);
  }
  function header(title, status, bad, changed) {
    return make("header", {}, make("h1", {}, title), make("span", { class: bad ? "status bad" : "status", role: "status" }, status), languages(changed));
  }
  function mark(seat) {
    const code = text(own(seat, "colour"));
    const made = make("span", { class: "mark" }, String(number(own(seat, "number")) || ""));
    if (/^[0-9a-f]{6}$/.test(code)) {
      made.style.background = `#${code}`;
      made.style.color = parseInt(code.slice(2, 4), 16) > 120 ? "#1b1b1b" : "#fff";
    }
    return made;
  }
  function scores(watch, picture) {
    const seats = new Map(list(own(picture, "seats"), 30).map((seat) => [text(own(seat, "seat")), seat]));
    const rows = list(watch.scores, 30).map((score) => {
      const seat = seats.get(text(own(score, "seat")));
      const lines = list(own(score, "lines"), 60).map((line) => make("li", {}, `${text(list(line)[0], 20)}: ${pick(list(line)[1])}`));
      return make("li", { class: "score" }, seat ? mark(seat) : "", make("span", {}, pick(own(seat, "name") ?? own(score, "seat"))),
        make("span", { class: "points" }, text(own(score, "points"), 20)), make("ul", { class: "lines plain" }, ...lines));
    });
    return section(pick(own(watch, "scored")) || say("Points"), "scores", make("ul", { class: "plain" }, ...rows));
  }
  function ruling(watch) {
    const found = watch.ruling;
    const kind = text(own(found, "kind"), 20).replace(/\W/g, "");
    const body = found ? [make("strong", {}, pick(found.title)), "\n", pick(found.text, 2000)] : ["–"];
    return section(say("Latest ruling"), `ruling ${kind}`, make("div", { role: "status" }, ...body));
  }
  function turn(watch) {
    const counters = Object.entries(watch.counters && typeof watch.counters === "object" ? watch.counters : {});
    const counted = counters.slice(0, 5).map(([key, value]) => `${say(key === "sun" ? "Sun disc" : "Round")}: ${number(value)}`);
    return section(say("Turn"), "now", make("div", { class: "turn", role: "status" }, pick(watch.turn)), make("div", {}, pick(watch.expected)),
      make("div", { class: "counters" }, counted.join(" · ")), ...list(watch.forecast, 20).map((line) => make("div", { class: "forecast" }, pick(line))));
  }
  function question(watch) {
    if (!watch.question) return "";
    const choices = list(watch.question.choices, 20).map((choice) => make("li", {}, pick(choice)));
    return section(say("The referee asks"), "question", make("div", {}, pick(watch.question.text)), make("ul", {}, ...choices));
  }
  function toDo(watch) {
    const lines = list(watch.to_do, 20).map((line) => make("li", {}, pick(own(line, "text"))));
    return lines.length ? section(say("To be done by hand"), "todo", make("ul", {}, ...lines)) : "";
  }
  function history(watch) {
    const lines = list(watch.history, 200).map((line) => {
      const at = number(own(line, "at")), clock = `${Math.floor(at / 60)}:${String(Math.floor(at % 60)).padStart(2, "0")}`;
      return make("li", { class: own(line, "undone") ? "undone" : "", value: number(own(line, "number")) }, `${clock} ${pick(own(line, "text"))}`);
    });
    const made = make("ol", { class: "history", tabindex: "0", "aria-label": say("History"), reversed: "" }, ...lines.reverse());
    return section(say("History"), "past", made);
  }
  function axis(totem) {
    const marks = list(totem.axis, 60).map((mark) => ({ ms: Number.isFinite(own(mark, "ms")) ? Math.max(-60000, Math.min(60000, mark.ms)) : 0, text: pick(own(mark, "text")), seat: text(own(mark, "seat"), 20) }));
    if (!marks.length) return "";
    const first = Math.min(0, ...marks.map((m) => m.ms)), last = Math.max(1, ...marks.map((m) => m.ms));
    const at = (ms) => 30 + ((ms - first) / (last - first)) * 540;
    const svg = node("svg", { viewBox: `0 0 600 ${44 + marks.length * 20}`, class: "axis", role: "img", "aria-label": `${say("Time axis in milliseconds")}: ${marks.map((m) => m.text).join("; ")}` });
    node("line", { x1: 20, x2: 580, y1: 20, y2: 20, stroke: "#f5f3ec", "stroke-width": 2 }, svg);
    node("line", { x1: at(0), x2: at(0), y1: 8, y2: 32, stroke: "#f6c51b", "stroke-width": 3 }, svg);
    marks.forEach((m, i) => { // a numbered dot on the axis, and what it means below
      const dot = (x, y) => {
        node("circle", { cx: x, cy: y, r: 9, fill: m.seat ? "#9cc7ff" : "#f08a1d", stroke: "#12181f" }, svg);
        node("text", { x, y: y + 4.5, "font-size": 13, "font-weight": 700, fill: "#12181f", "text-anchor": "middle", class: "dot" }, svg).textContent = String(i + 1);
      };
      dot(at(m.ms), 20);
      dot(12, 50 + i * 20);
      node("text", { x: 28, y: 55 + i * 20, "font-size": 14, fill: "#f5f3ec", class: "mark-text" }, svg).textContent = `${m.ms} ms: ${m.text}`;
    });
    return svg;
  }
  function verdict(watch) {
    const totem = watch.totem;
    if (!totem) return "";
    const lines = list(totem.lines, 60).map((line) => make("li", {}, pick(line)));
    const ways = list(totem.ways, 10).map((way) => make("li", {}, pick(way)));
    return section(say("Totem verdict"), "verdict", make("div", { class: "turn", role: "status" }, pick(totem.headline)), axis(totem), make("ul", {}, ...lines), make("ul", { class: "ways" }, ...ways));
  }
  function inWords(board, looks) {
    const cells = [...board.cells.keys()].filter((cell) => list(own(looks, cell)).length);
    const lines = cells.map((cell) => make("li", {}, `${board.name(cell)}: ${board.inWords(list(own(looks, cell), 60).map((word) => text(word)))}`));
    return make("details", {}, make("summary", {}, say("The board in words")), make("ul", {}, ...lines));
  }
  // ``asking``: gives what stands beside the points for this board, and the places to mark.
  function table(watch, picture, asking = () => ({ made: "", goals: [] })) {
    const board = picture ? new Board(picture, pick) : null;
    const parts = [], { made: may, goals } = asking(board);
    if (board) {
      const marked = [...list(own(watch.ruling, "cells")), ...list(own(watch.question, "cells"))].map((cell) => text(cell));
      board.draw(watch.looks ?? {}, watch.ruling && ["refused", "unclear", "unknown"].includes(watch.ruling.kind) || watch.question ? marked : [], say("Board"), goals);
      parts.push(section(say("Board"), "board", board.svg, inWords(board, watch.looks ?? {})));
    }
    const side = make("div", { class: "side" }, ...[question(watch), turn(watch), may, ruling(watch), verdict(watch), toDo(watch), scores(watch, picture), history(watch)].filter(Boolean));
    return make("main", { class: "table" }, ...parts, side);
  }
  // Rebuilding a page must not take the keyboard or an opened part away from who uses it.
  function show(...parts) {
    const open = [...document.querySelectorAll("details")].map((one) => one.open);
    const focusable = "button, a, summary, input, [tabindex]";
    const at = [...document.querySelectorAll(focusable)].indexOf(document.activeElement);
    const scrolled = document.querySelector(".history")?.scrollTop ?? 0;
    document.body.replaceChildren(...parts);
    document.querySelectorAll("details").forEach((one, i) => { one.open = open[i] ?? false; });
    if (at >= 0) document.querySelectorAll(focusable)[at]?.focus({ preventScroll: true });
    const past = document.querySelector(".history");
    if (past) past.scrollTop = scrolled;
  }
  document.documentElement.lang = language;
  return { say, pick, make, header, table, show, section, language: () => language };
})();
