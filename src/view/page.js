"use strict";
// The page: what is asked, what is shown, and the map between both.  The worker computes.

const $ = (id) => document.getElementById(id);
const TILE = 256, BASES = ["heatmap", "reach", "terrain", "allocation"], MAPS = ["viridis", "cividis", "turbo", "gray"];
const data = { parts: 1, block: 1, scale: 0, costs: [1, 254], walkers: [], options: "", ...JSON.parse($("data").textContent) };
Object.assign(data, fromOptions(data.options), data.goals && { goals: data.goals.map(({ cost = 0, ...goal }, number) => ({ number, ...goal, start: cost })).filter(({ level }) => !level) });
// A mask's goals are rows of cells: the first row of each shape stands for it.
data.goals.forEach((goal, i) => {
	for (let k = i - 1; k >= 0 && data.goals[k].y >= goal.y - 1 && !goal.inner; k--) {
		const { x, y, w = 1, number } = data.goals[k];
		if (number !== undefined && number === goal.number && y === goal.y - 1 && x < goal.x + (goal.w || 1) && goal.x < x + w)
			goal.inner = true;
	}
});
const { w, h, sides } = data, solves = sides.every((side) => side.cells);
const WALL = data.scale > 0 ? 65535 : 255, unit = data.scale || 1;
const PORTALS = ["#767b87", "#c2410c"]; // others, and those of routes
const canvas = $("map"), context = canvas.getContext("2d");

// All that a link restores, except edits.
const state = {
	goals: data.goals, walkers: data.walkers, rules: { ...data.rules }, base: 0, marks: { paths: true, ...data.marks }, opacity: 100,
	range: data.range, colormap: data.colormap, divider: 50,
};
if (solves && state.goals.length === 0)
	state.base = 2;
if (sides[0].classes && !sides[0].values)
	Object.assign(state, { base: 1, marks: { arrows: !!sides[0].vectors } });
const first = JSON.stringify([state.goals, state.rules]);
let view = null; // left and top edge in cells, and pixels a cell
let cursor = null, tool = "goal", blinking = 0, theme = "";
let original = [], cost = []; // of each side
const changed = sides.map(() => new Set()); // cells that are not as they were
let done = [], undone = []; // what can be taken back, and be done again
let costs = [...data.costs], area = null; // the least and the most, painted ones, too; that of the list
let answer = { tiles: [], samples: [], paths: [], sectors: [], end: 0 }, digests = null, colours = null;

// Returns what a command line, the page's or a picture's, says of goals, rules and looks.
function fromOptions(text) {
	const all = (name) => [...text.matchAll(new RegExp(`--${name}(?:[ =](\\S+)|(?= |$))`, "g"))].map(([, value]) => value);
	const last = (name, other) => all(name).pop() ?? other, has = (name) => all(name).length > 0;
	const goals = all("goal").filter((goal) => /^\d+,\d+$/.test(goal)).map((goal) => ({ x: parseInt(goal), y: Number(goal.split(",")[1]) }));
	const rules = { metric: last("metric", "manhattan"), corners: last("corners", "strict"), step: last("step", "cell"), flow: last("flow", "own"),
		sight: has("sight"), radius: Number(last("radius", 0)) * data.parts / data.block, maxCost: Number(last("max-cost", 0)), flee: has("flee") ? Number(last("flee", -1.2)) : 0 };
	const range = all("colormap").filter((word) => word.startsWith("0:")).pop(), with_ = last("with", "");
	return { goals, rules, colormap: Math.max(0, ...all("colormap").map((word) => MAPS.indexOf(word))), range: range ? Number(range.slice(2)) : null,
		marks: { arrows: /arrows/.test(with_), contours: /contours/.test(with_), sight: /sight/.test(with_) } };
}

// ---- the worker ----

let worker, next = 0;
const waiting = new Map();
function ask(question, transfer = []) {
	return new Promise((resolve) => {
		waiting.set(++next, resolve);
		worker.postMessage({ ...question, id: next }, transfer);
	});
}

// ---- the map ----

