// digests.js PACKAGE PROGRAM: a thousand maps and rules drawn at random, solved by both, and again
// after an edit.
"use strict";
const assert = require("assert");
const { execFileSync } = require("child_process");
const { METRICS, STEPS, CORNERS, FLOWS } = require("../../src/view/flowfield.js");

let state = 20261129;
function below(n) {
	state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
	return Math.floor((state / 2 ** 32) * n);
}
function draw(i) {
	const w = 1 + below(i % 10 ? 40 : 300), h = 1 + below(40), walls = below(40);
	const costs = below(2) ? 1 : 254;
	const cells = Array.from({ length: w * h }, () => (below(100) < walls ? 255 : 1 + below(costs)));
	const goals = Array.from({ length: 1 + below(3) }, () => ({ x: below(w), y: below(h), start: below(3) * 7 }));
	for (const { x, y } of goals)
		cells[y * w + x] = 1;
	const rules = { metric: METRICS[below(3)], corners: CORNERS[below(3)], flow: FLOWS[below(FLOWS.length)],
		step: "cell", sight: below(2) > 0, radius: below(4) ? 0 : 1.2, maxCost: below(4) ? 0 : 20, flee: 0 };
	if (rules.metric !== "euclid")
		rules.step = STEPS[below(3)];
	if (!below(6))
		Object.assign(rules, { flee: -1.2, sight: false, maxCost: 0, flow: "own" });
	const x = below(w), y = below(h);
	const edit = goals.some((goal) => goal.x === x && goal.y === y) ? null : [x, y, 1, 1, cells[y * w + x] === 255 ? 3 : 255];
	return { w, h, cells, goals, rules, edit };
}
function digest(program, { w, h, cells, goals, rules }) {
	const options = goals.flatMap(({ x, y, start }) => ["--goal", `${x},${y}+${start}`]);
	for (const [name, value] of Object.entries(rules))
		if (name === "sight")
			options.push(...(value ? ["--sight"] : []));
		else if (value !== 0 && value !== "own")
			options.push(`--${name === "maxCost" ? "max-cost" : name}=${value}`);
	const input = Buffer.concat([Buffer.from(`P5 ${w} ${h} 255\n`), Buffer.from(cells)]);
	const report = execFileSync(program, ["-", ...options, "--json", "-", "-q"], { input });
	return JSON.parse(report).integration.digest;
}

// Compares the program's digests with those that 'solve' resolves to for a list of maps: of each map
// before and after its edit; none where a radius has closed a goal.
async function compare(program, solve) {
	for (let i = 0; i < 1000; i += 50) {
		const maps = Array.from({ length: 50 }, (_, k) => draw(i + k));
		(await solve(maps)).forEach((digests, k) => {
			const map = maps[k], wanted = map.edit ? 2 : 1;
			assert.ok(digests.length === wanted || map.rules.radius > 0, `${i + k}`);
			digests.forEach((found, after) => {
				if (after)
					map.cells[map.edit[1] * map.w + map.edit[0]] = map.edit[4];
				assert.equal(found, digest(program, map), `${i + k} ${after} ${JSON.stringify({ ...map, cells: 0 })}`);
			});
		});
	}
}
module.exports = { compare };

if (require.main === module)
	require(process.argv[2]).load().then((flowfield) => compare(process.argv[3], (maps) => maps.map(({ w, h, cells, goals, rules, edit }) => {
		const world = flowfield.world(w, h, cells, rules), digests = [];
		for (const { x, y, start } of goals)
			world.addGoal(x, y, { start });
		try {
			world.solve();
			digests.push(world.digest());
			if (edit) {
				world.edit(...edit);
				world.solve();
				digests.push(world.digest());
			}
		} catch (error) {
			assert.ok(rules.radius > 0, error.message);
		}
		world.free();
		return digests;
	})));
