// page.js PROGRAM FOLDER: the page of --html in Chromium, driven as a user does.  Prints TAP.
"use strict";
const assert = require("assert");
const { execFileSync, spawnSync } = require("child_process");
const fs = require("fs");
const net = require("net");
const path = require("path");
const { open } = require("./browser.js");
const { compare } = require("./digests.js");

const [program, folder] = process.argv.slice(2);
const flowfield = (...words) => execFileSync(program, [...words, "-q"], { maxBuffer: 1 << 28 });
const digestOf = (...words) => JSON.parse(flowfield(...words, "--json", "-")).integration.digest;
let count = 0, failed = 0;
async function test(name, body) {
	try {
		await body();
		console.log(`ok ${++count} - ${name}`);
	} catch (error) {
		failed++;
		console.log(`not ok ${++count} - ${name}`);
		console.error(`# ${name}: ${error.stack.replace(/\n/g, "\n# ")}`);
	}
}
function page(name, map, ...words) {
	const file = path.join(folder, `${name}.html`);
	flowfield(map, ...words, "--html", file);
	return `file://${file}`;
}
// A grey map as PGM.
function pgm(name, w, h, cells) {
	const file = path.join(folder, name);
	fs.writeFileSync(file, Buffer.concat([Buffer.from(`P5 ${w} ${h} 255\n`), Buffer.from(cells)]));
	return file;
}
// A map of numbers.
function npy(name, w, h, values) {
	const file = path.join(folder, name), header = `{'descr': '<f8', 'fortran_order': False, 'shape': (${h}, ${w}), }`.padEnd(117) + "\n";
	fs.writeFileSync(file, Buffer.concat([Buffer.from("\x93NUMPY\x01\0", "latin1"), Buffer.from([118, 0]), Buffer.from(header), Buffer.from(Float64Array.from(values).buffer)]));
	return file;
}
// Chromium itself looks for updates.
const foreign = (text) => !/\/\/[\w.-]*(google|googleapis|gvt1)\.com|^CONNECT [\w.-]*(google|googleapis|gvt1)\.com:/.test(text);