// Returns the samples of a grey PNG: exactly, which canvases do not promise, and of 16 bits.
async function decode(text) {
	const bytes = fromBase64(text), parts = [];
	const file = new DataView(bytes.buffer);
	for (let at = 8; at + 8 < bytes.length; at += 12 + file.getUint32(at))
		if (file.getUint32(at + 4) === 0x49444154) // IDAT
			parts.push(bytes.subarray(at + 8, at + 8 + file.getUint32(at)));
	const rows = await unpack(parts, "deflate"), depth = file.getUint8(24), size = depth / 8, line = w * size;
	const out = new Uint8Array(h * line);
	for (let y = 0; y < h; y++) {
		const filter = rows[y * (line + 1)], from = y * (line + 1) + 1, to = y * line;
		for (let i = 0; i < line; i++) {
			const left = i >= size ? out[to + i - size] : 0, up = y > 0 ? out[to + i - line] : 0;
			const corner = i >= size && y > 0 ? out[to + i - line - size] : 0;
			let guess = [0, left, up, (left + up) >> 1][filter];
			if (filter === 4) {
				const p = left + up - corner, a = Math.abs(p - left), b = Math.abs(p - up), c = Math.abs(p - corner);
				guess = a <= b && a <= c ? left : b <= c ? up : corner;
			}
			out[to + i] = rows[from + i] + guess;
		}
	}
	if (size === 1)
		return out;
	const wide = new DataView(out.buffer);
	return Uint16Array.from({ length: w * h }, (_, i) => wide.getUint16(2 * i));
}
// Returns the numbers of a packed NPY: one file in a ZIP.
async function decodeNumbers(text) {
	const bytes = fromBase64(text), head = new DataView(bytes.buffer), from = 30 + head.getUint16(26, true) + head.getUint16(28, true);
	const array = await unpack([bytes.subarray(from, from + head.getUint32(18, true))], "deflate-raw");
	const start = 10 + new DataView(array.buffer).getUint16(8, true), type = new TextDecoder().decode(array.subarray(10, start)).match(/[<|](\w\d)/)[1];
	const types = { f8: Float64Array, f4: Float32Array, u4: Uint32Array, i4: Int32Array, u2: Uint16Array, u1: Uint8Array };
	return Float64Array.from(new types[type](array.buffer.slice(start)));
}
function fromBase64(text) {
	return Uint8Array.from(atob(text.replace(/\s/g, "")), (c) => c.charCodeAt(0));
}
async function unpack(parts, format) {
	const stream = new Blob(parts).stream().pipeThrough(new DecompressionStream(format));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

// ---- questions: one at a time; what happens meanwhile is in the next ----

const tiles = new Map(); // "side level x y" to what is drawn of it
let busy = false, stale = true, dirty = true, edits = sides.map(() => []), epoch = 0, digestTimer = 0;

// Asks for what has changed: the field, with 'solve', or how it is painted.
function change(solve) {
	dirty = true;
	stale ||= solve;
	pump();
}
function levels() {
	const pixels = view.scale * devicePixelRatio;
	return Math.max(0, Math.min(12, Math.floor(Math.log2(1 / pixels) + 0.01)));
}
function visible() {
	const level = levels(), side = TILE * 2 ** level, found = [];
	const { clientWidth: width, clientHeight: height } = canvas;
	const last = { x: Math.min(w, view.x + width / view.scale), y: Math.min(h, view.y + height / view.scale) };
	for (let y = Math.max(0, Math.floor(view.y / side)); y * side < last.y; y++)
		for (let x = Math.max(0, Math.floor(view.x / side)); x * side < last.x; x++)
			for (let i = 0; i < sides.length && !sides[i].picture; i++)
				found.push({ side: i, level, x, y, key: `${i} ${level} ${x} ${y}` });
	return found;
}
function samplesWanted() {
	if (!state.marks.arrows && !state.marks.contours && view.scale < 40)
		return null;
	const step = Math.max(1, Math.ceil(6 / view.scale));
	const x = Math.max(0, Math.floor(view.x / step) - 1) * step, y = Math.max(0, Math.floor(view.y / step) - 1) * step;
	const end = { x: Math.min(w, view.x + canvas.clientWidth / view.scale + 2 * step), y: Math.min(h, view.y + canvas.clientHeight / view.scale + 2 * step) };
	return { x, y, step, nx: Math.max(1, Math.ceil((end.x - x) / step)), ny: Math.max(1, Math.ceil((end.y - y) / step)) };
}
async function pump() {
	if (busy || !view || !colours)
		return;
	const asked = visible().filter(({ key }) => dirty || !tiles.has(key) || tiles.get(key).epoch !== epoch)
		.map((tile) => ({ ...tile, mark: tiles.has(tile.key) ? tiles.get(tile.key).mark : -1 }));
	const samples = samplesWanted();
	const there = answer.samples[0];
	const lacking = samples && (dirty || !there || ["x", "y", "step", "nx", "ny"].some((key) => samples[key] !== there[key]));
	if (!dirty && asked.length === 0 && !lacking)
		return;
	busy = true;
	const solve = stale && solves;
	if (dirty)
		epoch++;
	dirty = stale = false;
	clearTimeout(digestTimer);
	const slow = setTimeout(() => tell("Solving …"), 300);
	const question = {
		solve, edits, goals: state.goals, rules: state.rules, tiles: asked, samples: lacking ? samples : null, walkers: state.marks.paths || state.marks.sectors ? state.walkers : [],
		sectors: state.marks.sectors && solves && state.walkers.length > 0, aimless: state.rules.flow === "differences" || state.rules.flee !== 0,
		style: { base: state.base, colormap: state.colormap, range: state.range, scale: kept(/^--color-scale\b/)[1] || "auto", least: costs[0] / unit, most: costs[1] / unit, opacity: state.opacity, sight: state.marks.sight },
	};
	const now = epoch;
	if (solve)
		edits = sides.map(() => []);
	const reply = await ask(question);
	clearTimeout(slow);
	busy = false;
	if (reply.error) {
		tell(plain(reply.error), true);
		if (dirty)
			pump();
		return;
	}
	tell(state.marks.sectors && state.walkers.length === 0 ? "Put a walker on the map to see the sectors that its route takes." :
		reply.note ? plain(reply.note) : question.sectors ? reply.sectors.map(({ found }) => `A router computes ${found.reduce((sum, one) => sum + one)} of ${found.length} sectors.`).join(" ") : "");
	for (const tile of reply.tiles) {
		const old = tiles.get(tile.key) || { canvas: new OffscreenCanvas(TILE, TILE) };
		if (tile.pixels)
			old.canvas.getContext("2d").putImageData(new ImageData(tile.pixels, TILE, TILE), 0, 0);
		tiles.set(tile.key, { ...tile, pixels: null, canvas: old.canvas, epoch: now });
	}
	for (const [key, tile] of tiles)
		if (tile.epoch !== now || tiles.size > 600)
			if (!asked.some((other) => other.key === key))
				tiles.delete(key);
	if (!question.samples)
		reply.samples = samples ? answer.samples : [];
	answer = reply;
	paint();
	legend();
	describe();
	if (solve && solves)
		digestTimer = setTimeout(digest, 250);
	pump();
}
function tell(text, bad = false) {
	$("busy").textContent = text;
	$("busy").className = bad ? "bad" : "";
}
// Returns a message of the library as a sentence for whoever moved a goal.
function plain(text) {
	return text.replace(/^ff_\w+: /, "").replace(/^rules\./, "");
}
async function digest() {
	const reply = await ask({ digest: true, within: data.within });
	if (!reply.digests)
		return;
	if (reply.difference)
		differ(reply.difference);
	digests = reply.digests;
	const same = sides.every((side) => side.digest) && untouched();
	const equal = !digests.some((_, i) => !sides[i].digest) && digests.every((text, i) => text === sides[i].digest);
	$("digest").className = same ? (equal ? "same" : "other") : "";
	$("digest").textContent = `Digest ${digests.join(" and ")}` +
		(same ? (equal ? ": the same as the program's." : `; the program's is ${sides.map((side) => side.digest).join(" and ")}.`) : " of what is shown.");
}

// ---- painting ----

let painting = 0;
function paint() {
	if (!painting)
		painting = requestAnimationFrame(() => {
			painting = 0;
			draw();
		});
}
const at = (x, y) => [(x + 0.5 - view.x) * view.scale, (y + 0.5 - view.y) * view.scale];
function draw() {
	const ratio = devicePixelRatio, width = canvas.clientWidth, height = canvas.clientHeight;
	if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
		canvas.width = Math.round(width * ratio);
		canvas.height = Math.round(height * ratio);
	}
	context.setTransform(ratio, 0, 0, ratio, 0, 0);
	context.clearRect(0, 0, width, height);
	if (!view || !colours)
		return;
	const middle = sides.length < 2 ? width : blinking ? (blinking % 2 ? width : 0) : width * state.divider / 100;
	for (let i = 0; i < sides.length; i++) {
		context.save();
		context.beginPath();
		context.rect(i ? middle : 0, 0, i ? width - middle : middle, height);
		context.clip();
		drawSide(i);
		context.restore();
	}
	if (sides.length > 1 && !blinking) {
		context.fillStyle = "#fff";
		context.fillRect(middle - 2, 0, 4, height);
		context.fillStyle = "#14161a";
		context.fillRect(middle - 1, 0, 2, height);
		disc(middle, height / 2, 11, "#14161a", "#fff");
		stroke("#fff", 2, () => [-1, 1].forEach((way) => {
			context.moveTo(middle + 3 * way, height / 2 - 4);
			context.lineTo(middle + 7 * way, height / 2);
			context.lineTo(middle + 3 * way, height / 2 + 4);
		}));
	}
	if (area)
		for (const [colour, thick] of [["#fff", 4], ["#14161a", 2]])
			stroke(colour, thick, () => context.rect(...at(area.x - 0.5, area.y - 0.5), area.w * view.scale, area.h * view.scale));
	if (cursor && document.activeElement === canvas && canvas.matches(":focus-visible")) {
		const [x, y] = at(cursor.x - 0.5, cursor.y - 0.5), side = Math.max(view.scale, 9), shift = (view.scale - side) / 2;
		for (const [colour, thick] of [["#fff", 4], ["#000", 2]])
			stroke(colour, thick, () => context.rect(x + shift, y + shift, side, side));
	}
}
function drawSide(i) {
	const level = levels(), wanted = new Set(visible().map(({ key }) => key));
	const there = [...tiles.values()].filter((tile) => tile.side === i);
	const missing = [...wanted].some((key) => !tiles.has(key));
	there.sort((a, b) => (b.level === level ? -1 : b.level) - (a.level === level ? -1 : a.level));
	for (const tile of there) {
		if (tile.level !== level && !missing)
			continue;
		const cell = 2 ** tile.level, side = TILE * cell, size = view.scale * side;
		const [x, y] = at(tile.x * side - 0.5, tile.y * side - 0.5);
		context.imageSmoothingEnabled = view.scale * cell * devicePixelRatio < 1;
		context.drawImage(tile.canvas, x, y, size, size);
	}
	if (sides[i].bitmap) {
		context.imageSmoothingEnabled = view.scale < 1;
		context.drawImage(sides[i].bitmap, ...at(-0.5, -0.5), w * view.scale, h * view.scale);
		return;
	}
	const samples = answer.samples[i];
	if (samples && state.marks.contours)
		drawContours(samples);
	if (samples && state.marks.arrows)
		drawArrows(samples);
	if (samples && view.scale >= 40)
		drawValues(samples);
	if (state.marks.sectors && answer.sectors[i])
		drawSectors(answer.sectors[i]);
	if (state.marks.paths)
		for (const paths of answer.paths)
			drawPath(paths[i].points);
	for (const goal of state.goals.filter(({ inner }) => !inner)) {
		const [x, y] = at(goal.x + ((goal.w || 1) - 1) / 2, goal.y + ((goal.h || 1) - 1) / 2);
		disc(x, y, Math.max(6, Math.min(11, view.scale / 3)), colours[0][0][245], "#fff", "#14161a");
	}
	if (solves)
		for (const walker of state.walkers)
			disc(...at(walker.x, walker.y), 7, "#fff", "#6835fa", "#fff");
}
function stroke(style, thick, path) {
	context.strokeStyle = style;
	context.lineWidth = thick;
	context.beginPath();
	path();
	context.stroke();
}
function disc(x, y, r, fill, ...rims) {
	for (const [i, rim] of [...rims.entries()].reverse()) {
		context.fillStyle = rim;
		context.beginPath();
		context.arc(x, y, r + 2 * (i + 1) - (i ? 0.7 : 0), 0, 7);
		context.fill();
	}
	context.fillStyle = fill;
	context.beginPath();
	context.arc(x, y, r, 0, 7);
	context.fill();
}
function drawPath(points) {
	if (!points || points.length < 4)
		return;
	context.lineJoin = context.lineCap = "round";
	for (const [colour, thick] of [["#fff", 5], ["#6835fa", 2.5]])
		stroke(colour, thick, () => {
			for (let i = 0; i < points.length; i += 2)
				context.lineTo(...at(points[i], points[i + 1]));
		});
}
// Veils the sectors that a router would not compute, and draws their borders and portals.
function drawSectors({ size, across, found, portals }) {
	found.forEach((computed, i) => {
		const left = i % across * size, top = Math.floor(i / across) * size, [x, y] = at(left - 0.5, top - 0.5);
		const width = Math.min(size, w - left) * view.scale, height = Math.min(size, h - top) * view.scale;
		context.fillStyle = "rgba(246,247,249,0.72)";
		if (!computed)
			context.fillRect(x, y, width, height);
		stroke("#6c8ac2", 1, () => context.rect(x, y, width, height));
	});
	const thick = Math.max(2, Math.min(5, view.scale * 0.3));
	for (const [fill, wide, use] of [[PORTALS[0], thick / 2, 0], ["#fff", thick + 2, 1], [PORTALS[1], thick, 1]]) {
		context.fillStyle = fill;
		for (const { x, y, dx, dy, length } of portals.filter(({ used }) => used === use)) {
			const [right, bottom] = [dy ? (dx ? 0 : length) : 0, dx ? (dy ? 0 : length) : 0].map((n) => n * view.scale), [left, top] = at(x + (dx > 0 ? 0.5 : -0.5), y + (dy > 0 ? 0.5 : -0.5));
			context.fillRect(left - wide, top - wide, right + 2 * wide, bottom + 2 * wide);
		}
	}
}
function drawArrows({ x: left, y: top, step, nx, ny, numbers }) {
	const every = Math.max(1, Math.ceil(18 / (step * view.scale))), size = Math.min(step * every * view.scale, 40) * 0.36;
	const head = size * 0.55, lines = new Path2D();
	for (let j = 0; j < ny; j++)
		for (let i = 0; i < nx; i++) {
			const k = 4 * (j * nx + i), dx = numbers[k + 1], dy = numbers[k + 2];
			if ((dx === 0 && dy === 0) || (left / step + i) % every || (top / step + j) % every)
				continue;
			const [x, y] = at(left + i * step, top + j * step), tip = [x + dx * size, y + dy * size];
			lines.moveTo(x - dx * size, y - dy * size);
			lines.lineTo(...tip);
			lines.moveTo(tip[0] - (dx + dy * 0.7) * head, tip[1] - (dy - dx * 0.7) * head);
			lines.lineTo(...tip);
			lines.lineTo(tip[0] - (dx - dy * 0.7) * head, tip[1] - (dy + dx * 0.7) * head);
		}
	for (const [colour, thick] of [["rgba(255,255,255,0.75)", 3], ["#00349c", 1.4]]) {
		context.strokeStyle = colour;
		context.lineWidth = thick;
		context.stroke(lines);
	}
}
// Returns how far contours are apart, in units of cost.
function contourGap() {
	const end = Math.abs(answer.end), power = 10 ** Math.floor(Math.log10(end / 12 || 1));
	return [1, 2, 5, 10].map((digit) => digit * power).find((width) => end / width <= 12) || power;
}
// Lines of equal value between samples: each cell of four corners is cut where the value lies.
function drawContours({ x: left, y: top, step, nx, ny, numbers }) {
	const gap = contourGap(), lines = new Path2D();
	for (let j = 0; j + 1 < ny; j++)
		for (let i = 0; i + 1 < nx; i++) {
			const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
			const values = corners.map(([a, b]) => numbers[4 * (b * nx + a)]);
			if (!values.every(isFinite))
				continue;
			const last = Math.floor(Math.max(...values) / gap) * gap;
			for (let line = Math.ceil(Math.min(...values) / gap) * gap, n = 0; line <= last && n < 8; line += gap, n++) {
				const cuts = [];
				for (let c = 0; c < 4; c++) {
					const a = values[c], b = values[(c + 1) % 4];
					if ((a < line) !== (b < line)) {
						const part = (line - a) / (b - a), from = corners[c], to = corners[(c + 1) % 4];
						cuts.push(at(left + step * (from[0] + part * (to[0] - from[0])), top + step * (from[1] + part * (to[1] - from[1]))));
					}
				}
				for (let c = 0; c + 1 < cuts.length; c += 2) {
					lines.moveTo(...cuts[c]);
					lines.lineTo(...cuts[c + 1]);
				}
			}
		}
	context.strokeStyle = "rgba(20,22,26,0.85)";
	context.lineWidth = 1;
	context.stroke(lines);
}
function drawValues({ x: left, y: top, nx, ny, numbers }) {
	context.font = `${Math.min(14, view.scale / 4.6)}px system-ui, "DejaVu Sans", sans-serif`;
	context.textAlign = "center";
	context.textBaseline = "middle";
	context.lineWidth = 3;
	context.strokeStyle = "rgba(255,255,255,0.85)";
	context.fillStyle = "#14161a";
	for (let j = 0; j < ny; j++)
		for (let i = 0; i < nx; i++) {
			const value = numbers[4 * (j * nx + i)];
			if (!isFinite(value))
				continue;
			const [x, y] = at(left + i, top + j), text = number(value);
			context.strokeText(text, x, y + view.scale * 0.34);
			context.fillText(text, x, y + view.scale * 0.34);
		}
}
const number = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 100 ? 2 : 1));

