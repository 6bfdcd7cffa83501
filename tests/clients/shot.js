// SPDX-License-Identifier: Apache-2.0
// Takes a picture of a page of the report, to be looked at.
//
//     node shot.js MODULES FILE#ADDRESS WIDTH OUT.png [dark]
'use strict';
const path = require('path');
const { createRequire } = require('module');

const [modules, address, width, out, theme] = process.argv.slice(2);
const puppeteer = createRequire(path.resolve(modules, 'x.js'))('puppeteer-core');

(async () => {
	const browser = await puppeteer.launch({ executablePath:
		'/usr/bin/chromium', args: ['--no-sandbox'] });
	const page = await browser.newPage();
	const [file, hash] = address.split(/#(.*)/s);

	page.on('pageerror', (e) => console.log('error:', e.message));
	page.on('console', (m) => console.log('console:', m.text()));
	await page.emulateMediaFeatures([{ name: 'prefers-color-scheme',
		value: theme || 'light' }]);
	await page.setViewport({ width: Number(width), height: 900 });
	await page.goto('file://' + path.resolve(file) + '#' + (hash || ''));
	if (hash && hash.startsWith('finding/@'))
		await page.evaluate((n) => {
			const d = JSON.parse(document.getElementById('data').textContent);
			location.hash = '#finding/' + d.findings[n].id;
		}, Number(hash.slice(9)));
	await new Promise((done) => setTimeout(done, 400));
	await page.screenshot({ path: out, fullPage: true });
	await browser.close();
})();
