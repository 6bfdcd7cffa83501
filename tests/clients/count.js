// SPDX-License-Identifier: Apache-2.0
// What sarif-multitool says about a file, and that it has read it at all.
//
//     node count.js FILE REPORT
'use strict';
const fs = require('fs');

const [file, report] = process.argv.slice(2);
const run = JSON.parse(fs.readFileSync(report, 'utf8')).runs[0];
let failed = 0;

for (const result of run.results) {
	if (result.level !== 'error' && result.level !== undefined)
		continue;
	failed++;
	console.log(`${file}: ${result.ruleId} ${result.message.text ||
		(result.message.arguments || []).join(' ')}`);
}
if (!run.results.length) {
	failed++;
	console.log(`${file}: was not read`);
}
process.exit(failed ? 1 : 0);