// ---- the view ----

function fit() {
	const { clientWidth: width, clientHeight: height } = canvas, scale = Math.min((width - 24) / w, (height - 24) / h, 64);
	view = { scale, x: w / 2 - width / scale / 2, y: h / 2 - height / scale / 2 };
	moved();
}
function moved() {
	const { clientWidth: width, clientHeight: height } = canvas, margin = 40 / view.scale;
	view.x = Math.max(margin - width / view.scale, Math.min(w - margin, view.x));
	view.y = Math.max(margin - height / view.scale, Math.min(h - margin, view.y));
	paint();
	pump();
	remember();
}
function zoom(factor, px = canvas.clientWidth / 2, py = canvas.clientHeight / 2) {
	const least = Math.min(1, 100 / Math.max(w, h)), scale = Math.max(least, Math.min(96, view.scale * factor));
	view = { scale, x: view.x + px / view.scale - px / scale, y: view.y + py / view.scale - py / scale };
	moved();
}
function pan(dx, dy) {
	view = { ...view, x: view.x + dx / view.scale, y: view.y + dy / view.scale };
	moved();
}
function cellAt(event) {
	const box = canvas.getBoundingClientRect();
	return { x: Math.floor(view.x + (event.clientX - box.left) / view.scale), y: Math.floor(view.y + (event.clientY - box.top) / view.scale) };
}
const inside = ({ x, y }) => x >= 0 && y >= 0 && x < w && y < h;

