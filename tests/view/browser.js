// A headless Chromium, driven over a pipe by its own protocol: https://chromedevtools.github.io/devtools-protocol/
"use strict";
const { spawn } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");

// Starts a browser; resolves to an object with the functions below.
async function open({ w = 1280, h = 800, flags = [], touch = false } = {}) {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), "flowfield-view-"));
	const program = spawn("chromium", ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
		"--disable-background-networking", "--disable-component-update", "--hide-scrollbars", "--disable-dev-shm-usage",
		`--user-data-dir=${folder}/profile`, "--remote-debugging-pipe", ...flags, "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
	const waiting = new Map(), listeners = [];
	let next = 0, rest = "", session;
	program.stdio[4].setEncoding("utf8");
	program.stdio[4].on("data", (text) => {
		const parts = (rest + text).split("\0");
		rest = parts.pop();
		for (const message of parts.map((part) => JSON.parse(part))) {
			if (message.id) {
				const { resolve, reject } = waiting.get(message.id);
				waiting.delete(message.id);
				message.error ? reject(new Error(message.error.message)) : resolve(message.result);
			} else {
				for (const listener of listeners)
					listener(message);
			}
		}
	});
	function send(method, params = {}) {
		return new Promise((resolve, reject) => {
			waiting.set(++next, { resolve, reject });
			program.stdio[3].write(JSON.stringify({ id: next, method, params, ...(session && { sessionId: session }) }) + "\0");
		});
	}
	const { targetInfos } = await send("Target.getTargets");
	const page = targetInfos.find(({ type }) => type === "page");
	({ sessionId: session } = await send("Target.attachToTarget", { targetId: page.targetId, flatten: true }));
	for (const domain of ["Page", "Runtime", "Network", "Log"])
		await send(`${domain}.enable`);
	await send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder, eventsEnabled: true });
	const requests = [], complaints = [], downloads = [];
	listeners.push(({ method, params }) => {
		if (method === "Network.requestWillBeSent")
			requests.push(params.request.url);
		else if (method === "Runtime.exceptionThrown")
			complaints.push(params.exceptionDetails.exception?.description || params.exceptionDetails.text);
		else if (method === "Log.entryAdded" && params.entry.level === "error")
			complaints.push(params.entry.text);
		else if (method === "Runtime.consoleAPICalled" && params.type === "error")
			complaints.push(params.args.map(({ value }) => value).join(" "));
		else if (method === "Browser.downloadWillBegin")
			downloads.push({ ...params });
		else if (method === "Browser.downloadProgress" && params.state === "completed")
			downloads.find(({ guid }) => guid === params.guid).done = true;
	});
	const browser = {
		requests, complaints, send,
		async size(width, height) {
			await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: touch });
		},
		// Runs code in the page and returns its value.
		async run(expression) {
			const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
			if (exceptionDetails)
				throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
			return result.value;
		},
		async until(expression, what = expression) {
			for (let i = 0; i < 600; i++) {
				// A page that is being left has no answer.
				if (await browser.run(expression).catch((error) => /navigated|destroyed/.test(error.message) ? false : Promise.reject(error)))
					return;
				await new Promise((resolve) => setTimeout(resolve, 25));
			}
			throw new Error(`never: ${what}`);
		},
		async go(url) {
			await send("Page.navigate", { url: "about:blank" });
			await send("Page.navigate", { url });
			await browser.idle();
		},
		// Waits until the page shows what it was asked for.
		idle() {
			return browser.until(`typeof pump === "function" && ((!!colours && !busy && !dirty && epoch > 0) || document.getElementById("busy").className === "bad")`, "the page is idle");
		},
		async mouse(type, x, y, { button = "left", shift = false, buttons = 1 } = {}) {
			await send("Input.dispatchMouseEvent", { type, x, y, button: type === "mouseMoved" && !buttons ? "none" : button, buttons, clickCount: 1, modifiers: shift ? 8 : 0 });
		},
		// Moves along points with the button down; one point is a click.
		async drag(points, options) {
			await browser.mouse("mouseMoved", ...points[0], { ...options, buttons: 0 });
			await browser.mouse("mousePressed", ...points[0], options);
			for (const point of points.slice(1))
				await browser.mouse("mouseMoved", ...point, options);
			await browser.mouse("mouseReleased", ...points[points.length - 1], options);
			await browser.idle();
		},
		async key(key, { shift = false, ctrl = false } = {}) {
			const code = { Enter: 13, Tab: 9, " ": 32, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 }[key] || key.toUpperCase().charCodeAt(0);
			const event = { key, windowsVirtualKeyCode: code, modifiers: (shift ? 8 : 0) + (ctrl ? 2 : 0), ...(key.length === 1 && !ctrl ? { text: key } : key === "Enter" ? { text: "\r" } : {}) };
			await send("Input.dispatchKeyEvent", { type: "keyDown", ...event });
			await send("Input.dispatchKeyEvent", { type: "keyUp", ...event, text: undefined });
			await browser.idle();
		},
		async picture(file) {
			const { data } = await send("Page.captureScreenshot", { format: "png" });
			fs.writeFileSync(file, Buffer.from(data, "base64"));
		},
		// Clicks an element, and returns the content of the file that it saves.
		async saved(selector) {
			const before = downloads.length;
			await browser.run(`document.querySelector(${JSON.stringify(selector)}).click()`);
			for (let i = 0; i < 400 && !(downloads[before] || {}).done; i++)
				await new Promise((resolve) => setTimeout(resolve, 25));
			return fs.readFileSync(path.join(folder, downloads[before].suggestedFilename));
		},
		async close() {
			program.kill();
			await new Promise((resolve) => program.once("exit", resolve));
			await new Promise((resolve) => setTimeout(resolve, 200)); // its children end, too
			fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
		},
	};
	await browser.size(w, h);
	return browser;
}

module.exports = { open };
