// The worker: it solves, and paints tiles, so that the page stays at hand meanwhile.  Each message
// is a question, each answer has the tiles and samples that the question names.

let library, sides = [];

// Returns costs, which have units where there is a scale, as worlds take them.
const realCosts = (cells, scale) => (scale > 0 ? Float32Array.from(cells, (units) => (units === 65535 ? Infinity : units / scale)) : cells);
const realRules = (rules, scale) => ({ ...rules, real: scale > 0, costScale: scale });

// One map with its world, or with layers that were computed elsewhere.
class Side {
	constructor({ w, h, scale, cost, layers }) {
		Object.assign(this, { w, h, scale, cost, given: !!layers, world: null, view: 0, rules: "", goals: "", failed: "" });
		if (layers) {
			this.view = library.calls.ff_view_new(0, w, h, scale > 0 ? 1 : 0);
			for (const [number, cells] of layers)
				this.fill(number, number === LAYERS.cost[0] ? realCosts(cells, scale) : cells);
		}
	}

	fill(number, cells) {
		const { calls } = library, at = calls.ff_view_buffer(this.view, number);
		if (!at)
			throw new Error("out of memory");
		new Uint8Array(calls.memory.buffer, at).set(new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength));
	}

	// Brings the world up to date; returns the number of cells that changed.
	solve({ rules, goals, edits }) {
		const { calls } = library, wanted = JSON.stringify(rules), places = JSON.stringify(goals);
		for (const [x, y, w, h, cost] of edits) {
			for (let row = y; row < y + h; row++)
				this.cost.fill(cost, row * this.w + x, row * this.w + x + w);
			if (this.world)
				this.world.edit(x, y, w, h, realCosts([cost], this.scale)[0]);
		}
		if (!this.world || this.rules !== wanted) {
			if (this.world) {
				calls.ff_view_free(this.view);
				this.world.free();
				this.world = null;
			}
			this.world = library.world(this.w, this.h, realCosts(this.cost, this.scale), realRules(rules, this.scale));
			this.view = calls.ff_view_new(this.world.at, this.w, this.h, this.scale > 0 ? 1 : 0);
			if (!this.view)
				throw new Error("out of memory");
			this.rules = wanted;
			this.goals = "";
		}
		if (this.goals !== places) {
			this.goals = "";
			this.world.clearGoals();
			for (const goal of goals)
				this.world.addGoal(goal.x, goal.y, goal);
			calls.ff_view_number(this.view, library.put(Uint32Array.from(goals, ({ number }, i) => number ?? i)));
			this.goals = places;
		}
		library.check(calls.ff_view_solve(this.view));
		return this.world.changed();
	}

	// Does so, and keeps the reason why it could not.
	solved(question) {
		this.failed = "";
		try {
			return this.solve(question);
		} catch (error) {
			this.failed = error.message;
			return 0;
		}
	}
}

// Returns how two sides differ, as the program's compare says it: 'within' has its rules.
function compare({ abs, rel, ignored }) {
	const { calls } = library, most = 100, parts = library.put(Int32Array.from(ignored.flatMap((part) => part.split(",").map(Number))));
	const [cells, count, listed, ...places] = library.results(3 + 5 * most, (to) => {
		if (!calls.ff_view_compare(sides[0].view, sides[1].view, abs, rel, parts, ignored.length, most, to))
			throw new Error("out of memory");
	});
	calls.free(parts);
	return { cells, count, areas: Array.from({ length: listed }, (_, i) => {
		const [x, y, w, h, cells] = places.slice(5 * i);
		return { x, y, w, h, cells };
	}) };
}

// Returns the sectors that a router would compute for walkers, and portals; 'size' is the side of a sector, the program's default.
function sectors(side, { rules, goals, walkers }) {
	const { calls } = library, { w, h } = side, size = w * h <= 2 ** 15 ? 10 : w * h <= 2 ** 22 ? 48 : 64;
	const router = library.create("ff_router_new", w, h, realCosts(side.cost, side.scale), realRules({ ...rules, sight: false }, side.scale), size);
	const sources = library.put(Int32Array.from(walkers.flatMap(({ x, y }) => [Math.round(x), Math.round(y)])));
	const classes = library.room(w * h), across = Math.ceil(w / size), found = new Uint8Array(across * Math.ceil(h / size));
	for (const { x, y, start = 0, w: right = 1, h: down = 1 } of goals)
		for (let i = 0; i < right * down; i++)
			calls.ff_router_add_goal(router, x + i % right, y + Math.floor(i / right), BigInt(start));
	const status = calls.ff_router_find(router, sources, walkers.length, 0, 0);
	if (status === OK && calls.ff_router_copy(router, LAYERS.classes[0], classes, w * h) === OK) {
		const cells = new Uint8Array(calls.memory.buffer, classes, w * h);
		for (let i = 0; i < w * h; i++)
			if (cells[i] < 2)
				found[Math.floor(i / w / size) * across + Math.floor(i % w / size)] = 1;
	}
	const portals = status === OK ? library.portals(router) : [];
	for (const block of [sources, classes])
		calls.free(block);
	calls.ff_router_free(router);
	library.check(status);
	return { size, across, found, portals };
}