// ---- what the user does ----

const HINTS = {
	goal: "Click the map to put the goal there; Shift and click, or a long touch, adds one. Drag goals and walkers.",
	walker: "Click the map to see the path of a walker from there; Shift and click, or a long touch, adds one.",
	wall: "Paint walls; paths change as you draw.",
	floor: "Paint floor: open doors in walls.",
	cost: "Paint ground of a cost.",
};
// Begins something that can be taken back.
function begin() {
	done.push({ cells: sides.map(() => new Map()), goals: state.goals, walkers: state.walkers });
	undone = [];
}
function setCell(side, i, value) {
	const { cells } = done[done.length - 1];
	if (cost[side][i] === value)
		return;
	if (!cells[side].has(i))
		cells[side].set(i, cost[side][i]);
	note(side, i, value);
}
function note(side, i, value) {
	cost[side][i] = value;
	if (value !== WALL)
		costs = [Math.min(costs[0], value), Math.max(costs[1], value)];
	value === original[side][i] ? changed[side].delete(i) : changed[side].add(i);
}
function act(cell, more) {
	if (!inside(cell) || !solves)
		return;
	if (tool === "goal" && closed(cell))
		return;
	begin();
	if (tool === "goal" && state.goals.length === 0)
		state.base = 0;
	if (tool === "goal" || tool === "walker") {
		place(tool === "goal" ? "goals" : "walkers", more ? -1 : 0, cell, !more);
	} else {
		brush(cell, cell);
	}
	change(true);
	shown();
}
// Returns true if no goal may be there, and says so.
function closed({ x, y }) {
	const wall = cost.some((costs) => costs[y * w + x] === WALL);
	tell(wall ? `${x},${y} is a wall: no goal can be there.` : "", wall);
	return wall;
}
// Puts a goal or a walker, all others away if it is alone; with --subdivide a goal is a cell of the file.
function place(kind, index, { x, y }, alone) {
	const parts = data.parts, cell = kind === "goals" && parts > 1 ? { x: x - x % parts, y: y - y % parts, w: parts, h: parts } : { x, y };
	const list = alone ? [] : state[kind].slice();
	if (index < 0 || alone)
		list.push(cell);
	else
		list[index] = { ...list[index], ...cell };
	state[kind] = list;
}
const isGoal = (x, y) => state.goals.some((goal) => x >= goal.x && x < goal.x + (goal.w || 1) && y >= goal.y && y < goal.y + (goal.h || 1));
function brush(from, to) {
	const size = Math.max(1, Math.min(64, Math.round($("width").valueAsNumber) || 1)), half = size >> 1;
	const paid = Math.max(1, Math.min(WALL - 1, Math.round(($("cost").valueAsNumber || 1) * unit)));
	const value = { wall: WALL, floor: Math.max(1, Math.min(unit, WALL - 1)), cost: paid }[tool];
	const length = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1);
	for (let k = 0; k <= length; k++) {
		const cx = Math.round(from.x + (to.x - from.x) * k / length) - half, cy = Math.round(from.y + (to.y - from.y) * k / length) - half;
		const x = Math.max(0, cx), y = Math.max(0, cy), right = Math.min(w, cx + size), bottom = Math.min(h, cy + size);
		if (right <= x || bottom <= y)
			continue;
		for (let side = 0; side < sides.length; side++) {
			edits[side].push([x, y, right - x, bottom - y, value]);
			for (let row = y; row < bottom; row++)
				for (let column = x; column < right; column++)
					if (value !== WALL || !isGoal(column, row))
						setCell(side, row * w + column, value);
					else
						edits[side].push([column, row, 1, 1, cost[side][row * w + column]]);
		}
	}
}
// Takes a step back, or does it again: both lists hold what to return to.
function swap(from, to) {
	const step = from.pop();
	if (!step)
		return;
	const back = { cells: step.cells.map(() => new Map()), goals: state.goals, walkers: state.walkers };
	step.cells.forEach((cells, side) => {
		for (const [i, value] of cells) {
			back.cells[side].set(i, cost[side][i]);
			note(side, i, value);
		}
		for (const run of runs([...cells.keys()].sort((a, b) => a - b), cost[side]))
			edits[side].push(run);
	});
	to.push(back);
	Object.assign(state, { goals: step.goals, walkers: step.walkers });
	change(true);
	shown();
}
// Returns cells, which ascend, as rectangles of one row and one cost.
function runs(cells, costs) {
	const list = [];
	for (const i of cells) {
		const last = list[list.length - 1], x = i % w, y = (i - x) / w;
		if (last && last[1] === y && last[0] + last[2] === x && last[4] === costs[i])
			last[2]++;
		else
			list.push([x, y, 1, 1, costs[i]]);
	}
	return list;
}
const changedCells = (side = 0) => [...changed[side]].sort((a, b) => a - b);
const edited = () => Math.max(...changed.map((cells) => cells.size));
const untouched = () => edited() === 0 && JSON.stringify([state.goals, state.rules]) === first;

