// libflowfield for JavaScript: worlds over the functions of flowfield.h, which explains them.
//
//	const { load } = require("flowfield");
//	const flowfield = await load();
//	const world = flowfield.world(4, 3, cells, { metric: "octile" });
//	world.addGoal(3, 2);
//	world.solve();
//	world.value(0, 2);

"use strict";

// In the order of the enumerations of flowfield.h.
const METRICS = ["manhattan", "octile", "euclid"];
const STEPS = ["cell", "mean", "hops"];
const CORNERS = ["strict", "lenient", "cut"];
const FLOWS = ["own", "lowest", "path", "gradient", "sum", "differences"];
const DIRECTIONS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW", "none"];
const CLASSES = ["goal", "reached", "unreached", "wall", "not computed", "not yet", "farther"];
const WALL = 255;
const OK = 0, ANSWER = 7;

// The layers: their numbers, types, and how many numbers a cell has.
const LAYERS = {
	cost: [0, Uint8Array, 1],
	values: [1, Float64Array, 1],
	directions: [2, Uint8Array, 1],
	vectors: [3, Float32Array, 2],
	classes: [4, Uint8Array, 1],
	allocation: [5, Int32Array, 1],
	sight: [6, BigInt64Array, 1],
	exact: [7, BigUint64Array, 1],
};

function indexOf(words, word, what) {
	const index = words.indexOf(word);
	if (index < 0)
		throw new TypeError(`${what} ${word}: expected ${words.join(", ")}`);
	return index;
}

class World {
	constructor(library, w, h, cost, rules) {
		Object.assign(this, { library, w, h, real: !!rules.real });
		this.at = library.create("ff_world_new", w, h, cost, rules);
	}

	free() {
		this.library.calls.ff_world_free(this.at);
		this.at = 0;
	}

	// Adds a place, or with w and h all cells of an area.
	addGoal(x, y, { w = 1, h = 1, start = 0 } = {}) {
		const { calls } = this.library, cost = BigInt(start);
		this.library.check(w > 1 || h > 1 ? calls.ff_world_add_goal_area(this.at, x, y, w, h, cost)
			: calls.ff_world_add_goal(this.at, x, y, cost));
	}

	clearGoals() {
		this.library.calls.ff_world_clear_goals(this.at);
	}

	// Sets a rectangle of cells to one cost; 255 is a wall, or of real costs Infinity.
	edit(x, y, w, h, cost) {
		this.library.check(this.library.calls.ff_world_edit(this.at, x, y, w, h, cost));
	}

	solve() {
		this.library.check(this.library.calls.ff_world_solve(this.at));
	}

	// How many cells have another value since the last solve.
	changed() {
		return Number(this.library.calls.ff_world_changed(this.at));
	}

	value(x, y) {
		return this.library.calls.ff_world_value(this.at, x, y);
	}

	direction(x, y) {
		return DIRECTIONS[this.library.calls.ff_world_direction(this.at, x, y)];
	}

	classAt(x, y) {
		return CLASSES[this.library.calls.ff_world_class(this.at, x, y)];
	}

	// Returns the unit vector, or 0,0, in which a walker at x,y should go.
	follow(x, y) {
		return this.library.results(2, (to) => this.library.calls.ff_world_follow(this.at, x, y, to, to + 8));
	}

	// Returns where a walker at x,y is after a distance along the field.
	walk(x, y, distance) {
		return this.library.results(2, (to) => {
			this.library.doubles(to, 2).set([x, y]);
			this.library.calls.ff_world_walk(this.at, to, to + 8, distance);
		});
	}

	// Returns x and y of each point of the path from x,y to a goal, or null if none is reached.
	path(x, y) {
		const { library } = this, { calls } = library, count = library.room(4);
		let status = calls.ff_world_path(this.at, x, y, 0, 0, count);
		const points = new DataView(calls.memory.buffer).getUint32(count, true);
		const path = library.results(2 * points, (to) => {
			if (points > 0)
				status = calls.ff_world_path(this.at, x, y, to, points, count);
		});
		calls.free(count);
		if (status === ANSWER)
			return null;
		library.check(status);
		return path;
	}

	// Returns a copy of a layer: cost, values, directions, vectors, classes, allocation, sight, exact.
	layer(name) {
		const { calls } = this.library;
		indexOf(Object.keys(LAYERS), name, "layer");
		const [number, type, width] = LAYERS[name];
		const Type = name === "cost" && this.real ? Float32Array : type;
		const bytes = calls.ff_world_size(this.at, number), buffer = this.library.room(bytes);
		const status = calls.ff_world_copy(this.at, number, buffer, bytes);
		const cells = new Type(calls.memory.buffer, buffer, this.w * this.h * width).slice();
		calls.free(buffer);
		this.library.check(status);
		return cells;
	}

