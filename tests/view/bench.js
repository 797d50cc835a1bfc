// bench.js PROGRAM FOLDER SIZE...: milliseconds of the page of a map of caves in headless Chromium:
// from a click to the painted field, frames a second while a wall is painted, and the longest frame
// while the map is moved and zoomed.
"use strict";
const { execFileSync } = require("child_process");
const fs = require("fs");
const path = require("path");
const { open } = require("./browser.js");

const [program, given, ...sizes] = process.argv.slice(2), folder = path.resolve(given);
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

(async () => {
	const browser = await open(), { run } = browser;
	console.log("caves      click ms  worst  paint fps  move ms  page KB");
	for (const size of sizes.map(Number)) {
		const map = path.join(folder, "map.png"), page = path.join(folder, "map.html");
		fs.writeFileSync(map, execFileSync("build/release/tools/make_map", ["caves", size, size, 1], { maxBuffer: 1 << 28 }));
		execFileSync(program, [map, "--goal", `${size / 2},${size / 2}`, "--snap", "--html", page, "-q"]);
		await browser.go(`file://${page}`);
		// Counts from an event to the end of the frame that shows its answer.
		await run(`(() => {
			window.frames_ = [];
			const old = draw;
			draw = () => { const from = performance.now(); old(); frames_.push({ from, now: performance.now(), epoch: answer.epoch }); };
			window.pause = (ms) => new Promise((done) => setTimeout(done, ms));
			window.frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
			window.event = (type, x, y) => canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: x, clientY: y, bubbles: true, button: 0, buttons: 1 }));
			canvas.setPointerCapture = () => {};
			window.opens = [];
			for (let i = 0; opens.length < 40 && i < 100000; i++) {
				const x = i * 7919 % w, y = i * 104729 % h;
				if (original[0][y * w + x] !== 255) opens.push([x, y]);
			}
		})()`);
		const clicks = await run(`(async () => {
			const times = [];
			for (const [x, y] of opens) {
				const [px, py] = at(x, y), before = answer, from = performance.now();
				event("pointerdown", px, py);
				event("pointerup", px, py);
				while (answer === before || painting) await frame();
				times.push(performance.now() - from);
				await pause(30);
			}
			return times.slice(8);
		})()`);
		const paints = await run(`(async () => {
			document.querySelector('#tools input[value="wall"]').click();
			const middle = canvas.clientWidth / 2, from = performance.now();
			let shown = 0, before = answer;
			event("pointerdown", middle - 150, 300);
			for (let i = 0; performance.now() - from < 3000; i++) {
				event("pointermove", middle - 150 + i % 300, 300 + 100 * Math.sin(i / 20));
				await frame();
				shown += answer !== before && !painting;
				before = answer;
			}
			event("pointerup", middle, 300);
			return shown / 3;
		})()`);
		await browser.idle();
		const moves = await run(`(async () => {
			let last = performance.now(), worst = 0, sum = 0;
			for (let i = 0; i < 120; i++) {
				i % 40 < 20 ? pan(15, 9) : zoom(i % 80 < 40 ? 1.1 : 1 / 1.1);
				await new Promise(requestAnimationFrame);
				const now = performance.now();
				if (i > 2) worst = Math.max(worst, now - last);
				last = now;
			}
			return worst;
		})()`);
		console.log(`${`${size}x${size}`.padEnd(11)}${median(clicks).toFixed(1).padStart(7)}${Math.max(...clicks).toFixed(1).padStart(8)}` +
			`${paints.toFixed(1).padStart(10)}${moves.toFixed(1).padStart(9)}${(fs.statSync(page).size / 1000).toFixed(0).padStart(9)}`);
	}
	await browser.close();
})();