// Moves goals, walkers, the divider or the map, or paints; two fingers pinch.
const fingers = new Map();
let drag = null, held = false;
canvas.addEventListener("pointerdown", (event) => {
	if (!view || !colours)
		return;
	canvas.setPointerCapture(event.pointerId);
	fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
	if (fingers.size > 1) {
		if (drag && drag.kind === "paint")
			swap(done, undone);
		drag = { kind: "pinch" };
		return;
	}
	const cell = cellAt(event), spot = { x: event.offsetX, y: event.offsetY };
	drag = { kind: "map", start: spot, last: spot, cell, moved: false, more: event.shiftKey, time: event.timeStamp, click: event.button === 0 && !held };
	if (sides.length > 1 && !blinking && Math.abs(spot.x - canvas.clientWidth * state.divider / 100) < 12) {
		drag.kind = "divider";
	} else if (drag.click && solves) {
		for (const kind of ["goals", "walkers"])
			state[kind].forEach((thing, index) => {
				const [x, y] = at(thing.x, thing.y);
				if (!thing.inner && Math.hypot(x - spot.x, y - spot.y) < 13 && !["wall", "floor", "cost"].includes(tool))
					Object.assign(drag, { kind, index });
			});
		if (["wall", "floor", "cost"].includes(tool)) {
			drag.kind = "paint";
			begin();
			brush(cell, cell);
			change(true);
		}
	}
});
canvas.addEventListener("pointermove", (event) => {
	if (!view)
		return;
	const spot = { x: event.offsetX, y: event.offsetY }, cell = cellAt(event);
	const before = fingers.get(event.pointerId);
	if (drag && drag.kind === "pinch" && before) {
		const [a, b] = [...fingers.entries()].map(([id, place]) => (id === event.pointerId ? spot : place));
		const [c, d] = [...fingers.values()];
		if (b && d) {
			pan((c.x + d.x - a.x - b.x) / 2, (c.y + d.y - a.y - b.y) / 2);
			zoom(Math.hypot(a.x - b.x, a.y - b.y) / Math.max(1, Math.hypot(c.x - d.x, c.y - d.y)), (a.x + b.x) / 2, (a.y + b.y) / 2);
		}
		fingers.set(event.pointerId, spot);
		return;
	}
	if (before)
		fingers.set(event.pointerId, spot);
	if (!drag) {
		point(cell);
		return;
	}
	const far = Math.hypot(spot.x - drag.start.x, spot.y - drag.start.y) > 4;
	if (!drag.moved && !far && drag.kind !== "paint")
		return;
	if (!drag.moved && (drag.kind === "goals" || drag.kind === "walkers"))
		begin();
	drag.moved = true;
	if (drag.kind === "map") {
		pan(drag.last.x - spot.x, drag.last.y - spot.y);
	} else if (drag.kind === "divider") {
		split(100 * spot.x / canvas.clientWidth);
	} else if (drag.kind === "paint" && (cell.x !== drag.cell.x || cell.y !== drag.cell.y)) {
		brush(drag.cell, cell);
		change(true);
	} else if (inside(cell) && (drag.kind === "walkers" || (drag.kind === "goals" && !closed(cell)))) {
		place(drag.kind, drag.index, cell, false);
		change(drag.kind === "goals");
	}
	drag.last = spot;
	drag.cell = cell;
	point(cell);
});
for (const name of ["pointerup", "pointercancel"])
	canvas.addEventListener(name, (event) => {
		fingers.delete(event.pointerId);
		const ended = drag;
		if (fingers.size > 0)
			return;
		drag = null;
		if (ended && name === "pointerup" && ended.click && !ended.moved && ["map", "goals", "walkers"].includes(ended.kind))
			act(ended.cell, ended.more || (event.pointerType === "touch" && event.timeStamp - ended.time > 500));
		shown();
	});
canvas.addEventListener("pointerleave", () => drag || point(null));
canvas.addEventListener("contextmenu", (event) => event.preventDefault());
canvas.addEventListener("wheel", (event) => {
	event.preventDefault();
	if (view)
		zoom(Math.exp(-Math.max(-60, Math.min(60, event.deltaMode ? event.deltaY * 20 : event.deltaY)) / 150), event.offsetX, event.offsetY);
}, { passive: false });

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
document.addEventListener("keydown", (event) => {
	const typing = event.target.matches("input[type=number], select"), onMap = event.target === canvas;
	if (event.key === " " && onMap)
		held = true;
	if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
		event.preventDefault();
		event.shiftKey ? swap(undone, done) : swap(done, undone);
	} else if (event.ctrlKey || event.metaKey || event.altKey || typing || !view) {
		return;
	} else if (ARROWS[event.key] && (onMap || event.target === document.body)) {
		event.preventDefault();
		const [dx, dy] = ARROWS[event.key];
		event.shiftKey ? pan(dx * 80, dy * 80) : moveCursor(dx, dy);
	} else if (event.key === "Enter" && onMap && cursor) {
		act(cursor, event.shiftKey);
	} else if (event.key === "+" || event.key === "=") {
		zoom(1.5);
	} else if (event.key === "-") {
		zoom(1 / 1.5);
	} else if (event.key === "0") {
		fit();
	} else if (event.key.toLowerCase() === "b" && sides.length > 1) {
		blink();
	} else if (event.key >= "1" && event.key <= "9") {
		const input = document.querySelectorAll("#bases input, #marks input")[event.key - 1];
		if (!input.closest("label").hidden)
			input.click();
	}
});
document.addEventListener("keyup", (event) => {
	if (event.key === " ")
		held = false;
});
function moveCursor(dx, dy) {
	const { x, y } = cursor || state.goals[0] || { x: w >> 1, y: h >> 1 };
	cursor = { x: Math.max(0, Math.min(w - 1, Math.round(x) + dx)), y: Math.max(0, Math.min(h - 1, Math.round(y) + dy)) };
	const [px, py] = at(cursor.x, cursor.y), { clientWidth: width, clientHeight: height } = canvas;
	if (px < 0 || py < 0 || px > width || py > height)
		pan(px - width / 2, py - height / 2);
	point(cursor);
	paint();
}