// Answers a question, or throws.
function answer(question) {
	const started = performance.now(), { calls } = library, reply = { tiles: [], samples: [] }, transfer = [];
	if (question.solve)
		reply.changed = sides.map((side, i) => (side.given ? 0 : side.solved({ ...question, edits: question.edits[i] || [] })));
	const failed = sides.find((side) => side.failed);
	if (failed)
		throw new Error(failed.failed);
	reply.solved = performance.now() - started;
	reply.most = sides.reduce((most, side) => {
		const own = calls.ff_view_most(side.view);
		return Math.abs(own) > Math.abs(most) ? own : most;
	}, 0);
	const { style } = question;
	const end = style.range || roundAway(reply.most);
	sides.forEach((side, i) => {
		const tiles = question.tiles.filter((tile) => tile.side === i);
		// Two sides have one scale, and so has a range.
		const largest = sides.length > 1 || style.range ? 0 : { rank: reply.most > 0 ? Infinity : 0, auto: reply.most }[style.scale] || 0;
		reply.scale = calls.ff_view_style(side.view, style.base, style.colormap, Math.min(end, 0), Math.max(end, 0), largest, style.least,
			style.most, style.opacity, style.sight ? 1 : 0);
		if (!reply.scale)
			throw new Error("out of memory");
		for (const tile of tiles) {
			const step = 2 ** tile.level, at = calls.ff_view_paint(side.view, tile.x * 256 * step, tile.y * 256 * step, step);
			const mark = calls.ff_view_mark(side.view);
			if (mark === tile.mark) { // the page has it
				reply.tiles.push(tile);
				continue;
			}
			const pixels = new Uint8ClampedArray(calls.memory.buffer, at, 256 * 256 * 4).slice();
			reply.tiles.push({ ...tile, mark, pixels });
			transfer.push(pixels.buffer);
		}
		const { samples } = question;
		if (samples) {
			const to = library.room(32 * samples.nx * samples.ny);
			calls.ff_view_sample(side.view, samples.x, samples.y, samples.step, samples.nx, samples.ny, to);
			const numbers = library.doubles(to, 4 * samples.nx * samples.ny).slice();
			calls.free(to);
			reply.samples.push({ ...samples, numbers });
			transfer.push(numbers.buffer);
		}
	});
	const paths = question.walkers.map(({ x, y }) => sides.map(({ world }) => {
		const value = world ? world.value(x, y) : NaN;
		return { value, points: world && world.classAt(x, y) !== "wall" && value < Infinity && !question.aimless ? world.path(x, y) : null };
	}));
	reply.sectors = [];
	try {
		if (question.sectors)
			reply.sectors = sides.map((side) => sectors(side, question));
	} catch (error) {
		reply.note = error.message; // routers refuse some rules
	}
	reply.end = end;
	reply.paths = paths;
	reply.ms = performance.now() - started;
	return [reply, transfer];
}

// Returns what is known of a cell.
function describe({ x, y, allocation }) {
	return sides.map((side) => {
		if (side.failed || !side.view)
			throw new Error(side.failed);
		const { calls } = library, to = library.room(32);
		calls.ff_view_sample(side.view, x, y, 1, 1, 1, to);
		const [value, dx, dy, number] = library.doubles(to, 4);
		calls.free(to);
		let goal = -1;
		if (allocation && side.world && number < 2) {
			const labels = calls.ff_view_layer(side.view, 5);
			if (labels)
				goal = new DataView(calls.memory.buffer).getInt32(labels + 4 * (y * side.w + x), true);
		}
		return { value, dx, dy, class: CLASSES[number], goal, direction: side.world ? side.world.direction(x, y) : "" };
	});
}

// The numbers that are easy to read, away from 0: those of the program's legends.
function roundAway(value) {
	if (value < 0)
		return -roundAway(-value);
	if (!(value > 0))
		return 0;
	let power = 10 ** Math.floor(Math.log10(value));
	for (const digit of [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2, 2.2, 2.4, 2.5, 2.6, 2.8, 3, 3.2, 3.5, 3.8, 4, 4.2, 4.5, 4.8, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10])
		if (digit * power >= value * (1 - 1e-12))
			return digit * power;
	return 10 * power;
}

onmessage = async ({ data: question }) => {
	const { id } = question;
	try {
		if (question.module) {
			library = await load(question.module);
			sides = question.sides.map((side) => new Side(side));
			// The number of colours that ff_view_colour() has for each base, and for lines.
			const view = library.calls.ff_view_new(0, 1, 1, 0), lengths = [252, 2, 240, 24, 252];
			const colours = [0, 1, 2, 3].map((colormap) => {
				library.calls.ff_view_style(view, 0, colormap, 0, 1, 0, 0, 1, 100, 0);
				return lengths.map((length, base) => Array.from({ length }, (_, i) =>
					`#${library.calls.ff_view_colour(view, base, i).toString(16).padStart(6, "0")}`));
			});
			library.calls.ff_view_free(view);
			postMessage({ id, colours });
		} else if (question.digest) {
			postMessage({ id, digests: sides.map(({ world }) => (world ? world.digest() : "")), difference: sides.length > 1 ? compare(question.within) : null });
		} else if (question.cell) {
			postMessage({ id, cells: describe(question.cell) });
		} else {
			const [reply, transfer] = answer(question);
			postMessage({ id, ...reply }, transfer);
		}
	} catch (error) {
		postMessage({ id, error: error.message });
	}
};