(async () => {
	const called = [];
	const socket = net.createServer((client) => client.once("data", (bytes) => {
		called.push(bytes.toString().split("\r")[0].replace(/^GET /, ""));
		client.destroy();
	})).listen(0, "127.0.0.1");
	await new Promise((resolve) => socket.once("listening", resolve));
	const log = path.join(folder, "net.json");
	const browser = await open({ flags: [`--proxy-server=http://127.0.0.1:${socket.address().port}`, `--log-net-log=${log}`] });
	const { run, drag, key } = browser;
	const text = (id) => run(`document.getElementById("${id}").textContent`);
	// The middle of a cell on the screen.
	const spot = (x, y) => run(`(() => { const [px, py] = at(${x}, ${y}); return [px, py]; })()`);
	const digest = async () => {
		await run("(digests = null, clearTimeout(digestTimer), digest())");
		return run("digests[0]");
	};
	const click = async (x, y, options) => drag([await spot(x, y)], options);
	const set = (id, value) => run(`(() => { const e = document.getElementById("${id}"); e.value = ${JSON.stringify(value)};
		e.dispatchEvent(new Event("input")); e.dispatchEvent(new Event("change")); })()`).then(browser.idle);
	const pick = (value) => run(`document.querySelector('#tools input[value="${value}"]').click()`);
	const caves = "samples/caves.png", goal = ["--goal", "48,32"];

	await test("a page shows the program's digest", async () => {
		await browser.go(page("caves", caves, ...goal, "--from", "6,6"));
		await browser.until("digests");
		assert.match(await text("digest"), /the same as the program's/);
		assert.equal(await digest(), digestOf(caves, ...goal));
		assert.equal(await run("document.title"), "caves.png · flowfield");
	});
	await test("its values are those of --csv", async () => {
		const lines = flowfield(caves, ...goal, "--csv", "-").toString().trim().split("\n").slice(1);
		for (const line of lines.filter((_, i) => i % 97 === 0)) {
			const [x, y, , , value] = line.split(",");
			const cell = (await run(`ask({ cell: { x: ${x}, y: ${y} } })`)).cells[0];
			assert.equal(cell.value === null ? "" : String(cell.value), value, line); // no infinity in JSON
		}
	});
	await test("a click moves the goal, with Shift adds one", async () => {
		await click(9, 50);
		await click(8, 50);
		assert.equal(await digest(), digestOf(caves, "--goal", "8,50"));
		await click(48, 32, { shift: true });
		assert.equal(await digest(), digestOf(caves, "--goal", "8,50", "--goal", "48,32"));
		assert.match(await text("command"), /^flowfield samples\/caves.png --goal 8,50 --goal 48,32 --from 6,6 /);
	});
	await test("no goal is put on a wall", async () => {
		await click(0, 0);
		assert.match(await text("busy"), /0,0 is a wall/);
		assert.equal(await run("state.goals.length"), 2);
	});
	await test("a goal that is dragged solves on its way", async () => {
		const from = await spot(8, 50), to = await spot(10, 50);
		await drag([from, [(from[0] + to[0]) / 2, from[1]], to]);
		assert.equal(await digest(), digestOf(caves, "--goal", "10,50", "--goal", "48,32"));
	});
	await test("a walker that is dragged has its path at once", async () => {
		const costs = await run("answer.paths[0][0].value");
		await drag([await spot(6, 6), await spot(10, 5), await spot(13, 6)]);
		assert.deepEqual(await run("[state.walkers[0].x, state.walkers[0].y]"), [13, 6]);
		assert.notEqual(await run("answer.paths[0][0].value"), costs);
		assert.ok(await run("answer.paths[0][0].points.length") > 20);
	});
	await test("undo and redo take all of it back, and do it again", async () => {
		const last = await digest();
		for (let i = 0; i < 5; i++)
			await key("z", { ctrl: true });
		assert.equal(await digest(), digestOf(caves, ...goal));
		assert.equal(await run("document.getElementById('undo').disabled"), true);
		for (let i = 0; i < 5; i++)
			await key("z", { ctrl: true, shift: true });
		assert.equal(await digest(), last);
		await run("document.getElementById('reset').click()");
		await browser.idle();
		assert.equal(await digest(), digestOf(caves, ...goal));
	});
	await test("paint repairs the field; update and the edited map give the page's digest", async () => {
		for (const [tool, from, to, width] of [["wall", [40, 20], [60, 44], 3], ["floor", [30, 20], [50, 22], 3], ["cost", [10, 40], [20, 50], 1]]) {
			await pick(tool);
			await set("width", width);
			const a = await spot(...from), b = await spot(...to);
			await drag(Array.from({ length: 9 }, (_, i) => [a[0] + (b[0] - a[0]) * i / 8, a[1] + (b[1] - a[1]) * i / 8]));
		}
		assert.deepEqual(await run("costs"), [1, 50], "terrain shows the painted cost");
		const painted = await digest(), map = path.join(folder, "edited.png"), edits = path.join(folder, "edits.csv");
		assert.notEqual(painted, digestOf(caves, ...goal));
		fs.writeFileSync(map, await browser.saved("#edited"));
		fs.writeFileSync(edits, await browser.saved("#edits"));
		assert.equal(digestOf(map, ...goal), painted);
		assert.equal(digestOf("update", caves, ...goal, "--edits", edits), painted);
		assert.match(await text("command"), /^flowfield update samples\/caves.png --goal 48,32 .*--edits edits.csv --heatmap heatmap.png --with paths$/);
	});
	await test("a link restores everything", async () => {
		const before = await digest(), link = `${page("caves", caves, ...goal)}#${await run("linkText()")}`;
		await browser.go(link);
		assert.equal(await digest(), before);
		await browser.go(link.replace(/#.*/, "#null"));
		assert.equal(await digest(), digestOf(caves, ...goal), "no link of a page");
		await run(`void (location.hash = ${JSON.stringify(link.replace(/.*?#/, ""))})`);
		await browser.until("typeof edited === 'function' && edited() > 0");
		await browser.idle();
		assert.equal(await digest(), before, "a link in the address line");
		await run("document.getElementById('undo').click()");
		await browser.idle();
		assert.equal(await digest(), digestOf(caves, ...goal));
	});
	await test("each option is the program's", async () => {
		await browser.go(page("terrain", "samples/terrain.png", "--goal", "86,34"));
		const options = [["metric", "octile", "--metric=octile"], ["corners", "cut", "--corners=cut"], ["step", "mean", "--step=mean"],
			["radius", "1.5", "--radius=1.5"], ["maxCost", "2000", "--max-cost=2000"], ["step", "hops", "--step=hops"], ["metric", "euclid", "--metric=euclid"]];
		const words = new Map();
		for (const [id, value, word] of options) {
			await set(id, value);
			words.set(id, word);
			if (value === "euclid")
				words.delete("step");
			assert.equal(await digest(), digestOf("samples/terrain.png", "--goal", "86,34", ...words.values()), word);
		}
		await run("document.getElementById('sight').click()");
		await browser.idle();
		assert.match(await text("command"), /--sight/);
		// Corners choose directions with every metric.
		const map = pgm("corner.pgm", 2, 2, [1, 1, 255, 1]);
		await browser.go(page("corner", map, "--goal", "0,0"));
		for (const [corners, way, code] of [["strict", "N", 0], ["cut", "NW", 7]]) {
			await set("corners", corners);
			assert.equal((await run("ask({ cell: { x: 1, y: 1 } })")).cells[0].direction, way);
			assert.match(flowfield(map, "--goal", "0,0", "--corners", corners, "--csv", "-").toString(), new RegExp(`^1,1,1,reached,2,${code},`, "m"));
		}
	});
	await test("what cannot be solved is said, and the next solve goes on", async () => {
		await browser.go(page("narrow", caves, ...goal, "--from", "6,6"));
		await set("radius", "9");
		assert.match(await text("busy"), /goal|radius/);
		await drag([[500, 300]], { button: "middle" });
		await set("radius", "0");
		await browser.until("document.getElementById('busy').textContent === ''");
		assert.equal(await digest(), digestOf(caves, ...goal));
		await set("maxCost", "50");
		await key("8");
		assert.match(await text("busy"), /max_cost/);
		await browser.go(page("terrain", "samples/terrain.png", "--goal", "86,34", "--metric", "euclid", "--max-cost", "2000", "--radius", "1.5", "--sight"));
	});
	await test("its command gives the same field", async () => {
		const words = (await text("command")).split(" ").slice(1), at = words.indexOf("--heatmap");
		assert.equal(digestOf(...words.slice(0, at)), await digest());
		const steep = pgm("steep.pgm", 30, 1, [...new Array(29).fill(1), 254]);
		await browser.go(page("steep", steep, "--goal", "0,0"));
		assert.match(await text("command"), /--goal 0,0 --heatmap/, "the page's colours go by rank where the program's do");
		assert.match(await text("legend"), /cost to a goal, colours by rank/);
		await browser.go(page("steep", steep, "--goal", "0,0", "--color-scale", "linear"));
		assert.match(await text("command"), /--goal 0,0 --color-scale linear --heatmap/);
		assert.doesNotMatch(await text("legend"), /by rank/);
	});
	await test("each layer has its key, and changes the picture", async () => {
		await browser.go(page("layers", "samples/terrain.png", "--goal", "86,34", "--goal", "20,10", "--from", "6,50"));
		const seen = new Set();
		for (const name of ["2", "3", "4", "1", "5", "6", "7", "8", "9"]) {
			await key(name);
			await run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
			seen.add(await run("canvas.toDataURL()"));
		}
		assert.match(await text("legend"), /sees a goal.*a line every 1000/);
		assert.equal(seen.size, 9);
		await set("opacity", "40");
		await set("colormap", "turbo");
		await set("range", "3000");
		assert.match(await text("command"), /--colormap turbo --colormap 0:3000/);
		assert.equal((await browser.saved("#png")).subarray(1, 4).toString(), "PNG");
	});
	await test("portals are those of the program, and routes use some", async () => {
		await browser.go(page("portals", "samples/rooms.png", "--goal", "40,29", "--from", "3,3"));
		await key("8");
		const table = path.join(folder, "portals.csv");
		flowfield("sectors", "samples/rooms.png", "--goal", "40,29", "--from", "3,3", "--portals", table);
		const wanted = fs.readFileSync(table, "utf8").trim().split("\n").slice(1).map((line) => line.split(",")).map((row) => [row[6], row[7], row[15] - row[6], row[16] - row[7], row[2], row[row.length - 1] > 0]);
		assert.deepEqual(await run("answer.sectors[0].portals.map(({ x, y, dx, dy, length, used }) => [x, y, dx, dy, length, used])"), wanted.map((row) => row.map(Number)));
		assert.match(await text("legend"), /other portals.*portals of the route/);
	});
	await test("the keyboard reaches everything", async () => {
		await browser.go(page("keys", caves, ...goal));
		const reached = new Set();
		for (let i = 0; i < 60; i++) {
			await key("Tab");
			reached.add(await run("document.activeElement.id || document.activeElement.value || document.activeElement.tagName"));
			assert.ok(await run("document.activeElement === document.body || getComputedStyle(document.activeElement.matches('.pick input') ? document.activeElement.nextElementSibling : document.activeElement).outlineStyle !== 'none'"), "focus shows");
		}
		for (const id of ["map", "in", "theme", "goal", "0", "arrows", "opacity", "metric", "radius", "command", "copy", "link", "png"])
			assert.ok(reached.has(id), id);
		await run("canvas.focus()");
		for (const name of ["ArrowUp", "ArrowLeft", "ArrowLeft", "Enter"])
			await key(name);
		assert.deepEqual(await run("[state.goals[0].x, state.goals[0].y]"), [46, 31]);
		await browser.until("document.getElementById('cell').textContent.startsWith('46,31')");
		const scale = await run("view.scale");
		await key("+");
		assert.ok(await run("view.scale") > scale);
		await key("0");
		assert.equal(await run("view.scale"), scale);
		await key("ArrowRight", { shift: true });
		assert.ok(await run("view.x") > 0);
	});
	await test("a long touch adds a goal, two fingers and the wheel zoom", async () => {
		await browser.go(page("touch", caves, ...goal));
		await browser.send("Emulation.setTouchEmulationEnabled", { enabled: true });
		const touch = (type, ...points) => browser.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
		const place = await spot(8, 50), scale = await run("view.scale");
		await touch("touchStart", place);
		await new Promise((resolve) => setTimeout(resolve, 700));
		await touch("touchEnd");
		await browser.idle();
		assert.equal(await digest(), digestOf(caves, ...goal, "--goal", "8,50"));
		await touch("touchStart", [300, 300], [400, 300]);
		for (const far of [20, 50])
			await touch("touchMove", [300 - far, 300], [400 + far, 300]);
		await touch("touchEnd");
		await browser.send("Emulation.setTouchEmulationEnabled", { enabled: false });
		const wide = await run("view.scale");
		assert.ok(wide > 1.5 * scale, "two fingers");
		assert.equal(await run("state.goals.length"), 2);
		await browser.send("Input.dispatchMouseEvent", { type: "mouseWheel", x: 300, y: 300, deltaX: 0, deltaY: 120 });
		await browser.until(`view.scale < ${wide}`);
	});
	await test("small, long, shut and empty maps have pages", async () => {
		const maps = [["one", 1, 1, [1], "0,0"], ["long", 1, 4096, new Array(4096).fill(2), "0,4000"], ["wide", 4096, 1, new Array(4096).fill(2), "1,0"],
			["shut", 3, 3, [255, 255, 255, 255, 1, 255, 255, 255, 255], "1,1"], ["alone", 3, 1, [1, 255, 1], "0,0"]];
		for (const [name, w, h, cells, at] of maps) {
			const map = pgm(`${name}.pgm`, w, h, cells);
			await browser.go(page(name, map, "--goal", at));
			assert.equal(await digest(), digestOf(map, "--goal", at), name);
			await run("zoom(100)");
			await browser.idle();
		}
		const walls = pgm("walls.pgm", 3, 3, new Array(9).fill(255));
		assert.equal(spawnSync(program, [walls, "--goal", "1,1", "--html", path.join(folder, "no.html")]).status, 3);
	});
	await test("masks, areas, starts, wide costs and split cells keep their digests", async () => {
		const wide = npy("wide.npy", 3, 2, [0.5, 1.25, Infinity, 3, 0.75, 2]), mask = pgm("mask.pgm", 96, 64, Uint8Array.from({ length: 96 * 64 }, (_, i) => (i % 96 > 20 && i % 96 < 24 && i < 96 * 30 ? 200 : 0)));
		for (const words of [[caves, "--goal", "40,30,12,6", "--snap"], ["samples/empty.png", "--goals", mask], [caves, "--goal", "48.5,32+7", "--snap"], [caves, ...goal, "--subdivide"],
			[caves, ...goal, "--coarsen", "2,any", "--snap"], [wide, "--cost-scale", "4", "--goal", "0,0", "--metric", "octile"], [caves, ...goal, "--flee"], [caves, ...goal, "--sight", "--metric", "euclid", "--flow", "path"]]) {
			let status = spawnSync(program, [...words, "--csv", "/dev/null", "-q"]).status;
			assert.equal(status, 0, words.join(" "));
			await browser.go(page("others", ...words));
			assert.equal(await digest(), digestOf(...words), words.join(" "));
			if (words[1] === "--goals") {
				assert.match(await text("command"), /--goals \S*mask.pgm/);
				await key("4");
				assert.equal(await run("document.querySelectorAll('#legend li').length"), 4, "one colour of the mask");
				assert.equal(await run("state.goals.filter(({ inner }) => !inner).length"), 1);
			}
		}
	});
	await test("a thousand maps have the program's digests in the page's worker", async () => {
		await browser.go(page("caves", caves, ...goal));
		await run("unpack([fromBase64($('module').textContent)], 'gzip').then((bytes) => void (window.bytes = bytes.buffer))");
		await compare(program, (maps) => run(`(async () => {
			const found = [], style = { base: 0, colormap: 0, range: null, least: 1, most: 2, opacity: 100, sight: false };
			for (const { w, h, cells, goals, rules, edit } of ${JSON.stringify(maps)}) {
				const digests = [], about = { solve: true, goals, rules, tiles: [], samples: null, walkers: [], style };
				await ask({ module: bytes, sides: [{ w, h, scale: 0, cost: Uint8Array.from(cells) }] });
				for (const edits of edit ? [[], [edit]] : [[]])
					if (!(await ask({ ...about, edits: [edits] })).error)
						digests.push((await ask({ digest: true })).digests[0]);
				found.push(digests);
			}
			return found;
		})()`));
	});
	await test("two sides: maps are solved, numbers and pictures shown; the line moves, the list leads there", async () => {
		const at = (name) => path.join(folder, name), shut = at("shut.png"), pair = at("pair.html");
		fs.writeFileSync(at("shut.csv"), "1,33,31,1,1,wall\n");
		flowfield("update", "samples/rooms.png", "--goal", "40,29", "--edits", at("shut.csv"), "--cost", shut);
		for (const [i, map] of [[0, "samples/rooms.png"], [1, shut]])
			flowfield(map, "--goal", "40,29", "--csv", at(`${i}.csv`), "--heatmap", at(`${i}.png`), "--arrows", at(`arrows${i}.png`));
		const stripped = (i) => { // without the texts and cells of flowfield
			const bytes = fs.readFileSync(at(`${i}.png`)), parts = [bytes.subarray(0, 8)];
			for (let p = 8; p < bytes.length; p += 12 + bytes.readUInt32BE(p))
				if (/IHDR|PLTE|IDAT|IEND/.test(bytes.toString("latin1", p + 4, p + 8)))
					parts.push(bytes.subarray(p, p + 12 + bytes.readUInt32BE(p)));
			fs.writeFileSync(at(`plain${i}.png`), Buffer.concat(parts));
			return at(`plain${i}.png`);
		};
		const differs = (...words) => assert.equal(spawnSync(program, [...words, "--html", pair, "-q"]).status, 1, words.join(" "));
		for (const [words, solver] of [[["compare", "samples/rooms.png", shut, "--goal", "40,29"], true], [["diff", "samples/rooms.png", shut], true],
			[["diff", at("0.csv"), at("1.csv")], false], [["diff", at("0.png"), at("1.png")], false], [["diff", at("arrows0.png"), at("arrows1.png")], false],
			[["diff", stripped(0), stripped(1)], false]]) {
			differs(...words);
			await browser.go(`file://${pair}`);
			assert.equal(await run("solves"), solver, words.join(" "));
			assert.match(await text("summary"), /differ/);
			const view = await run("JSON.stringify(view)"), picture = await run("draw(), canvas.toDataURL()");
			await drag([[488, 300], [300, 300], [200, 300]]);
			assert.ok(await run("state.divider < 30"));
			assert.notEqual(await run("draw(), canvas.toDataURL()"), picture, words.join(" "));
			await run("document.querySelector('#areas button').click()");
			assert.notEqual(await run("JSON.stringify(view)"), view);
			assert.equal(await run("area === data.areas[0]"), true);
			await key("b");
			assert.deepEqual(await run("[...document.querySelectorAll('#sides span')].map((name) => name.className)"), ["", "away"]);
			assert.equal(await run("document.getElementById('blink').getAttribute('aria-pressed')"), "true");
			if (words[0] === "compare") {
				// The list is that of the program, also of other rules and after edits.
				const old = at("old.png"), rest = at("rest.csv");
				fs.writeFileSync(rest, "1,5,5,3,3,9\n");
				for (const [metric, map] of [["manhattan", "samples/rooms.png"], ["octile", "samples/rooms.png"], ["octile", old]]) {
					if (map === old) {
						flowfield("update", "samples/rooms.png", "--goal", "40,29", "--edits", rest, "--cost", old);
						await run("begin(), tool = 'cost', edits[0].push([5, 5, 3, 3, 9]), [0, 1, 2].forEach((y) => [0, 1, 2].forEach((x) => setCell(0, (5 + y) * w + 5 + x, 9))), change(true)");
					}
					await run(`setRule('metric', '${metric}')`);
					await browser.idle();
					await run("digest()");
					const report = JSON.parse(spawnSync(program, ["compare", map, shut, "--goal", "40,29", "--metric", metric, "--json", "-", "-q"], { maxBuffer: 1 << 28 }).stdout).files[0];
					assert.ok((await text("summary")).startsWith(`${report.differing} of ${report.total} cells differ (`), await text("summary"));
					const places = report.areas.map(({ cells, x, y }) => `${cells} cell${cells === 1 ? "" : "s"} at ${x},${y}`);
					assert.deepEqual(await run("[...document.querySelectorAll('#areas button')].map((button) => button.textContent)"), places);
				}
				await run("document.getElementById('reset').click()");
				await browser.idle();
				await run("digest()");
				assert.deepEqual(await run("digests"), [digestOf("samples/rooms.png", "--goal", "40,29"), digestOf(shut, "--goal", "40,29")]);
			}
			if (words[1].includes("arrows")) {
				assert.deepEqual(await run("[state.base, state.marks.arrows, ...[...document.querySelectorAll('#layers input[value]')].filter((input) => input.offsetWidth > 0).map(({ value }) => value)]"), [1, true, "1", "arrows", "100"]);
				const { cells: both } = await run("ask({ cell: { x: 23, y: 32 } })");
				assert.deepEqual(both.map(({ dx, dy }) => [Math.sign(dx), Math.sign(dy)]), [[1, 0], [1, 1]]);
			}
			if (words[1].endsWith(".csv"))
				assert.equal((await run("ask({ cell: { x: 41, y: 29 } })")).cells[1].value, 10);
		}
		// Maps without goals, one of walls alone.
		const walls = pgm("walls.pgm", 3, 1, [255, 255, 255]), open = pgm("open.pgm", 3, 1, [1, 1, 1]);
		differs("diff", walls, open);
		await browser.go(`file://${pair}`);
		assert.equal(await text("command"), `flowfield diff ${walls} ${open} --html page.html`);
		await run("act({ x: 2, y: 0 }, false)");
		assert.match(await text("busy"), /2,0 is a wall/);
		await pick("floor");
		await click(0, 0);
		await pick("goal");
		await click(0, 0);
		assert.deepEqual(await run("[state.base, state.goals.length]"), [0, 1], "a first goal shows its field");
		assert.match(await text("command"), /^flowfield compare .*--goal 0,0 --html page.html # of both after flowfield update --edits edits.csv/);
		assert.equal(spawnSync(program, ["diff", shut, shut, "--html", pair, "-q"]).status, 0);
		assert.equal(fs.existsSync(pair), false, "equal files have no page");
	});
	await test("a batch has a page of small pictures, failed jobs first, that lead to the pages of jobs", async () => {
		const lines = path.join(folder, "<i>maps.txt"), pages = path.join(folder, "pages");
		const here = process.cwd();
		fs.writeFileSync(lines, `${here}/${caves} --goal 48,32 --csv c.csv\n${here}/samples/island.png --goal 48,32 --max-unreached 1% --csv i.csv\nno<b>such.png --goal 1,1\n`);
		const { status, stderr } = spawnSync(path.resolve(program), ["batch", lines, "--report", "html=pages", "-q"], { cwd: folder });
		assert.equal(status, 3, stderr);
		await browser.send("Page.navigate", { url: `file://${pages}/index.html` });
		await browser.until("document.images.length === 2 && [...document.images].every((image) => image.complete && image.naturalWidth > 0)");
		assert.deepEqual(await run("[...document.querySelectorAll('li')].map((job) => job.className)"), ["fail", "fail", "pass"]);
		assert.equal(await run("document.querySelectorAll('li b').length + document.querySelectorAll('i').length"), 3);
		await run("document.querySelector('.pass a').click()");
		await browser.until("typeof digest === 'function' && typeof colours === 'object' && !!colours");
		await browser.idle();
		assert.equal(await digest(), digestOf(caves, ...goal));
		await browser.until("/the same/.test(document.getElementById('digest').textContent)");
	});
	await test("names and options are text", async () => {
		const name = "</script><script>window.hit=1</script>'\"\n\u202e&lt;.pgm";
		fs.mkdirSync(path.join(folder, "<b>"), { recursive: true });
		const map = path.join(folder, "odd"), cells = [1, 1, 1, 1];
		pgm("odd", 2, 2, cells);
		const odd = path.join(folder, name.replace(/\//g, "\u2215"));
		fs.renameSync(map, odd);
		await browser.go(page("odd", odd, "--goal", "0,0"));
		assert.equal(await run("window.hit"), null);
		assert.equal(await text("name"), path.basename(odd));
		assert.equal(await run("document.scripts.length"), 4);
		assert.equal(await digest(), digestOf(odd, "--goal", "0,0"));
		const policy = await run("document.querySelector('meta[http-equiv]').content");
		assert.match(policy, /default-src 'none'/);
		assert.doesNotMatch(policy, /unsafe-inline|http|connect/);
		assert.match(await run("fetch('http://127.0.0.1/').catch((error) => error.message)"), /fetch/);
	});
	await test("axe finds nothing", async () => {
		let axe;
		try {
			axe = fs.readFileSync(require.resolve("axe-core/axe.min.js", { paths: [path.join(process.cwd(), "build/node_modules")] }), "utf8");
		} catch {
			console.log("# there is no axe-core in build/node_modules");
			return;
		}
		await browser.send("Page.setBypassCSP", { enabled: true });
		page("axe", caves, ...goal, "--from", "6,6");
		spawnSync(program, ["compare", "samples/rooms.png", path.join(folder, "shut.png"), "--goal", "40,29", "--html", path.join(folder, "two.html"), "-q"]);
		for (const [name, theme] of ["axe", "two", "pages/index"].flatMap((name) => [[name, "light"], [name, "dark"]])) {
			await browser.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: theme }] });
			await browser.send("Page.navigate", { url: `file://${folder}/${name}.html` });
			await (name === "pages/index" ? browser.until("document.images.length === 2") : browser.idle());
			await run(`${axe}; 0`);
			const found = await run("axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`))");
			assert.deepEqual(found, [], `${name} ${theme}`);
		}
		await browser.send("Page.setBypassCSP", { enabled: false });
	});
	await test("no request leaves, and nothing is complained of", async () => {
		assert.deepEqual(browser.requests.filter((url) => !/^(file|blob|data|about):/.test(url) && url !== "http://127.0.0.1/"), []);
		assert.deepEqual(browser.complaints.filter((text) => !/127\.0\.0\.1/.test(text)), []);
		await browser.close();
		socket.close();
		assert.deepEqual(called.filter(foreign), []);
		assert.deepEqual((fs.readFileSync(log, "utf8").match(/"url":"https?:[^"]*"/g) || []).filter(foreign), []);
	});
	console.log(`1..${count}`);
	process.exit(failed ? 1 : 0);
})();