	// Returns the digest of the values that `flowfield --json` prints.
	digest() {
		const digest = this.library.calls.ff_view_digest(this.at, this.w, this.h);
		return BigInt.asUintN(64, digest).toString(16).padStart(16, "0");
	}
}

class Library {
	constructor(instance) {
		this.calls = instance.exports;
		this.calls._initialize();
	}

	world(w, h, cost, rules = {}) {
		return new World(this, w, h, cost, rules);
	}

	// Calls ff_world_new() or ff_router_new(); 'more' precedes the result.
	create(name, w, h, cost, rules, ...more) {
		const { metric = "manhattan", step = "cell", corners = "strict", flow = "own", sight = false, radius = 0,
			maxCost = 0, flee = 0, real = false, costScale = 0 } = rules;
		if (cost.length !== w * h)
			throw new RangeError(`the map has ${cost.length} cells; expected ${w} * ${h}`);
		const words = [indexOf(METRICS, metric, "metric"), indexOf(STEPS, step, "step"),
			indexOf(CORNERS, corners, "corners"), indexOf(FLOWS, flow, "flow"), sight ? 1 : 0];
		const cells = this.put(real ? Float32Array.from(cost) : Uint8Array.from(cost));
		const struct = this.put(new Uint8Array(72)), out = struct + 64; // struct ff_rules, and the result
		new Int32Array(this.calls.memory.buffer, struct, 5).set(words);
		this.doubles(struct + 24, 3).set([radius, maxCost, flee]);
		new Int32Array(this.calls.memory.buffer, struct + 56, 1).set([real ? 1 : 0]);
		this.doubles(struct + 64, 1).set([costScale]);
		const status = this.calls[name](w, h, cells, struct, ...more, out);
		const made = new DataView(this.calls.memory.buffer).getUint32(out, true);
		this.calls.free(struct);
		this.calls.free(cells);
		this.check(status);
		return made;
	}

	error() {
		const bytes = new Uint8Array(this.calls.memory.buffer), from = this.calls.ff_error();
		return new TextDecoder().decode(bytes.slice(from, bytes.indexOf(0, from)));
	}

	check(status) {
		if (status !== OK)
			throw new Error(this.error());
	}

	room(bytes) {
		const at = this.calls.malloc(bytes || 1);
		if (!at)
			throw new Error("out of memory");
		return at;
	}

	// Returns the address of a copy; the caller frees it.
	put(cells) {
		const at = this.room(cells.byteLength);
		new Uint8Array(this.calls.memory.buffer, at).set(new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength));
		return at;
	}

	doubles(at, count) {
		return new Float64Array(this.calls.memory.buffer, at, count);
	}

	// Returns the portals of a router.
	portals(router) {
		const { calls } = this, names = ["x", "y", "dx", "dy", "length", "used"], count = this.room(4);
		const number = () => new DataView(calls.memory.buffer).getUint32(count, true);
		calls.ff_router_portals(router, 0, 0, count);
		const to = this.room(4 * names.length * number());
		calls.ff_router_portals(router, to, number(), count);
		const numbers = new Int32Array(calls.memory.buffer, to, names.length * number());
		const portals = Array.from({ length: number() }, (_, i) => Object.fromEntries(names.map((name, k) => [name, numbers[names.length * i + k]])));
		calls.free(to);
		calls.free(count);
		return portals;
	}

	// Returns the doubles that a call writes.
	results(count, call) {
		const to = this.room(8 * count);
		call(to);
		const found = this.doubles(to, count).slice();
		this.calls.free(to);
		return found;
	}
}

// Makes the library of the bytes of flowfield.wasm.
async function load(bytes) {
	if (bytes === undefined)
		bytes = require("fs").readFileSync(require("path").join(__dirname, "flowfield.wasm"));
	const module = await WebAssembly.compile(bytes);
	// WASI's functions are never called.
	const never = (name) => () => {
		throw new Error(name);
	};
	const wasi = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, never(name)]));
	return new Library(await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi }));
}

if (typeof module === "object")
	module.exports = { load, METRICS, STEPS, CORNERS, FLOWS, DIRECTIONS, CLASSES, WALL };
