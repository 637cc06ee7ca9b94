"use strict";
// What the data mean is told in tree.py.
const data = JSON.parse(document.getElementById("game").textContent);
const nodes = data.nodes;
const at = (id) => document.getElementById(id);
const children = nodes.map(() => []);
nodes.forEach((node, number) => { if (node.p >= 0) children[node.p].push(number); });

let current = 0;
let line = [];
let timer = 0;

function pathTo(number) {
  const path = [];
  for (let n = number; n >= 0; n = nodes[n].p) path.push(n);
  return path.reverse();
}

function lineThrough(number) {
  const path = pathTo(number);
  for (let n = number; children[n].length; ) path.push(n = children[n][0]);
  return path;
}

function position(number) {
  const seen = { faces: [], labels: [] };
  const kind = at("territory").checked ? "o" : "d";
  for (const n of pathTo(number)) {
    const node = nodes[n], changed = node[kind] || [];
    for (let i = 0; i < changed.length; i += 2) seen.faces[changed[i]] = changed[i + 1];
    seen.labels = node.w || seen.labels;
  }
  return seen;
}

function element(name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  return made;
}

function use(id, [x, y]) {
  return element("use", { href: "#" + id, transform: `translate(${x} ${y})` });
}

function written(text, [x, y], size, fill) {
  return element("text", { x, y: y + 0.35 * size, "font-size": size, fill }, text);
}

function draw(seen) {
  const drawn = document.createDocumentFragment();
  seen.faces.forEach((face, cell) => drawn.append(use("f" + face, data.points[cell])));
  for (const [cell, text, ink] of seen.labels)
    drawn.append(written(text, data.points[cell], 17 - 2 * text.length, ink));
  at("position").replaceChildren(drawn);
}

function button(text, run) {
  const made = document.createElement("button");
  made.textContent = text;
  made.addEventListener("click", run);
  return made;
}

function listMoves() {
  at("moves").replaceChildren(...line.slice(1).map((number) => {
    const item = document.createElement("li"), node = nodes[number];
    const text = number < data.main ? node.t : "– " + node.t;
    item.append(button(text + (node.m ? " " + node.m : ""), () => show(number)));
    return item;
  }));
}

function show(number) {
  const before = line;
  if (!line.includes(number)) line = lineThrough(number);
  current = number;
  const node = nodes[number], place = line.indexOf(number);
  if (line !== before) listMoves();
  draw(position(number));
  at("now").textContent = node.t || data.beginning;
  at("board").setAttribute("aria-label", at("now").textContent);
  at("happened").textContent = node.h || "";
  at("score").textContent = node.s || "";
  at("comment").textContent = node.c || "";
  at("review").textContent = node.r || "";
  const ways = [];
  const other = children[number].filter((n) => n !== line[place + 1]);
  if (other.length) ways.push("Other moves: ", ...other.map((n) => button(nodes[n].t, () => show(n))));
  const fork = line.findLast((n) => n < data.main);
  if (number >= data.main)
    ways.push(button("Back to the game", () => { line = []; show(fork); }));
  at("ways").replaceChildren(...ways);
  at("slider").max = line.length - 1;
  at("slider").value = place;
  at("first").disabled = at("back").disabled = place === 0;
  at("on").disabled = at("end").disabled = place === line.length - 1;
  at("moves").querySelectorAll("[aria-current]").forEach((b) => b.removeAttribute("aria-current"));
  const shown = at("moves").children[place - 1];
  if (shown) {
    shown.firstChild.setAttribute("aria-current", "true");
    const list = at("moves");
    list.scrollTop = shown.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
  if (at("cursor")) {
    const x = (data.wide * Math.min(pathTo(number).findLast((n) => n < data.main), data.main - 1))
      / Math.max(1, data.main - 1);
    at("cursor").setAttribute("x1", x);
    at("cursor").setAttribute("x2", x);
  }
}

function go(place) {
  show(line[Math.max(0, Math.min(place, line.length - 1))]);
}

function step(by) {
  pause();
  go(line.indexOf(current) + by);
}

function pause() {
  clearInterval(timer);
  timer = 0;
  at("play").textContent = "Play";
}

function play() {
  if (timer) return pause();
  if (line.indexOf(current) === line.length - 1) go(0);
  at("play").textContent = "Pause";
  timer = setInterval(() => {
    go(line.indexOf(current) + 1);
    if (line.indexOf(current) === line.length - 1) pause();
  }, 1000 * at("seconds").value);
  return undefined;
}

function territory() {
  at("territory").checked = !at("territory").checked;
  show(current);
}

const runs = {
  first: () => step(-line.length), back: () => step(-1), on: () => step(1),
  end: () => step(line.length), play,
};
for (const name in runs) at(name).addEventListener("click", runs[name]);
at("slider").addEventListener("input", () => { pause(); go(Number(at("slider").value)); });
at("territory").addEventListener("change", () => show(current));
at("seconds").addEventListener("change", pause);
if (at("graph"))
  at("graph").addEventListener("click", (event) => {
    const box = at("graph").getBoundingClientRect();
    pause();
    line = lineThrough(0);
    listMoves();
    show(Math.round(((event.clientX - box.left) / box.width) * (data.main - 1)));
  });
const keys = {
  ArrowLeft: runs.back, ArrowRight: runs.on, Home: runs.first, End: runs.end,
  ",": runs.back, ".": runs.on, "<": runs.first, ">": runs.end, " ": play, o: territory,
};
document.addEventListener("keydown", (event) => {
  const run = keys[event.key];
  const control = /^(INPUT|SELECT)$/.test(event.target.tagName)
    || (event.key === " " && event.target.tagName === "BUTTON");
  if (!run || control || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  run();
});
show(0);
