// worlds.js PACKAGE: what the package's functions answer.
"use strict";
const assert = require("assert");
const { load } = require(process.argv[2]);

(async () => {
	const flowfield = await load();
	const cells = [1, 1, 1, 1, 1, 255, 9, 1, 1, 255, 1, 1];
	const world = flowfield.world(4, 3, cells);
	world.addGoal(3, 2);
	assert.equal(world.value(0, 2), Infinity); // not solved yet
	world.solve();
	assert.equal(world.value(0, 2), 7);
	assert.equal(world.direction(0, 2), "N");
	assert.equal(world.classAt(1, 1), "wall");
	assert.deepEqual([...world.follow(0, 1.8)], [0, -1]);
	assert.deepEqual([...world.walk(0, 1.75, 0.25)], [0, 1.5]);
	const path = world.path(0, 2);
	assert.deepEqual([...path.slice(0, 2)], [0, 2]);
	assert.equal(world.path(1, 1), null);
	assert.equal(world.layer("values")[8], 7);
	assert.deepEqual([...world.layer("cost")], cells);
	assert.equal(world.layer("vectors").length, 24);
	assert.equal(world.layer("allocation")[5], -1);
	world.edit(3, 0, 1, 1, 255); // a door shuts
	world.solve();
	assert.equal(world.value(0, 2), 15);
	assert.equal(world.changed(), 6);
	world.clearGoals();
	world.addGoal(0, 0, { w: 2, h: 1, start: 5 });
	world.solve();
	assert.equal(world.value(0, 2), 7);
	assert.throws(() => world.edit(3, 0, 2, 1, 255), /ff_world_edit/);
	assert.throws(() => world.addGoal(9, 9), /ff_world_add_goal/);
	assert.throws(() => world.layer("heat"), /layer heat: expected cost, values/);
	assert.throws(() => flowfield.world(4, 3, [1]), /1 cells/);
	assert.throws(() => flowfield.world(4, 3, cells, { metric: "x" }), /metric x: expected manhattan/);
	assert.throws(() => flowfield.world(4, 3, cells, { radius: -1 }), /radius/);
	world.free();

	const real = flowfield.world(3, 1, [1, 2.5, Infinity], { real: true });
	real.addGoal(0, 0);
	real.edit(2, 0, 1, 1, 1.5);
	real.solve();
	assert.deepEqual([...real.layer("values")], [0, 2.5, 4]);
	assert.deepEqual([...real.layer("cost")], [1, 2.5, 1.5]);
	assert.throws(() => real.edit(2, 0, 1, 1, 0), /ff_world_edit: cost is 0; expected above 0, up to 3.99/);
})();
