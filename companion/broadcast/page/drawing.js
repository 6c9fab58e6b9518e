"use strict";
// Draws a table from its picture (where cells lie, how pieces are drawn) and its looks (what lies where).
// Everything comes over the network: numbers, colours and paths are checked, words only ever become text.
const Drawing = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const CARD = "fbf8ef", BACK = "4b5f8a", CELL = "e5d9bd", SLOT = "3a4a5c", INK = "1b1b1b";
  const SHAPES = {
    circle: [{ fill: "M-.9 0A.9 .9 0 1 1 .9 0A.9 .9 0 1 1 -.9 0Z" }],
    disc: [{ fill: "M-.8 0A.8 .8 0 1 1 .8 0A.8 .8 0 1 1 -.8 0Z" }],
    square: [{ fill: "M-.8 -.8H.8V.8H-.8Z" }],
    triangle: [{ fill: "M0 -.95L.95 .8H-.95Z" }],
    diamond: [{ fill: "M0 -.98L.98 0L0 .98L-.98 0Z" }],
    hexagon: [{ fill: "M0 -.98L.85 -.49V.49L0 .98L-.85 .49V-.49Z" }],
    star: [{ fill: "M0 -1L.29 -.4L.95 -.31L.48 .15L.59 .81L0 .5L-.59 .81L-.48 .15L-.95 -.31L-.29 -.4Z" }],
  };
  const ARROW = "M0 -.85L.75 -.05H.3V.85H-.3V-.05H-.75Z", QUARTERS = { up: 0, right: 1, down: 2, left: 3 };
  const GAP = 0.03, SHOULDER = 0.2, TIP = 0.44; // between the board's edge and an arrow, where the arrow narrows and ends, in steps
  const LETTER = 0.62; // the width of a letter, in heights of letters
  const QUARTER = "M0 0V-1H1V0Z"; // the land round a point where a picture has no coast of its own
  const PATH = /^[MmLlHhVvCcSsQqTtAaZz0-9 .,-]{1,4000}$/;
  const own = (object, key) => (object && typeof object === "object" && Object.hasOwn(object, key) ? object[key] : undefined);
  const text = (value, longest = 300) => (typeof value === "string" ? value.slice(0, longest) : "");
  const number = (value) => (Number.isFinite(value) && Math.abs(value) < 1000 ? value : 0);
  const list = (value, most = 1000) => (Array.isArray(value) ? value.slice(0, most) : []);

  function node(name, attributes = {}, parent = null) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (parent) parent.append(made);
    return made;
  }
  function colour(name, picture, otherwise) {
    const code = own(picture.colours, name) ?? name;
    return typeof code === "string" && /^[0-9a-f]{6}$/.test(code) ? `#${code}` : `#${otherwise}`;
  }
  function inkOn(code) {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(code.slice(at, at + 2), 16) / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#1b1b1b" : "#f5f3ec";
  }
  function bare(piece) { return text(piece).replace(/ (lying|turned)$/, ""); }

  class Board {
    // picture: the message; pick(said): the text of the chosen language
    constructor(picture, pick) {
      this.picture = picture;
      this.pick = pick;
      this.seats = new Map(list(picture.seats, 30).map((seat) => [text(own(seat, "seat")), seat]));
      this.cells = new Map(list(picture.cells, 2000).map((cell) => {
        const [x = 0, y = 0, w = 0, h = 0, turn = 0] = list(own(cell, "at"), 5).map(number);
        const [width, height] = turn % 2 ? [h, w] : [w, h];
        return [text(own(cell, "cell")), { x, y: -y, width, height, turn, kind: own(cell, "kind"), name: own(cell, "name") }];
      }));
      this.directions = list(picture.directions, 12).map((one) => list(one, 5)).map(([tint, ...at]) => {
        const [x, y, dx, dy] = [0, 1, 2, 3].map((i) => number(at[i]));
        return { tint: text(tint), x: x + GAP * dx, y: -y - GAP * dy, dx, dy: -dy };
      });
      this.rim = this.onRim();
      this.svg = node("svg", { role: "img" });
    }
    // The first cell of each row, and of squares the lowest of each column: by their names people find the others.
    onRim() {
      const first = new Map();
      for (const [name, { kind, x, y }] of this.cells) {
        if (kind === "slot") continue;
        const row = `row ${Math.round(4 * y)}`, column = `column ${Math.round(4 * x)}`;
        if (!first.has(row) || x < this.cells.get(first.get(row)).x) first.set(row, name);
        if (kind === "square" && (!first.has(column) || y > this.cells.get(first.get(column)).y)) first.set(column, name);
      }
      return new Set(first.values());
    }
    name(cell) { return this.pick(this.cells.get(cell)?.name ?? cell); }
    word(piece) { return piece === "?" ? "?" : this.pick(own(this.picture.words, bare(piece)) ?? bare(piece)); }
    rule(kind, piece) {
      const rules = own(this.picture.drawing, kind);
      return own(rules, text(piece)) ?? own(rules, bare(piece)) ?? own(rules, bare(piece).split(" ")[0]);
    }
    draw(looks, marked, label, goals = []) {
      const boxes = [...this.cells.values()];
      const west = Math.min(0, ...boxes.map((c) => c.x - c.width / 2)) - 0.2, east = Math.max(1, ...boxes.map((c) => c.x + c.width / 2)) + 0.2;
      const north = Math.min(0, ...boxes.map((c) => c.y - c.height / 2)) - 0.2, south = Math.max(1, ...boxes.map((c) => c.y + c.height / 2)) + 0.2;
      this.svg.setAttribute("viewBox", `${west} ${north} ${east - west} ${south - north}`);
      this.svg.setAttribute("aria-label", label);
      this.svg.replaceChildren();
      this.cloth(west, north, east - west, south - north);
      const over = new Set(marked), open = new Set(goals);
      for (const [name, cell] of this.cells) this.cell(name, cell, list(own(looks, name), 60).map((word) => text(word)), over.has(name), open.has(name));
      this.directions.forEach((one) => this.direction(one));
      this.seats.forEach((seat, name) => this.owner(seat, name));
    }
    // Whose the slots are: the sign of the seat on the first of them.
    owner(seat, name) {
      const hands = [name, `${name}l`, `${name}r`];
      const found = [...this.cells].find(([cell, { kind }]) => kind === "slot" && hands.includes(cell.split(":")[1]));
      if (!found) return;
      const { x, y, width, height } = found[1], room = Math.min(width, height), paint = colour(text(own(seat, "colour")), this.picture, CARD);
      const sign = node("g", { transform: `translate(${x + width / 2 - 0.15 * room} ${y + height / 2 - 0.15 * room}) scale(${0.25 * room})`, "data-seat": name }, this.svg);
      this.shape(sign, text(own(seat, "shape")) || "circle", paint);
      this.label(sign, String(number(own(seat, "number")) || ""), 0.9, inkOn(paint), 0.1);
    }
    // What lies under all places, repeated.
    cloth(x, y, width, height) {
      const cloth = own(this.picture.drawing, "cloth");
      if (!cloth) return;
      const pattern = node("pattern", { id: "cloth", width: 1.6, height: 1.6, patternUnits: "userSpaceOnUse", viewBox: "-1 -1 2 2" }, this.svg);
      node("rect", { x: -1, y: -1, width: 2, height: 2, fill: colour(own(cloth, "colour"), this.picture, SLOT) }, pattern);
      if (own(cloth, "shape")) this.shape(pattern, cloth.shape, `#${SLOT}`, true);
      node("rect", { x, y, width, height, rx: 0.1, fill: "url(#cloth)" }, this.svg);
    }
    // An arrow beside the board in the colour by which cards name a direction, with the letter that they bear.
    direction({ tint, x, y, dx, dy }) {
      const paint = colour(tint, this.picture, "a9b4c0"), half = 0.22;
      const corners = [[0, half], [SHOULDER, half], [TIP, 0], [SHOULDER, -half], [0, -half]]
        .map(([far, wide]) => [x + far * dx - wide * dy, y + far * dy + wide * dx]);
      const group = node("g", { "data-direction": tint }, this.svg);
      node("title", {}, group).textContent = this.word(tint);
      node("polygon", { points: corners.map((corner) => corner.join(" ")).join(" "), fill: paint }, group);
      const middle = node("g", { transform: `translate(${x + 0.8 * SHOULDER * dx} ${y + 0.8 * SHOULDER * dy})` }, group);
      this.label(middle, [...this.word(tint)][0]?.toUpperCase() ?? "", 0.22, inkOn(paint), 0.02);
    }
    cell(name, cell, look, marked, goal) {
      const [base, ...pieces] = look.length ? look : [""];
      const group = node("g", { transform: `translate(${cell.x} ${cell.y})` }, this.svg);
      group.dataset.cell = name;
      node("title", {}, group).textContent = `${this.name(name)}: ${this.inWords(look)}`;
      this.ground(group, cell, base || text(own(this.picture.ground, name)), name);
      this.pieces(group, cell, pieces);
      if (this.rim.has(name) && !pieces.length) this.caption(group, cell, name, base);
      if (goal) this.outline(group, cell, { fill: "none", stroke: "#f6c51b", "stroke-width": 0.09, "stroke-dasharray": "0.2 0.1", "data-goal": "1" });
      if (marked) this.outline(group, cell, { fill: "none", stroke: "#e8352c", "stroke-width": 0.07, "data-marked": "1" });
    }
    outline(group, cell, attributes) {
      const w = cell.width / 2 - 0.015, h = cell.height / 2 - 0.015;
      if (cell.kind !== "hex") return node("rect", { x: -w, y: -h, width: Math.max(0, 2 * w), height: Math.max(0, 2 * h), rx: 0.04, ...attributes }, group);
      const corners = h >= w ? [[0, -h], [w, -h / 2], [w, h / 2], [0, h], [-w, h / 2], [-w, -h / 2]]
        : [[-w, 0], [-w / 2, -h], [w / 2, -h], [w, 0], [w / 2, h], [-w / 2, h]];
      return node("polygon", { points: corners.map((c) => c.join(" ")).join(" "), ...attributes }, group);
    }
    ground(group, cell, base, name) {
      const drawing = this.picture.drawing;
      const rule = base ? this.rule("base", base) : undefined;
      const plain = cell.kind === "slot" ? colour(own(drawing, "slot"), this.picture, SLOT) : colour(own(drawing, this.chequered(cell) ? "chequer" : "ground"), this.picture, CELL);
      this.outline(group, cell, { fill: rule && own(rule, "fill") ? colour(rule.fill, this.picture, CELL) : plain });
      const printed = own(own(drawing, "cell"), name), room = () => node("g", { transform: `scale(${Math.min(cell.width, cell.height) / 2})` }, group);
      if (printed) this.shape(room(), printed, `#${CARD}`, true);
      if (!base) return;
      if (own(rule, "shape")) this.shape(room(), rule.shape, colour(own(rule, "colour"), this.picture, CARD));
      if (own(rule, "corners")) this.corners(group, base, rule, cell.width * 0.97, cell.height * 0.97);
      const ring = own(rule, "ring") ?? (rule ? undefined : bare(base));
      if (!ring) return;
      const dash = own(rule, "broken") === true ? { "stroke-dasharray": cell.width * 0.42 * Math.PI / 8 } : {};
      node("circle", { r: cell.width * 0.42, fill: "none", stroke: colour(ring, this.picture, "a9b4c0"), "stroke-width": 0.1, ...dash }, group);
    }
    chequered(cell) {
      return cell.kind === "square" && own(this.picture.drawing, "chequer") !== undefined && (Math.round(cell.x) + Math.round(cell.y)) % 2 !== 0;
    }
    // A picture of points, "x./.x", the northern row first: land round the corners of squares, as large as fits.
    corners(group, word, rule, width, height) {
      const [picture, symbol = ""] = (bare(word).split(" ")[1] ?? "").split(":");
      const rows = picture.split("/").slice(0, 3).map((row) => row.slice(0, 3));
      const columns = Math.max(1, rows[0].length - 1), lines = Math.max(1, rows.length - 1);
      const side = Math.min(width / columns, height / lines);
      for (let j = 0; j < lines; j += 1) {
        for (let i = 0; i < columns; i += 1) {
          const at = `translate(${(i + 0.5 - columns / 2) * side} ${(j + 0.5 - lines / 2) * side}) scale(${side / 2 + 0.005})`;
          const square = node("g", { transform: at }, group);
          const point = (x, y) => rows[j + y]?.[i + x] ?? ".";
          this.land(square, rule, [point(1, 0), point(1, 1), point(0, 1), point(0, 0)]);
          if (symbol && !i && !j) this.shape(node("g", { transform: "scale(.5)" }, square), symbol, "#1b1b1b");
        }
      }
    }
    land(square, rule, points) { // the points clockwise from the north-east
      const coast = own(this.picture.drawing, "coast");
      const fill = (point) => colour(own(rule.corners, point), this.picture, CELL);
      const paint = (path, quarter, point) => text(path) && PATH.test(path) && node("path", { d: path, transform: `rotate(${90 * quarter})`, fill: fill(point) }, square);
      const all = points.every((point) => point === points[0]) ? points[0] : ".";
      node("rect", { x: -1, y: -1, width: 2, height: 2, fill: fill(all) }, square);
      points.forEach((point, quarter) => {
        if (point === "." || all !== ".") return;
        paint(own(coast, "corner") ?? QUARTER, quarter, point);
        if (points[(quarter + 1) % 4] === point) paint(own(coast, "side"), quarter, point);
      });
    }
    caption(group, cell, name, base) {
      const fill = own(base ? this.rule("base", base) : undefined, "fill");
      const ink = fill ? inkOn(colour(fill, this.picture, CELL)) : colour(own(this.picture.drawing, "ink"), this.picture, "6b5d3f");
      const said = this.name(name), size = Math.min(0.19, (cell.width * 0.86) / (LETTER * Math.max(1, said.length)));
      if (size < 0.1) return; // nobody could read it; the place says its name to a pointer and to a screen reader
      const edge = { stroke: inkOn(ink), "stroke-width": 0.03, "paint-order": "stroke" };
      const label = node("text", { x: -cell.width * 0.4, y: -cell.height * (cell.kind === "hex" ? 0.24 : 0.34), "font-size": size, fill: ink, ...edge }, group);
      label.textContent = said;
    }
    pieces(group, cell, pieces) {
      const counted = new Map();
      for (const piece of pieces) counted.set(piece, (counted.get(piece) ?? 0) + 1);
      const side = Math.ceil(Math.sqrt(counted.size)) || 1;
      const room = Math.min(cell.width, cell.height) / side;
      [...counted].forEach(([piece, count], index) => {
        const x = ((index % side) + 0.5 - side / 2) * room, y = (Math.floor(index / side) + 0.5 - Math.ceil(counted.size / side) / 2) * room;
        const place = node("g", { transform: `translate(${x} ${y}) scale(${room * (side > 1 ? 0.46 : 0.4)})` }, group);
        this.piece(place, piece, cell, room);
        if (count > 1) this.label(place, `×${count}`, 0.7, "#1b1b1b", 0.75, "#fff");
      });
    }
    piece(place, piece, cell, room) {
      const arrows = own(this.picture.printed, piece);
      if (arrows) return this.arrows(place, list(arrows, 4), cell.turn);
      const rule = this.rule("piece", piece) ?? {};
      const words = bare(piece).split(" "), last = words[words.length - 1];
      const seat = this.seats.get(last);
      const said = this.word(piece);
      if (/ lying$/.test(piece) && seat && !own(rule, "shape")) place.setAttribute("transform", `${place.getAttribute("transform")} rotate(90)`);
      if (own(rule, "corners") && words.length === 1) return this.card(place, BACK, "");
      if (own(rule, "corners")) return this.corners(place, piece, rule, 1.9 * Math.max(1, cell.width / room), 1.9 * Math.max(1, cell.height / room));
      let shape = own(rule, "shape") ?? (seat && words.length > 1 ? "seat" : "card");
      if (shape === "back" || piece === "?") return this.card(place, BACK, piece === "?" ? "?" : own(rule, "label") ? said : "");
      if (shape === "card") return this.symbol(place, rule, last) || this.card(place, CARD, said);
      let code = own(rule, "colour") ?? "word";
      if (shape === "seat") [shape, code] = [text(own(seat, "shape")) || "circle", "seat"];
      if (code === "word") code = own(this.picture.colours, last) ?? (seat ? "seat" : CARD);
      const paint = colour(code === "seat" ? text(own(seat, "colour")) : code, this.picture, CARD);
      if (own(rule, "token") === true) {
        node("circle", { r: 0.95, fill: `#${CARD}`, stroke: `#${INK}`, "stroke-width": 0.08 }, place);
        return this.shape(node("g", { transform: "scale(.62)" }, place), shape, paint);
      }
      this.shape(place, shape, paint);
      const label = own(rule, "label") ?? (Object.keys(rule).length ? "" : "number");
      const letters = label === "number" ? String(number(own(seat, "number")) || "") : label === "initial" ? [...this.pick(own(this.picture.words, last) ?? last)][0]?.toUpperCase() ?? "" : label === "word" ? said : "";
      if (letters) this.label(place, letters, own(rule, "low") === true ? 0.7 : 0.9, inkOn(paint), own(rule, "low") === true ? 0.45 : 0.1);
    }
    // flat: without edges, as printed on the board
    shape(place, name, paint, flat = false) {
      const parts = list(own(own(this.picture.drawing, "shape"), name) ?? own(SHAPES, name) ?? SHAPES.circle, 8);
      for (const part of parts) {
        for (const [how, path] of Object.entries(part ?? {})) {
          if (typeof path !== "string" || !PATH.test(path)) continue;
          if (how === "line") {
            node("path", { d: path, fill: "none", stroke: "#1b1b1b", "stroke-width": 0.24, "stroke-linejoin": "round" }, place);
            node("path", { d: path, fill: "none", stroke: paint, "stroke-width": 0.15, "stroke-linejoin": "round" }, place);
          } else {
            const fill = how === "fill" ? paint : how === "paper" ? colour(CARD, this.picture, CARD) : colour(how, this.picture, CARD);
            node("path", { d: path, fill, stroke: flat || how === "paper" ? "none" : "#1b1b1b", "stroke-width": 0.06 }, place);
          }
        }
      }
    }
    symbol(place, rule, card) {
      if (own(rule, "symbol") !== true) return false;
      const at = card.lastIndexOf("-"), shapes = own(this.picture.drawing, "shape");
      const [name, tint] = own(shapes, card) ? [card, "grey"] : [card.slice(0, at), card.slice(at + 1)];
      if (!own(shapes, name)) return false;
      node("rect", { x: -1.1, y: -1.1, width: 2.2, height: 2.2, rx: 0.2, fill: own(shapes, card) ? "#f0a02c" : `#${CARD}`, stroke: "#1b1b1b", "stroke-width": 0.06 }, place);
      this.shape(node("g", { transform: "scale(.9)" }, place), name, colour(tint, this.picture, "5b7ba0"));
      return true;
    }
    card(place, paint, words) {
      node("rect", { x: -0.95, y: -1.1, width: 1.9, height: 2.2, rx: 0.15, fill: `#${paint}`, stroke: `#${INK}`, "stroke-width": 0.06 }, place);
      const lines = words.split(/[ /]/).filter(Boolean).slice(0, 5);
      const size = Math.min(0.5, 2.5 / Math.max(1, ...lines.map((line) => line.length)), 1.9 / Math.max(1, lines.length));
      lines.forEach((line, i) => this.label(place, line, size, inkOn(`#${paint}`), (i + 0.75 - lines.length / 2) * size * 1.1));
    }
    // What is printed on a card that people know by its arrows, from top to bottom.
    arrows(place, arrows, turn) {
      this.card(place, CARD, "");
      const side = Math.min(1.5, 2 / Math.max(1, arrows.length));
      arrows.forEach((arrow, i) => {
        const [pattern, tint] = list(arrow, 2).map((word) => text(word));
        const ground = colour(tint, this.picture, CARD), ink = inkOn(ground);
        const at = node("g", { transform: `translate(0 ${(i + 0.5 - arrows.length / 2) * side}) scale(${side / 2})` }, place);
        node("rect", { x: -1, y: -1, width: 2, height: 2, fill: ground }, at);
        if (/^\d{1,2}$/.test(pattern)) this.label(at, pattern, 1.5, ink, 0.15);
        else if (own(QUARTERS, pattern) === undefined) node("circle", { r: 0.55, fill: ink }, at);
        else node("path", { d: ARROW, fill: ink, transform: `rotate(${90 * (QUARTERS[pattern] + turn)})`, "data-arrow": pattern }, at);
      });
    }
    label(place, words, size, ink, y, ground) {
      if (ground) node("circle", { cx: 0.65, cy: y - size * 0.3, r: size * 0.8, fill: ground }, place);
      const label = node("text", { x: ground ? 0.65 : 0, y: ground ? y : y + size * 0.25, "font-size": size, "text-anchor": "middle", "font-weight": 700, fill: ink }, place);
      label.textContent = words;
    }
    inWords([base, ...pieces]) {
      return [base, ...pieces].filter(Boolean).map((word) => this.word(word)).join(", ");
    }
  }
  return { Board, node, own, text, number, list };
})();
