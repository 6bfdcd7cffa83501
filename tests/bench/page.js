// SPDX-License-Identifier: Apache-2.0
// What the HTML report costs a browser: opened, the list shown, filtered, a
// finding opened. Prints one JSON object a line; `cpu_ms` is processor time of
// the page's thread, so that other programs do not count, `ms` is what somebody
// in front of it waits.
//
//     node page.js MODULES CHROMIUM REPORT.html
//
// MODULES has puppeteer-core: node_modules of the build's tests/clients.
'use strict';
const fs = require('fs');
const path = require('path');
const { createRequire } = require('module');

const [modules, chromium, report] = process.argv.slice(2);
const puppeteer = createRequire(path.resolve(modules, 'x.js'))('puppeteer-core');
const url = 'file://' + path.resolve(report);
const rounds = 5;

const round = (n) => Math.round(n * 10) / 10;
const median = (list) => round(list.sort((a, b) => a - b)[list.length >> 1]);

// The page's processor time so far, in milliseconds.
async function cpu(session) {
	const { metrics } = await session.send('Performance.getMetrics');

	return metrics.find((m) => m.name === 'TaskDuration').value * 1000;
}

// Until what was done stands on the screen.
const settle = (page) => page.evaluate(() => new Promise((done) =>
	requestAnimationFrame(() => setTimeout(done))));

async function opened(browser) {
	const page = await browser.newPage();
	const session = await page.createCDPSession();

	await session.send('Performance.enable', { timeDomain: 'threadTicks' });
	return { page, session };
}

async function measure(at, what) {
	const before = await cpu(at.session);
	const start = performance.now();

	await what();
	await settle(at.page);
	return { ms: performance.now() - start,
		cpu_ms: await cpu(at.session) - before };
}

// Each in the same page, after one another.
const steps = [
	['list', (p) => p.evaluate(() => { location.hash = '#list'; })],
	...['p', 'pool', 'worker 12', 'matches nothing', '']
		.map((text) => ['filter ' + JSON.stringify(text), (p) =>
			p.evaluate((t) => {
				const search = document.querySelector(
					'input[type=search]');
				search.value = t;
				search.dispatchEvent(new Event('input'));
			}, text)]),
	['sort by kind', (p) => p.evaluate(() => {
		const sort = document.querySelector('#view-list select:last-of-type');
		sort.value = 'kind';
		sort.dispatchEvent(new Event('change'));
	})],
	['finding', (p) => p.evaluate(() => {
		location.hash = document.querySelector('#rows a').hash;
	})],
];

async function once(browser, figures) {
	const at = await opened(browser);
	const note = async (name, what) => {
		figures.set(name, [...figures.get(name) || [],
			await measure(at, what)]);
	};

	await note('open', () => at.page.goto(url));
	for (const [name, what] of steps)
		await note(name, () => what(at.page));
	await at.page.close();
}

async function main() {
	const browser = await puppeteer.launch({ executablePath: chromium,
		args: ['--no-sandbox', '--disable-dev-shm-usage'] });
	const figures = new Map();

	for (let i = 0; i < rounds; i++)
		await once(browser, figures);
	await browser.close();
	for (const [what, list] of figures)
		console.log(JSON.stringify({ bytes: fs.statSync(report).size, what,
			cpu_ms: median(list.map((x) => x.cpu_ms)),
			ms: median(list.map((x) => x.ms)) }));
}

main();
