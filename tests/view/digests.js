// digests.js PACKAGE PROGRAM: a thousand maps and rules drawn at random, solved by both, and again
// after an edit.
"use strict";
const assert = require("assert");
const { execFileSync } = require("child_process");
const { load, METRICS, STEPS, CORNERS, FLOWS } = require(process.argv[2]);

let state = 20261129;
function below(n) {
	state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
	return Math.floor((state / 2 ** 32) * n);
}
function digest(w, h, cells, goals, rules) {
	const options = goals.flatMap(([x, y, start]) => ["--goal", `${x},${y}+${start}`]);
	for (const [name, value] of Object.entries(rules))
		if (name === "sight")
			options.push(...(value ? ["--sight"] : []));
		else if (value !== 0 && value !== "own")
			options.push(`--${name === "maxCost" ? "max-cost" : name}=${value}`);
	const input = Buffer.concat([Buffer.from(`P5 ${w} ${h} 255\n`), Buffer.from(cells)]);
	const report = execFileSync(process.argv[3], ["-", ...options, "--json", "-", "-q"], { input });
	return JSON.parse(report).integration.digest;
}

(async () => {
	const flowfield = await load();
	for (let i = 0; i < 1000; i++) {
		const w = 1 + below(i % 10 ? 40 : 300), h = 1 + below(40), walls = below(40);
		const costs = below(2) ? 1 : 254;
		const cells = Uint8Array.from({ length: w * h }, () => (below(100) < walls ? 255 : 1 + below(costs)));
		const goals = Array.from({ length: 1 + below(3) }, () => [below(w), below(h), below(3) * 7]);
		for (const [x, y] of goals)
			cells[y * w + x] = 1;
		const rules = { metric: METRICS[below(3)], corners: CORNERS[below(3)], flow: FLOWS[below(FLOWS.length)],
			step: "cell", sight: below(2) > 0, radius: below(4) ? 0 : 1.2, maxCost: below(4) ? 0 : 20, flee: 0 };
		if (rules.metric !== "euclid")
			rules.step = STEPS[below(3)];
		if (!below(6))
			Object.assign(rules, { flee: -1.2, sight: false, maxCost: 0, flow: "own" });
		const world = flowfield.world(w, h, cells, rules);
		for (const [x, y, start] of goals)
			world.addGoal(x, y, { start });
		for (let edit = 0; edit < 2; edit++) {
			try {
				world.solve();
			} catch (error) { // the radius has closed a goal
				assert.ok(rules.radius > 0, error.message);
				break;
			}
			assert.equal(world.digest(), digest(w, h, cells, goals, rules), `${i} ${edit} ${w}x${h} ${JSON.stringify([goals, rules])}`);
			const x = below(w), y = below(h);
			if (goals.some((goal) => goal[0] === x && goal[1] === y))
				break;
			cells[y * w + x] = cells[y * w + x] === 255 ? 3 : 255;
			world.edit(x, y, 1, 1, cells[y * w + x]);
		}
		world.free();
	}
})();
