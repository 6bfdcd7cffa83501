// SPDX-License-Identifier: Apache-2.0
// Reads what report_corpus wrote with the schemas and types that others publish.
//
//     node validate.js CORPUS MODULES
'use strict';
const fs = require('fs');
const path = require('path');
const { createRequire } = require('module');

const [corpus, modules] = process.argv.slice(2);
const need = createRequire(path.resolve(modules, 'x.js'));
const Ajv = need('ajv').default;
const Ajv2020 = need('ajv/dist/2020').default;
const addFormats = need('ajv-formats').default;
const { createGenerator } = need('ts-json-schema-generator');
const { validate: validateRd } = need('@umbrelladocs/rdformat-validator');

let checked = 0;
let failed = 0;

function say(file, text) {
	failed++;
	console.log(`${path.basename(file)}: ${text}`);
}

function filesOf(format) {
	return fs.readdirSync(corpus)
		.filter((name) => name.endsWith('.' + format))
		.map((name) => path.join(corpus, name));
}

function check(format, isValid) {
	const files = filesOf(format);

	if (!files.length)
		say(format, 'nothing to check');
	for (const file of files) {
		checked++;
		isValid(file, fs.readFileSync(file, 'utf8'));
	}
}

function expectValid(file, schema, value) {
	if (!schema(value))
		say(file, JSON.stringify(schema.errors.slice(0, 3)));
}

// The JSON Schema of a type as a package publishes it.
function schemaOf(typings, type, version) {
	const config = path.resolve(modules, 'tsconfig.generated.json');

	fs.writeFileSync(config, JSON.stringify({ compilerOptions: {
		module: 'nodenext', moduleResolution: 'nodenext', strict: true,
		skipLibCheck: true } }));
	const schema = createGenerator({ path: path.resolve(modules, typings),
		type, tsconfig: config, skipTypeCheck: true }).createSchema(type);
	return new version({ strict: false }).compile(schema);
}

// ---- formats

function sarif() {
	const text = fs.readFileSync(path.resolve(modules, '@microsoft',
		'sarif-multitool-linux', 'sarif-2.1.0.json'), 'utf8');
	const ajv = new Ajv2020({ strict: false });
	addFormats(ajv);
	const schema = ajv.compile(JSON.parse(text));

	check('sarif', (file, content) => {
		const log = JSON.parse(content);
		expectValid(file, schema, log);
		const run = log.runs[0];
		const rules = run.tool.driver.rules;
		const taxa = run.taxonomies[0].taxa;
		if (run.results.length > 25000)
			say(file, `${run.results.length} results`);
		for (const r of run.results)
			checkResult(file, r, rules);
		for (const rule of rules)
			for (const { target } of rule.relationships)
				if (taxa[target.index].id !== target.id)
					say(file, `wrong taxon for ${rule.id}`);
	});
}

// What GitHub asks for beyond the schema.
function checkResult(file, result, rules) {
	const place = result.locations[0].physicalLocation;
	const related = result.relatedLocations.map((l) => l.id);
	const links = [...result.message.text.matchAll(/[^\\]\]\((\d+)\)/g)];

	if (rules[result.ruleIndex].id !== result.ruleId)
		say(file, 'ruleIndex is of another rule');
	if (!/^(file:\/\/\/|[^./:][^:]*$)/.test(place.artifactLocation.uri))
		say(file, `uri ${place.artifactLocation.uri}`);
	if (place.region.startLine !== place.region.endLine)
		say(file, 'the region has more than one line');
	for (const link of links)
		if (!related.includes(Number(link[1])))
			say(file, `link to ${link[1]}, which is not there`);
	if (links.length !== related.length)
		say(file, `${links.length} links, ${related.length} places`);
	for (const step of result.codeFlows[0].threadFlows[0].locations)
		if (!step.location.message.text)
			say(file, 'a step without a message');
}

function lsp() {
	const schema = schemaOf('vscode-languageserver-protocol/lib/common/' +
		'protocol.d.ts', 'PublishDiagnosticsParams', Ajv);

	check('lsp', (file, content) => {
		for (const line of content.split('\n').filter(Boolean)) {
			const message = JSON.parse(line);
			expectValid(file, schema, message.params);
			if (message.method !== 'textDocument/publishDiagnostics')
				say(file, `method ${message.method}`);
			new URL(message.params.uri);
		}
	});
}

function gitlab() {
	const schema = schemaOf('codeclimate-types/index.d.ts', 'Issue', Ajv);

	check('gitlab', (file, content) => {
		const issues = JSON.parse(content);
		const seen = new Set(issues.map((i) => i.fingerprint));
		if (!Array.isArray(issues) || seen.size !== issues.length)
			say(file, 'no array, or a fingerprint twice');
		for (const issue of issues) {
			expectValid(file, schema, issue);
			if (!issue.location.lines.begin || /\n/.test(issue.description))
				say(file, 'no line, or a description of many');
		}
	});
}

async function expectRd(file, value) {
	const result = await validateRd(value, { strictMode: true });

	if (!result.valid)
		say(file, JSON.stringify(result.errors.slice(0, 3)));
	for (const d of value.diagnostics || [value])
		if (d.related_locations.length < 2)
			say(file, 'no story');
}

async function rdjson() {
	const lines = [];

	check('rdjson', (file, content) =>
		lines.push([file, JSON.parse(content)]));
	check('rdjsonl', (file, content) => {
		for (const line of content.split('\n').filter(Boolean)) {
			lines.push([file, JSON.parse(line)]);
			if (Buffer.byteLength(line) >= 64 * 1024)
				say(file, 'a line that reviewdog cannot read');
		}
	});
	for (const [file, value] of lines)
		await expectRd(file, value);
}

// As the runner reads it: only whole commands of ours, at most ten of a level.
function github() {
	check('github', (file, content) => {
		const levels = {};
		for (const line of content.split('\n').filter(Boolean)) {
			const m = /^::(error|warning|notice) (file=[^\n]*?)::/.exec(line);
			if (m) {
				levels[m[1]] = (levels[m[1]] || 0) + 1;
				const keys = m[2].split(',').map((p) => p.split('=')[0]);
				if (keys.join() !== 'file,line,endLine,col,endColumn,title')
					say(file, `properties ${keys}`);
			} else if (line.trimStart().startsWith('::') ||
				   line.includes('##[')) {
				say(file, `a command of somebody else: ${line}`);
			}
		}
		for (const [level, n] of Object.entries(levels))
			if (n > 10)
				say(file, `${n} annotations of level ${level}`);
	});
}

function markdown() {
	check('markdown', (file, content) => {
		if (Buffer.byteLength(content) > 65536)
			say(file, 'too long for a comment');
		const prose = content.replace(/^ *(`{3,})c\n[^]*?\n *\1$/gm, '');
		if (/<(?!\/?(code|details|summary)\b|!-- -->)/.test(prose))
			say(file, 'an element of somebody else');
		if (/[@#]\w/.test(prose))
			say(file, 'a mention');
	});
}

async function main() {
	sarif();
	lsp();
	gitlab();
	await rdjson();
	github();
	markdown();
	console.log(`${checked} files read, ${failed} complaints`);
	process.exitCode = failed ? 1 : 0;
}

main();