// ---- what is said of a cell ----

let pointed = null, asking = false;
function point(cell) {
	pointed = cell && inside(cell) ? cell : null;
	describe();
}
async function describe() {
	if (asking || !colours || sides[0].picture)
		return;
	if (!pointed) {
		$("cell").textContent = cursor || !solves ? $("cell").textContent : "Point at a cell.";
		return;
	}
	asking = true;
	const cell = pointed, { cells } = await ask({ cell: { ...cell, allocation: state.goals.length > 1 && w * h <= 1 << 20 } });
	asking = false;
	if (!cells)
		return;
	$("cell").textContent = cells.map((found, side) => {
		const price = cost[side] && cost[side].length ? cost[side][cell.y * w + cell.x] : NaN;
		const lines = [`${cell.x},${cell.y}   ${found.class}${found.class !== "wall" && price === price ? `, cost ${price / unit}` : ""}`];
		if (isFinite(found.value))
			lines.push(`${sides[side].meaning || "to a goal"} ${number(found.value)}`);
		const goal = state.goals[found.goal];
		if (found.dx || found.dy)
			lines.push(`goes ${found.direction} (${found.dx.toFixed(2)}, ${found.dy.toFixed(2)})`);
		if (goal)
			lines.push(`goal ${goal.x},${goal.y}`);
		return (sides.length > 1 ? `${["Old", "New"][side]}: ` : "") + lines.join("\n");
	}).join("\n");
	if (!pointed || pointed.x !== cell.x || pointed.y !== cell.y)
		describe();
}

// ---- controls ----

