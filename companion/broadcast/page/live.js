"use strict";
// Follows one table (?table=NAME) or all of a broker, over MQTT on websockets.
(() => {
  const { own, text, list, number } = Drawing;
  const { say, pick, make, header, table, show, section } = Parts;
  const SCHEMA = 1, LARGEST = 262144, LARGEST_OF_MANY = 65536, SILENT = 20000, MOST_TABLES = 2000, EVENING = "companion-hall/standings";
  const asked = new URLSearchParams(location.search);
  const name = asked.get("table") ?? "";
  const single = /^[\p{L}\p{N}_-]{1,100}$/u.test(name) ? name : "";
  const here = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/`;
  const address = /^wss?:\/\/[^\s]+$/.test(asked.get("broker") ?? "") ? asked.get("broker") : window.COMPANION_BROKER || here;
  const kinds = single ? ["online", "picture", "watch", "broadcast", "answer"] : ["online", "brief"];
  const tables = new Map(), most = single ? LARGEST : LARGEST_OF_MANY;
  let connection = "waiting", old = false, due = false, evening = null, client = null;

  // A message of this form; null for an empty one, undefined for what is ignored.
  function read(data) {
    if (!data.length) return null;
    if (data.length > most) return undefined;
    let message;
    try { message = JSON.parse(new TextDecoder().decode(data)); } catch { return undefined; }
    if (!message || typeof message !== "object" || Array.isArray(message)) return undefined;
    if (Number.isInteger(message.schema) && message.schema > SCHEMA) { old = true; later(); }
    return message.schema === SCHEMA ? message : undefined;
  }
  function take(topic, data) {
    if (topic === EVENING && !single) {
      const told = read(data);
      if (told !== undefined) { evening = told; later(); }
      return;
    }
    const [root, whose, kind, ...rest] = topic.split("/");
    if (root !== "companion" || rest.length || !kinds.includes(kind) || (single && whose !== single)) return;
    if (!tables.has(whose) && tables.size >= MOST_TABLES) return;
    const said = tables.get(whose) ?? new Map();
    const message = read(data);
    if (message === undefined) return;
    if (kind === "answer") return Asking.take(message, later);
    message ? said.set(kind, message) : said.delete(kind);
    tables.set(whose, said);
    later();
  }
  function later() {
    if (due) return;
    due = true;
    (document.hidden ? (work) => setTimeout(work, 50) : requestAnimationFrame)(() => { due = false; render(); });
  }
  function status() {
    if (old) return [say("The table is newer than this page: load the page anew from where it came from."), true];
    if (connection === "nobody") return [say("The broker cannot be reached at {address}; it needs a websockets listener.", { address }), true];
    if (connection === "lost") return [say("The connection is lost; it is being made again."), true];
    if (connection === "waiting") return [say("Waiting for the broker ..."), false];
    if (!single) return [say("Live"), false];
    const said = tables.get(single);
    if (!said?.has("watch")) return [say("This table has not said anything yet; the page waits for it."), false];
    return own(said.get("online"), "online") === true ? [say("Live"), false] : [say("Nobody plays at this table any more; this is what it said last."), true];
  }
  function render() {
    const [words, bad] = status();
    document.title = single || "Companion";
    if (!single) return show(header(say("All tables"), words, bad, render), hall());
    const said = tables.get(single), watch = said?.get("watch");
    const title = said?.get("picture") ? `${single}: ${pick(said.get("picture").title)}` : single;
    show(header(title, words, bad, render), watch ? table(watch, said.get("picture"), (board) => asking(said, board)) : make("main"), back());
  }
  // A table that takes commands says whether it broadcasts; only then is there something to ask.
  function asking(said, board) {
    if (!said.has("broadcast") || own(said.get("watch"), "over") === true) return { made: "", goals: [] };
    return Asking.part(said.get("watch"), said.get("picture"), board, (question) => client.publish(`companion/${single}/ask`, JSON.stringify(question)), render);
  }
  function back() {
    const there = new URLSearchParams(asked);
    there.delete("table");
    there.set("lang", Parts.language());
    return make("footer", {}, make("a", { href: `?${there}` }, say("All tables")));
  }
  // 7/2 as 3.5, thirds as they are.
  function amount(said) {
    const parts = /^(-?\d+)\/(2|4|5|10)$/.exec(said);
    return parts ? String(parts[1] / parts[2]) : said;
  }
  // Who sits there, if the hall says so.
  function player(whose, seat) {
    return text(own(own(own(evening, "players"), whose), text(own(seat, "seat"))), 100) || pick(own(seat, "name"), 40);
  }
  const columns = (...keys) => make("thead", {}, make("tr", {}, ...keys.map((key) => make("th", { scope: "col" }, say(key)))));
  function standings() {
    const best = list(own(evening, "standings"), 300);
    if (!best.length) return "";
    const body = best.map((one) => make("tr", { class: own(one, "out") === true ? "out" : "" },
      make("td", {}, String(number(own(one, "place")))),
      make("th", { scope: "row" }, text(own(one, "player"), 200), own(one, "out") === true ? ` (${say("out")})` : ""),
      ...[amount(text(own(one, "points"), 20)), number(own(one, "wins")), number(own(one, "matches"))].map((said) => make("td", {}, String(said)))));
    const all = Number.isInteger(evening.of) ? evening.of : 0;
    const more = all > best.length ? make("p", {}, say("The first {shown} of {all} players", { shown: best.length, all })) : "";
    const table = make("table", {}, columns("Place", "Player", "Points", "Wins", "Matches"), make("tbody", {}, ...body));
    return section(say(own(evening, "kind") === "knockout" ? "Knock-out" : "League"), "standings", table, more);
  }
  function hall() {
    const rows = [...tables].filter(([, said]) => said.has("brief")).map(([whose, said]) => [whose, said.get("brief"), own(said.get("online"), "online") === true]);
    rows.sort(([a, x], [b, y]) => Number(Boolean(y.question)) - Number(Boolean(x.question)) || a.localeCompare(b));
    if (!rows.length) return make("main", {}, section(say("All tables"), "hall", make("p", {}, say("No table has said anything here yet."))), standings());
    const body = rows.map(([whose, brief, there]) => {
      const link = new URLSearchParams(asked);
      link.set("table", whose);
      link.set("lang", Parts.language());
      const points = list(brief.seats, 30).map((seat) => `${player(whose, seat)} ${amount(text(own(seat, "points"), 20))}`).join(", ");
      return make("tr", { class: brief.question ? "waits" : "", "data-table": whose },
        make("th", { scope: "row" }, make("a", { href: `?${link}` }, whose), there ? "" : ` (${say("left")})`),
        make("td", {}, pick(brief.title, 80)), make("td", {}, pick(brief.turn, 120)), make("td", {}, points),
        make("td", {}, brief.question ? pick(brief.question) : "–"));
    });
    const waiting = rows.filter(([, brief]) => brief.question).length;
    return make("main", {}, section(say("All tables"), "hall", make("p", { role: "status" }, say("{tables} tables, {waiting} wait for an answer", { tables: rows.length, waiting })),
      make("table", {}, columns("Table", "Game", "Turn", "Points", "Waits for an answer"), make("tbody", {}, ...body))), standings());
  }
  // Mosquitto 2.0 leaves the rest of a message of more than 32 kB lying until its client says something again.
  const complete = () => !single || ["picture", "watch"].every((kind) => tables.get(single)?.has(kind));
  function nudge(client) { if (client.connected) client.sendPing(); }
  function start() {
    client = mqtt.connect(address, {
      protocolVersion: 5, clean: true, timerVariant: "native", reconnectPeriod: 1000, connectTimeout: 5000, keepalive: 0, resubscribe: false,
      properties: { maximumPacketSize: most },
    });
    // Any packet is a sign of life: the answer to a ping may wait behind data for long.
    let alive = performance.now(), told = alive;
    client.on("packetreceive", () => { alive = performance.now(); });
    client.on("connect", () => {
      connection = "live";
      alive = performance.now();
      client.subscribe([...kinds.map((kind) => `companion/${single || "+"}/${kind}`), ...(single ? [] : [EVENING])], { qos: 0 });
      later();
    });
    setInterval(() => { if (!complete() || performance.now() - told < 1000) nudge(client); }, 100);
    setInterval(() => {
      if (client.connected && performance.now() - alive > SILENT) client.stream.destroy();
      else nudge(client);
    }, 1000);
    client.on("message", (topic, data) => { told = performance.now(); take(topic, data); });
    client.on("close", () => { connection = connection === "live" || connection === "lost" ? "lost" : "nobody"; later(); });
    client.on("error", () => {});
  }
  render();
  try { start(); } catch { connection = "nobody"; render(); }
})();
