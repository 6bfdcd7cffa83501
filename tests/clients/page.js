// SPDX-License-Identifier: Apache-2.0
// Opens the HTML reports in a browser, in two widths and themes: accessible by
// axe's rules, nothing wider than the window, nothing run that is not ours,
// nothing asked of the network; and goes through one with the keyboard.
//
//     node page.js CORPUS MODULES CHROMIUM
'use strict';
const fs = require('fs');
const path = require('path');
const { createRequire } = require('module');

const [corpus, modules, chromium] = process.argv.slice(2);
const need = createRequire(path.resolve(modules, 'x.js'));
const puppeteer = need('puppeteer-core');
const axe = fs.readFileSync(need.resolve('axe-core/axe.min.js'), 'utf8');

let failed = 0;
let looked = 0;

function say(where, text) {
	failed++;
	console.log(`${where}: ${text}`);
}

const settle = (page) => page.evaluate(() => new Promise((done) =>
	requestAnimationFrame(() => setTimeout(done, 30))));

async function open(browser, file, where) {
	const page = await browser.newPage();

	page.on('pageerror', (e) => say(where, e.message));
	page.on('console', (m) => m.type() === 'error' && say(where, m.text()));
	page.on('dialog', (d) => say(where, `a dialog: ${d.message()}`));
	page.on('request', (r) => r.url().startsWith('http') &&
		say(where, `asks for ${r.url()}`));
	await page.goto('file://' + path.resolve(corpus, file));
	return page;
}

async function go(page, hash) {
	await page.evaluate((h) => { location.hash = h; }, hash);
	await settle(page);
}

async function look(page, where) {
	looked++;
	const wide = await page.evaluate(() =>
		document.documentElement.scrollWidth - innerWidth);
	if (wide > 0)
		say(where, `${wide} pixels wider than the window`);
	const alien = await page.evaluate(() => document.querySelectorAll(
		'img, iframe, object, embed, link, script[src]').length);
	if (alien)
		say(where, 'an element of somebody else');
	// axe is let in past the page's own policy
	const session = await page.createCDPSession();
	await session.send('Runtime.evaluate', { expression: axe });
	const result = await page.evaluate(() => window.axe.run(document,
		{ resultTypes: ['violations'] }));
	for (const v of result.violations)
		say(where, `${v.id}: ${v.nodes[0].html.slice(0, 120)} ` +
			`${v.nodes[0].failureSummary.slice(0, 200)}`);
}

async function lookAtAll(browser, file) {
	for (const [width, theme] of [[1280, 'light'], [375, 'dark']]) {
		const where = `${file} ${width} ${theme}`;
		const page = await open(browser, file, where);
		await page.setViewport({ width, height: 800 });
		await page.emulateMediaFeatures([{ name: 'prefers-color-scheme',
			value: theme }]);
		const id = await page.evaluate(() => JSON.parse(document
			.getElementById('data').textContent).findings[0]?.id);
		for (const hash of ['overview', 'list', 'kinds',
			id && 'finding/' + id].filter(Boolean)) {
			await go(page, '#' + hash);
			await look(page, `${where} ${hash}`);
		}
		await page.close();
	}
}

function expect(isTrue, text) {
	if (!isTrue)
		say('keyboard', text);
}

async function useKeys(browser) {
	const page = await open(browser, 'history.html', 'keyboard');
	const hash = () => page.evaluate(() => location.hash);
	const press = async (key) => {
		await page.keyboard.press(key);
		await settle(page);
	};
	const rows = () => page.$$eval('#rows > li > a', (a) => a.length);

	await press('/');
	expect((await hash()).startsWith('#list'), "'/' opens the list");
	await page.keyboard.type('h1.c');
	await settle(page);
	expect((await hash()).includes('q=h1.c'), 'a search is in the address');
	expect(await rows() === 1, 'a search filters');
	await page.reload();
	await settle(page);
	expect(await rows() === 1, 'the address brings the filter back');
	await press('j');
	await press('Enter');
	expect((await hash()).startsWith('#finding/'), 'Enter opens a finding');
	await press('j');
	await press('j');
	expect(await page.$eval('.steps [aria-current] .number',
		(e) => e.textContent) === '2', "'j' goes to the next step");
	expect(await page.$$eval('.arrows .head', (e) => e.length) === 1,
		'there is an arrow between two steps');
	await press('u');
	expect((await hash()).includes('q=h1.c'), "'u' goes back to the filter");
	await press('?');
	expect(await page.$eval('dialog', (d) => d.open), "'?' shows the keys");
	await page.close();
}

// Filtering the largest report must not be felt: told, for somebody to look at.
async function measure(browser) {
	const page = await open(browser, 'many.html', 'many');
	await go(page, '#list');
	const times = await page.evaluate(() => {
		const search = document.querySelector('input[type=search]');
		return ['p', 'poo', 'pool double', 'pool warning nothing', '']
			.map((text) => {
				const start = performance.now();
				search.value = text;
				search.dispatchEvent(new Event('input'));
				document.body.offsetHeight;
				return performance.now() - start;
			});
	});
	const slowest = Math.max(...times);
	console.log(`filtering 20,000 findings: ${slowest.toFixed(0)} ms`);
	await page.close();
}

// Steps and code of a folder's findings come from scripts beside the page.
async function openFolder(browser) {
	const page = await open(browser, 'many.d/index.html', 'folder');
	const count = await page.evaluate(() => JSON.parse(document
		.getElementById('data').textContent).findings.length);
	if (count !== 26000)
		say('folder', `${count} findings`);
	for (const n of [1, 25999, 777]) {
		await go(page, '#finding/' + n.toString(16).padStart(32, '0'));
		await page.waitForSelector('.frame', { timeout: 5000 })
			.catch(() => say('folder', `no code for finding ${n}`));
		const told = await page.$$eval('.told', (e) => e.length);
		if (told !== 2)
			say('folder', `${told} steps in the code`);
	}
	await page.close();
}

async function main() {
	const browser = await puppeteer.launch({ executablePath: chromium,
		args: ['--no-sandbox', '--disable-dev-shm-usage'] });

	try {
		for (const file of fs.readdirSync(corpus))
			if (file.endsWith('.html') && file !== 'many.html')
				await lookAtAll(browser, file);
		await useKeys(browser);
		await measure(browser);
		await openFolder(browser);
	} finally {
		await browser.close();
	}
	console.log(`${looked} views looked at, ${failed} complaints`);
	process.exitCode = failed ? 1 : 0;
}

main();