function legend() {
	const box = $("legend"), colour = colours[state.colormap], ramp = { 0: [colour[0].slice(0, 240), Math.min(0, answer.end), Math.max(0, answer.end)],
		2: [colour[2], costs[0] / unit, costs[1] / unit] }[state.base];
	box.replaceChildren();
	if (ramp && ramp[1] < ramp[2]) {
		const strip = make("canvas", "ramp", box);
		strip.width = 240;
		strip.height = 1;
		const to = strip.getContext("2d");
		ramp[0].forEach((fill, x) => {
			to.fillStyle = fill;
			to.fillRect(x, 0, 1, 1);
		});
		const ends = make("div", "ends", box);
		make("span", "", ends).textContent = number(ramp[1]);
		make("span", "", ends).textContent = state.base ? "cost of a cell" : `${sides[0].meaning || "cost to a goal"}${answer.scale === 2 ? ", colours by rank" : ""}`;
		make("span", "", ends).textContent = number(ramp[2]);
	}
	const list = make("ul", "", box), even = state.base === 2 && costs[0] >= costs[1];
	const swatch = (text, fill, line = fill, pattern = "") => {
		const item = make("li", "", list), patch = make("canvas", "swatch", item), to = patch.getContext("2d");
		patch.width = patch.height = 12;
		to.fillStyle = fill;
		to.fillRect(0, 0, 12, 12);
		to.fillStyle = line;
		for (let i = 0; pattern && i < 144; i++)
			if (pattern === "/" ? (i % 12 + Math.floor(i / 12)) % 4 === 0 : (i % 12) % 3 === 0 && Math.floor(i / 12) % 3 === 0)
				to.fillRect(i % 12, Math.floor(i / 12), 1, 1);
		make("span", "", item).textContent = text;
	};
	swatch("goal", colour[0][245]);
	swatch("wall", colour[0][243]);
	if (even)
		swatch(`cost ${costs[0] / unit}`, colour[2][0]);
	if (state.base === 1)
		swatch("reached", colour[1][0]);
	if (state.base === 3)
		[...new Map(state.goals.map((goal, i) => [goal.number ?? i, goal]).reverse())].reverse().slice(0, 8)
			.forEach(([i, goal]) => swatch(`goal ${goal.x},${goal.y}`, colour[3][i % 24]));
	if (state.base !== 2) {
		swatch("unreached", colour[0][244], colour[4][244], "/");
		if (state.rules.maxCost > 0)
			swatch("farther", colour[0][249], colour[4][249], ".");
	}
	if (state.marks.sight)
		swatch("sees a goal", colour[1][1]);
	if (state.marks.sectors && answer.sectors.length > 0)
		["other portals", "portals of the route"].forEach((text, used) => swatch(text, PORTALS[used]));
	if (state.marks.contours)
		make("li", "", list).textContent = `a line every ${number(contourGap())}`;
}
function make(tag, name, parent) {
	const element = document.createElement(tag);
	element.className = name;
	parent.append(element);
	return element;
}
// Returns a word as a shell reads it.
const quote = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`);
// Returns the words of the program's options that match.
function kept(pattern) {
	const options = data.options ? data.options.split(/ (?=--[a-z])/) : [];
	return options.filter((option) => pattern.test(option)).flatMap((option) => {
		const gap = option.indexOf(" ");
		return gap < 0 ? [option] : [option.slice(0, gap), option.slice(gap + 1)];
	});
}
function commandLine() {
	const { rules } = state, words = [], scale = data.block / data.parts;
	const given = JSON.stringify(state.goals) === JSON.stringify(data.goals) ? kept(/^--(goals?|snap)\b/) : [];
	words.push(...given);
	for (const goal of given.length > 0 ? [] : state.goals) {
		const place = [goal.x, goal.y].map((n) => (scale >= 1 ? n * scale : Math.floor(n * scale)));
		const area = (goal.w || 1) * (goal.h || 1) > data.parts ** 2 ? [goal.w, goal.h].map((n) => n * scale) : [];
		words.push("--goal", [...place, ...area].join(",") + (goal.start ? `+${goal.start}` : ""));
	}
	for (const walker of state.marks.paths ? state.walkers : [])
		words.push("--from", [walker.x, walker.y].map((n) => Math.floor(n * scale)).join(","));
	const own = { metric: "manhattan", corners: "strict", step: "cell", flow: "own", radius: 0, flee: 0 };
	for (const [name, value] of Object.entries(own))
		if (rules[name] !== value)
			words.push(`--${name}=${name === "radius" ? rules.radius * scale : rules[name]}`);
	if (rules.maxCost > 0)
		words.push("--max-cost", String(rules.maxCost));
	if (rules.sight)
		words.push("--sight");
	if (state.colormap)
		words.push("--colormap", MAPS[state.colormap]);
	if (state.range)
		words.push("--colormap", `0:${state.range}`);
	if (state.base === 0 && kept(/^--color-scale\b/).length > 0)
		words.push("--color-scale", answer.scale === 2 ? "rank" : "linear");
	words.push(...kept(/^--(?!(goals?|from|snap|metric|corners|step|flow|flee|radius|max-cost|sight|colormap|color-scale|with)\b)/));
	const marks = ["arrows", "contours", "sight", "paths"].filter((mark) => state.marks[mark] && (mark !== "paths" || state.walkers.length > 0)), edits = edited();
	if (sides.length > 1)
		return ["flowfield", ...(state.goals.length > 0 ? ["compare", ...sides.map(({ name }) => name), ...words] : ["diff", ...sides.map(({ name }) => name)]), "--html", "page.html"].map(quote).join(" ") +
			(edits > 0 ? " # of both after flowfield update --edits edits.csv --cost FILE" : "");
	const output = [...(edits ? ["--edits", "edits.csv"] : []), `--${BASES[state.base]}`, `${BASES[state.base]}.png`];
	if (marks.length)
		output.push("--with", marks.join(","));
	return ["flowfield", ...(edits ? ["update"] : []), sides[0].name, ...words, ...output].map(quote).join(" ");
}
// Brings the controls up to date with the state.
function shown() {
	for (const input of document.querySelectorAll("#bases input"))
		input.checked = Number(input.value) === state.base;
	for (const input of document.querySelectorAll("#marks input"))
		input.checked = !!state.marks[input.value];
	for (const name of ["metric", "corners", "step"])
		$(name).value = state.rules[name];
	$("step").disabled = state.rules.metric === "euclid";
	$("radius").value = state.rules.radius;
	$("maxCost").value = state.rules.maxCost || "";
	$("range").value = state.range || "";
	$("sight").checked = state.rules.sight;
	$("opacity").value = state.opacity;
	$("colormap").value = MAPS[state.colormap];
	$("hint").textContent = solves ? HINTS[tool] : "Drag the line between old and new; click an area to go there.";
	$("brush").hidden = !["wall", "floor", "cost"].includes(tool);
	$("pen").hidden = tool !== "cost";
	$("undo").disabled = done.length === 0;
	$("redo").disabled = undone.length === 0;
	$("reset").disabled = done.length === 0 && JSON.stringify([state.goals, state.rules]) === first;
	$("command").textContent = commandLine();
	remember();
}
function setRule(name, value) {
	state.rules = { ...state.rules, [name]: value };
	if (state.rules.metric === "euclid")
		state.rules.step = "cell";
	change(true);
	shown();
}
function split(part) {
	state.divider = Math.max(0, Math.min(100, part));
	$("divider").value = state.divider;
	paint();
}
function blink() {
	clearInterval(blink.timer);
	blinking = blinking ? 0 : 1;
	$("blink").setAttribute("aria-pressed", String(!!blinking));
	const show = () => {
		["old", "new"].forEach((id, i) => $(id).classList.toggle("away", blinking > 0 && blinking % 2 === i));
		paint();
	};
	if (blinking)
		blink.timer = setInterval(() => {
			blinking++;
			show();
		}, 700);
	show();
}
function save(name, content) {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(content);
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
async function saveEdited() {
	const side = sides.length - 1;
	if (data.scale > 0)
		return tell("Real costs do not fit a grey picture; take the edits.", true);
	const picture = new OffscreenCanvas(w, h), pixels = new ImageData(w, h);
	cost[side].forEach((value, i) => pixels.data.set([value, value, value, 255], 4 * i));
	picture.getContext("2d").putImageData(pixels, 0, 0);
	save("edited.png", await picture.convertToBlob());
}
function editLines() {
	const word = (value) => (value === WALL ? "wall" : value / unit);
	return "step,x,y,w,h,what\n" + runs(changedCells(), cost[0]).map(([x, y, n, one, value]) => `1,${x},${y},${n},${one},${word(value)}\n`).join("");
}

// ---- the link ----

let remembering = 0;
function remember() {
	clearTimeout(remembering);
	remembering = setTimeout(() => {
		try {
			history.replaceState(null, "", `#${linkText()}`);
		} catch {
			// some browsers forbid it too often, or for files
		}
	}, 400);
}
function linkText() {
	const cells = sides.map((_, side) => runs(changedCells(side), cost[side]));
	const round = (n) => Math.round(n * 1000) / 1000;
	return encodeURIComponent(JSON.stringify({ ...state, view: view && { x: round(view.x), y: round(view.y), scale: round(view.scale) }, edits: cells }));
}
function restore() {
	const saved = JSON.parse(decodeURIComponent(location.hash.slice(1)));
	const whole = (n) => typeof n === "number" && isFinite(n);
	const places = (list) => Array.isArray(list) && list.every((p) => p && whole(p.x) && whole(p.y));
	for (const kind of ["goals", "walkers"])
		if (places(saved[kind]))
			state[kind] = saved[kind].filter(inside);
	for (const [name, known] of Object.entries({ base: 3, opacity: 100, colormap: 3, divider: 100 }))
		if (whole(saved[name]) && saved[name] >= 0 && saved[name] <= known)
			state[name] = saved[name];
	if (saved.range === null || whole(saved.range))
		state.range = saved.range;
	for (const kind of ["rules", "marks"])
		for (const [name, value] of Object.entries(saved[kind] || {}))
			if (["string", "number", "boolean"].includes(typeof value))
				state[kind][name] = value;
	if (saved.view && whole(saved.view.scale) && saved.view.scale > 0 && whole(saved.view.x) && whole(saved.view.y))
		view = { x: saved.view.x, y: saved.view.y, scale: saved.view.scale };
	if (Array.isArray(saved.edits) && saved.edits.some((list) => Array.isArray(list) && list.length > 0)) {
		begin();
		saved.edits.slice(0, sides.length).forEach((list, side) => {
			for (const run of list) {
				const [x, y, n, one, value] = run;
				if (!run.every(Number.isInteger) || !inside({ x, y }) || !inside({ x: x + n - 1, y }) || one !== 1 || value < 1 || value > WALL)
					continue;
				for (let i = 0; i < n; i++)
					setCell(side, y * w + x + i, value);
				edits[side].push(run);
			}
		});
	}
}

// ---- the beginning ----

function listen() {
	for (const [id, words] of Object.entries({ metric: ["manhattan", "octile", "euclid"], corners: ["strict", "lenient", "cut"], step: ["cell", "mean", "hops"], colormap: MAPS }))
		for (const word of words)
			make("option", "", $(id)).textContent = word;
	for (const id of ["metric", "corners", "step"])
		$(id).onchange = () => setRule(id, $(id).value);
	$("radius").onchange = () => setRule("radius", Math.max(0, Math.min(1000, $("radius").valueAsNumber || 0)));
	$("maxCost").onchange = () => setRule("maxCost", Math.max(0, $("maxCost").valueAsNumber || 0));
	$("sight").onchange = () => setRule("sight", $("sight").checked);
	const style = (id, set) => {
		$(id).oninput = () => {
			set();
			change(false);
			shown();
		};
	};
	style("range", () => (state.range = $("range").valueAsNumber || null));
	style("opacity", () => (state.opacity = $("opacity").valueAsNumber));
	style("colormap", () => (state.colormap = MAPS.indexOf($("colormap").value)));
	style("bases", () => (state.base = Number(document.querySelector("#bases input:checked").value)));
	$("marks").onchange = ({ target }) => {
		state.marks = { ...state.marks, [target.value]: target.checked };
		change(false);
		shown();
	};
	$("tools").onchange = ({ target }) => {
		tool = target.value;
		shown();
	};
	$("undo").onclick = () => swap(done, undone);
	$("redo").onclick = () => swap(undone, done);
	$("reset").onclick = () => {
		begin();
		cost.forEach((costs, side) => {
			for (const i of changedCells(side))
				setCell(side, i, original[side][i]);
			edits[side].push(...runs([...done[done.length - 1].cells[side].keys()].sort((a, b) => a - b), costs));
		});
		costs = [...data.costs];
		const [goals, rules] = JSON.parse(first);
		Object.assign(state, { goals, rules });
		change(true);
		shown();
	};
	$("in").onclick = () => zoom(1.5);
	$("out").onclick = () => zoom(1 / 1.5);
	$("fit").onclick = fit;
	$("divider").oninput = () => split($("divider").valueAsNumber);
	$("blink").onclick = blink;
	$("copy").onclick = () => copy($("command").textContent, "copy");
	$("link").onclick = () => copy(`${location.href.split("#")[0]}#${linkText()}`, "link");
	$("png").onclick = () => canvas.toBlob((blob) => save("view.png", blob));
	$("edited").onclick = saveEdited;
	$("edits").onclick = () => save("edits.csv", new Blob([editLines()], { type: "text/csv" }));
	$("theme").onclick = () => setTheme(theme === "dark" ? "light" : "dark");
	new ResizeObserver(() => view && moved()).observe(canvas);
	canvas.onfocus = canvas.onblur = paint;
	window.onhashchange = () => location.reload(); // a link of this page in its address line
}
// Shows what two sides need besides.
function compared() {
	["old", "new"].forEach((id, i) => ($(id).textContent = sides[i].name.split("/").pop()));
	for (const id of ["sides", "divider", "changes"])
		$(id).hidden = false;
	$("cell").className = "both";
	const there = ["1", ...(sides[0].values ? ["0", "contours"] : []), ...(sides[0].vectors ? ["arrows"] : [])];
	for (const input of solves ? [] : document.querySelectorAll("#bases input, #marks input"))
		input.closest("label").hidden = !there.includes(input.value);
	for (const id of ["opacity", "cell"])
		$(id).parentElement.hidden = !!sides[0].picture;
	$("layers").hidden = !!sides[0].picture;
	listAreas(data.summary, data.areas, data.count);
}
// Tells what differs after edits, goals and rules of this page.
function differ({ cells, count, areas }) {
	const percent = cells * 100 / (w * h);
	listAreas(cells === 0 ? "Nothing differs." : `${cells} of ${w * h} cells differ (${percent < 0.001 ? "<0.001" : Number(percent.toFixed(3))} %)`, areas, count);
}
function listAreas(summary, areas, count) {
	$("summary").textContent = summary + (count > areas.length ? `; the largest ${areas.length} of ${count} areas:` : "");
	$("areas").replaceChildren();
	for (const place of areas) {
		const { x, y, w: right, h: down, cells } = place;
		const button = make("button", "", make("li", "", $("areas")));
		button.textContent = `${cells} ${sides[0].picture ? "pixel" : "cell"}${cells === 1 ? "" : "s"} at ${x},${y}`;
		button.onclick = () => {
			area = place;
			const { clientWidth: width, clientHeight: height } = canvas, scale = Math.min(48, width / (right + 8), height / (down + 8));
			view = { scale, x: x + right / 2 - width / scale / 2, y: y + down / 2 - height / scale / 2 };
			moved();
		};
	}
}
async function copy(text, id) {
	const label = $(id).textContent;
	try {
		await navigator.clipboard.writeText(text);
	} catch {
		const area = make("textarea", "unseen", document.body);
		area.value = text;
		area.select();
		document.execCommand("copy");
		area.remove();
		$(id).focus();
	}
	$(id).textContent = "Copied";
	setTimeout(() => ($(id).textContent = label), 1500);
}
function setTheme(name) {
	theme = name;
	document.documentElement.dataset.theme = name;
}
async function start() {
	setTheme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
	const names = sides.map(({ name }) => name.split("/").pop()).join(" → ");
	document.title = `${names} · flowfield`;
	$("title").textContent = document.title;
	$("name").textContent = names;
	$("name").title = sides.map(({ name }) => name).join(" → ");
	$("size").textContent = `${w} × ${h}`;
	for (const id of ["tools", "undo", "redo", "reset", "rules", "told", "edited", "edits", "acts"])
		$(id).hidden = !solves;
	if (sides.length > 1)
		compared();
	listen();
	shown();
	worker = new Worker(URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" })));
	worker.onmessage = ({ data: reply }) => {
		waiting.get(reply.id)(reply);
		waiting.delete(reply.id);
	};
	worker.onerror = (event) => tell(`This browser cannot run the solver: ${event.message}`, true);
	const module = await unpack([fromBase64($("module").textContent)], "gzip");
	for (let i = 0; i < sides.length; i++)
		if (sides[i].cells) {
			original[i] = await decode(sides[i].cells);
			cost[i] = original[i].slice();
		} else if (sides[i].classes) {
			sides[i].layers = [[0, new Uint8Array(w * h).fill(1)], [4, await decode(sides[i].classes)],
				[1, sides[i].values ? await decodeNumbers(sides[i].values) : new Float64Array(w * h).fill(Infinity)]];
			if (sides[i].vectors)
				sides[i].layers.push([3, Float32Array.from(await decodeNumbers(sides[i].vectors))]);
		} else {
			sides[i].bitmap = await createImageBitmap(new Blob([fromBase64(sides[i].picture)]));
		}
	try {
		restore();
	} catch {
		// it is no link of this page
	}
	const reply = await ask({ module: module.buffer, sides: sides.filter((side) => !side.picture).map((side, i) => ({ w, h, scale: data.scale, cost: original[i], layers: side.layers })) });
	if (reply.error)
		return tell(reply.error, true);
	colours = reply.colours;
	view ? moved() : fit();
	shown();
	change(true);
}
start().catch(({ message }) => tell(`This browser cannot show the map: ${message}`, true));
