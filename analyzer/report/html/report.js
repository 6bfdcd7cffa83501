// SPDX-License-Identifier: Apache-2.0
// The list and the pages of the findings. What is shown stands in the address
// (#list?kind=…, #finding/<id>?…), so that it can be sent and gone back to.
// Texts only ever become text nodes.
"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const findings = data.findings;
const byId = new Map(findings.map((f) => [f.id, f]));
const severities = ["error", "warning", "note", "hint"];
const views = ["overview", "list", "finding", "kinds"];
const $ = (id) => document.getElementById(id);

// Without a script the pages are one document with these anchors; with it the
// address must not make the browser scroll to them.
for (const name of views)
	$(name).id = "view-" + name;
const view = Object.fromEntries(views.map((name) =>
	[name, $("view-" + name)]));

// ---- elements

function make(tag, attributes, ...children) {
	const e = document.createElement(tag);

	for (const [name, value] of Object.entries(attributes || {}))
		if (value !== undefined && value !== null && value !== false)
			e.setAttribute(name, value === true ? "" : value);
	e.append(...children.filter((c) => c !== null && c !== undefined));
	return e;
}

function picture(tag, attributes) {
	const e = document.createElementNS("http://www.w3.org/2000/svg", tag);

	for (const [name, value] of Object.entries(attributes))
		e.setAttribute(name, value);
	return e;
}

function plural(n, one) {
	return n.toLocaleString("en") + " " + one + (n === 1 ? "" : "s");
}

// ---- parts of a folder: scripts that bring steps and code

const parts = new Map(); // number -> what to do when it is there

window.oncelintPart = (number, part) => {
	const paths = new Map(data.files.map((file, i) => [file.path, i]));
	const places = part.files.map((file) => {
		if (!paths.has(file.path)) {
			paths.set(file.path, data.files.length);
			data.files.push({ path: file.path, lines: [] });
		}
		const known = data.files[paths.get(file.path)];
		known.lines = joinLines(known.lines, file.lines);
		return paths.get(file.path);
	});
	const move = (x) => {
		if (x.at[0] >= 0)
			x.at[0] = places[x.at[0]];
	};
	for (const { id, steps, fixes } of part.findings) {
		steps.forEach(move);
		(fixes || []).forEach((fix) => fix.edits.forEach(move));
		Object.assign(byId.get(id), { steps, fixes });
	}
	parts.get(number)?.();
};

// Both are [number, text, number, text, ...].
function joinLines(a, b) {
	const lines = new Map();

	for (const list of [a, b])
		for (let i = 0; i < list.length; i += 2)
			lines.set(list[i], list[i + 1]);
	return [...lines].sort((x, y) => x[0] - y[0]).flat();
}

// Calls `then` when the steps of `f` are there, at once if they are.
function withSteps(f, then) {
	if (f.steps) {
		then();
		return;
	}
	const number = Math.floor(f.order / data.part);
	const isAsked = parts.has(number);
	parts.set(number, then);
	if (!isAsked)
		document.head.append(make("script",
			{ src: "findings-" + number + ".js" }));
}

// ---- findings

for (const [order, f] of findings.entries()) {
	f.order = order;
	const file = data.files[f.at[0]];

	f.path = file ? file.path : "";
	f.line = f.at[1];
	f.dir = f.path.includes("/")
		? f.path.slice(0, f.path.lastIndexOf("/")) || "/" : "";
	f.rank = severities.indexOf(f.severity);
	f.haystack = [f.text, f.path, f.function, f.kind, f.handle,
		f.operation, f.pack, f.family].join("\n").toLowerCase();
}

function place(at) {
	const file = data.files[at[0]];

	return file ? file.path + ":" + at[1] : "";
}

function baseName(path) {
	return path.slice(path.lastIndexOf("/") + 1);
}

// ---- the address

const keys = ["q", "severity", "kind", "dir", "pack", "certainty", "state",
	"sort"];

function readAddress() {
	const hash = location.hash.slice(1);
	const mark = hash.indexOf("?");
	const path = mark < 0 ? hash : hash.slice(0, mark);
	const query = new URLSearchParams(mark < 0 ? "" : hash.slice(mark + 1));
	const filter = {};

	for (const key of keys)
		if (query.has(key))
			filter[key] = query.get(key);
	return { path, filter };
}

function address(path, filter) {
	const query = new URLSearchParams(filter).toString();

	return "#" + path + (query ? "?" + query : "");
}

// ---- choosing

const isSuppressed = (f) => f.suppressed !== undefined;

function hasState(f, state) {
	if (state === "suppressed")
		return isSuppressed(f);
	if (state === "all")
		return true;
	if (isSuppressed(f))
		return false;
	return f.baseline === state || f.triage === state ||
		(state === "seen" && Boolean(f.verdict));
}

const orders = {
	severity: (a, b) => a.rank - b.rank ||
		(a.certainty < b.certainty ? -1 : a.certainty > b.certainty),
	file: () => 0,
	kind: (a, b) => a.kind < b.kind ? -1 : Number(a.kind > b.kind),
	first: (a, b) => (a.first || "") < (b.first || "") ? 1
		: -Number((a.first || "") > (b.first || "")),
	steps: (a, b) => a.length - b.length,
};

// Findings come by file and line; sorting keeps that among equals.
function choose(filter) {
	const words = (filter.q || "").toLowerCase().split(/\s+/)
		.filter(Boolean);
	const found = findings.filter((f) =>
		(filter.state ? hasState(f, filter.state) : !isSuppressed(f)) &&
		["severity", "kind", "pack", "certainty", "dir"].every((key) =>
			filter[key] === undefined || f[key] === filter[key]) &&
		words.every((word) => f.haystack.includes(word)));

	return found.sort(orders[filter.sort] || orders.severity);
}

// ---- the list

const list = { tools: {}, rows: null, found: null, items: [], drawn: 0,
	filter: {}, at: -1 };

function valuesOf(key) {
	const values = new Map();

	for (const f of findings)
		if (f[key])
			values.set(f[key], (values.get(f[key]) || 0) + 1);
	return [...values].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

function makeSelect(key, label, options) {
	const select = make("select", { "aria-label": label },
		make("option", { value: "" }, label));

	for (const [value, text] of options)
		select.append(make("option", { value }, text));
	select.addEventListener("change", () => changeFilter(key, select.value));
	list.tools[key] = select;
	return select;
}

function counted(key) {
	return valuesOf(key).map(([v, n]) => [v, v + " (" + n + ")"]);
}

function stateOptions() {
	const options = [];

	for (const [value, text] of [["new", "New"], ["unchanged", "Not new"],
		["gone", "Gone"], ["seen", "Seen at run time"],
		["confirmed", "Confirmed"], ["accepted", "Accepted"],
		["wrong", "Wrong"], ["suppressed", "Suppressed"]])
		if (findings.some((f) => hasState(f, value)))
			options.push([value, text]);
	options.push(["all", "All, suppressed as well"]);
	return options;
}

function buildList() {
	const search = make("input", { type: "search",
		placeholder: "Search text, file, function …",
		"aria-label": "Search" });

	search.addEventListener("input", () => changeFilter("q", search.value));
	list.tools.q = search;
	const order = makeSelect("sort", "Sort by severity", [
		["file", "Sort by file"], ["kind", "Sort by kind"],
		["steps", "Sort by steps"]]);
	if (findings.some((f) => f.first))
		order.append(make("option", { value: "first" }, "Sort by age"));
	list.found = make("p", { class: "found", role: "status" });
	list.rows = make("ul", { class: "rows", id: "rows" });
	const more = make("div", {});
	new IntersectionObserver((seen) => {
		if (seen.some((s) => s.isIntersecting))
			drawRows(200);
	}, { rootMargin: "1200px" }).observe(more);
	view.list.append(make("div", { class: "tools", role: "search" }, search,
		makeSelect("severity", "Any severity", severities
			.filter((s) => findings.some((f) => f.severity === s))
			.map((s) => [s, s])),
		makeSelect("kind", "Any kind", counted("kind")),
		makeSelect("dir", "Any directory", counted("dir")),
		makeSelect("pack", "Any library", counted("pack")),
		makeSelect("certainty", "Certain or not", [
			["definite", "definite"], ["possible", "possible"]]),
		makeSelect("state", "Not suppressed", stateOptions()), order),
		list.found, list.rows, more);
}

function changeFilter(key, value) {
	const filter = { ...list.filter };

	if (value)
		filter[key] = value;
	else
		delete filter[key];
	history.replaceState(null, "", address("list", filter));
	showList(filter);
}

function chips(f) {
	const add = [];

	if (f.certainty === "possible")
		add.push(make("span", { class: "chip" }, "possible"));
	if (f.baseline === "new")
		add.push(make("span", { class: "chip new" }, "new"));
	if (f.baseline === "gone")
		add.push(make("span", { class: "chip seen" }, "gone"));
	if (f.verdict)
		add.push(make("span", { class: "chip seen" },
			"run time: " + f.verdict));
	if (f.triage && f.triage !== "open")
		add.push(make("span", { class: "chip" }, f.triage));
	if (isSuppressed(f))
		add.push(make("span", { class: "chip" }, "suppressed"));
	if (f.fixes)
		add.push(make("span", { class: "chip" }, "fix"));
	return add;
}

function makeRow(f) {
	const where = [f.path + ":" + f.line, f.function, f.kind,
		plural(f.length, "step")].filter(Boolean).join(" · ");

	return make("li", { class: f.severity },
		make("a", { href: address("finding/" + f.id, list.filter) },
			make("span", { class: "text" }, f.text), ...chips(f),
			make("span", { class: "where" }, where)));
}

function drawRows(count) {
	const until = Math.min(list.items.length, list.drawn + count);
	const some = document.createDocumentFragment();

	for (; list.drawn < until; list.drawn++)
		some.append(makeRow(list.items[list.drawn]));
	list.rows.append(some);
}

function showList(filter) {
	list.filter = filter;
	list.items = choose(filter);
	list.drawn = 0;
	list.at = -1;
	for (const [key, tool] of Object.entries(list.tools)) {
		const value = filter[key] || "";
		if (tool.value !== value)
			tool.value = value;
		if (tool.value !== value && tool.options) {
			tool.append(make("option", { value }, value));
			tool.value = value;
		}
	}
	list.rows.replaceChildren();
	drawRows(100);
	list.found.textContent = list.items.length === findings.length
		? plural(findings.length, "finding")
		: plural(list.items.length, "finding") + " of " +
			findings.length.toLocaleString("en");
	if (!list.items.length)
		list.rows.append(make("li", { class: "none" },
			findings.length ? "Nothing matches the filter."
				: "There are no findings."));
}

function moveInList(by) {
	const next = Math.max(0, Math.min(list.items.length - 1, list.at + by));

	if (!list.items.length)
		return;
	if (next >= list.drawn)
		drawRows(next - list.drawn + 100);
	list.rows.querySelector("[aria-current]")
		?.removeAttribute("aria-current");
	list.at = next;
	const row = list.rows.children[next].firstElementChild;
	row.setAttribute("aria-current", "true");
	row.focus({ preventScroll: true });
	row.scrollIntoView({ block: "nearest" });
}

// ---- source text

const words = new Set(("alignas auto bool break case catch char class co_await " +
	"co_return co_yield const constexpr continue default delete do double " +
	"else enum extern false float for goto if inline int long namespace " +
	"new noexcept nullptr NULL operator private protected public register " +
	"return short signed sizeof static struct switch template this throw " +
	"true try typedef typename union unsigned using virtual void volatile " +
	"while").split(" "));
const pattern = /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|^\s*#\s*\w+|[A-Za-z_]\w*/g;

// [[start, end, class], ...] of what gets a colour; `inComment`: the line
// begins inside of one.
function tokens(text, inComment) {
	const close = inComment ? text.indexOf("*/") : 0;
	const begin = close < 0 ? text.length : inComment ? close + 2 : 0;
	const found = begin ? [[0, begin, "tok-c"]] : [];

	for (const m of text.slice(begin).matchAll(pattern)) {
		const s = m[0];
		const start = begin + m.index, end = start + s.length;
		if (s.startsWith("//") || s.startsWith("/*"))
			found.push([start, end, "tok-c"]);
		else if (s[0] === '"' || s[0] === "'")
			found.push([start, end, "tok-s"]);
		else if (s.trim()[0] === "#" || words.has(s))
			found.push([start, end, "tok-k"]);
	}
	return found;
}

// Whether the line leaves a comment open.
function isOpen(text, colors, inComment) {
	if (!text)
		return inComment;
	const [start, end, name] = colors.at(-1) ?? [0, 0, ""];

	return name === "tok-c" && end === text.length &&
		!text.startsWith("//", start) && !text.endsWith("*/");
}

function addPiece(parent, text, className) {
	if (text)
		parent.append(className ? make("span", { class: className }, text)
			: text);
}

// The text from `from` to `to` with its colours.
function addColored(parent, text, colors, from, to) {
	let at = from;

	for (const [start, end, name] of colors) {
		if (end <= at || start >= to)
			continue;
		addPiece(parent, text.slice(at, Math.max(at, start)));
		addPiece(parent, text.slice(Math.max(at, start),
			Math.min(end, to)), name);
		at = Math.min(end, to);
	}
	addPiece(parent, text.slice(at, to));
}

// A line; `ranges` are the stretches that steps are about.
function makeCode(text, ranges, colors) {
	const code = make("code", {});
	let at = 0;

	ranges.sort((a, b) => a[0] - b[0]);
	for (const [start, end] of ranges) {
		if (start < at || end <= start)
			continue;
		addColored(code, text, colors, at, start);
		const mark = make("mark", {});
		addColored(mark, text, colors, start, end);
		code.append(mark);
		at = end;
	}
	addColored(code, text, colors, at, text.length);
	return code;
}

// ---- the page of a finding

const page = { steps: [], told: [], at: -1, finding: null };

function isLast(f, i) {
	const s = f.steps[i];

	return s.essential && s.at[0] === f.at[0] && s.at[1] === f.at[1] &&
		s.at[2] === f.at[2];
}

function numberOf(f, i) {
	const name = isLast(f, i) ? "last" : f.steps[i].essential ? "essential"
		: "";

	return make("span", { class: "number " + name }, String(i + 1));
}

function placedSteps(f) {
	return f.steps.map((s, i) => ({ ...s, i }))
		.filter((s) => s.at[0] >= 0);
}

// Lines of one file to show: those around its steps, in order.
function linesOf(file, steps) {
	const lines = [];

	for (let n = 0; n < file.lines.length; n += 2) {
		const number = file.lines[n];
		if (steps.some((s) => number >= s.at[1] - 4 &&
			number <= Math.max(s.at[1], Math.min(s.at[3],
				s.at[1] + 12)) + 4))
			lines.push([number, file.lines[n + 1]]);
	}
	return lines;
}

function rangesAt(line, text, steps) {
	const ranges = [];

	for (const s of steps) {
		const [, from, start, to, end] = s.at;
		if (line < from || line > to)
			continue;
		const first = line === from ? start - 1
			: text.length - text.trimStart().length;
		const last = line === to ? end - 1 : text.length;
		ranges.push([first, Math.min(last, text.length)]);
	}
	return ranges;
}

function makeTold(f, s) {
	const told = make("div", { class: "told", id: "told-" + s.i },
		numberOf(f, s.i), make("span", {}, s.text));

	page.told[s.i] = told;
	return told;
}

function makeFrame(f, index, steps) {
	const file = data.files[index];
	const lines = make("div", { class: "lines", tabindex: "0",
		role: "group", "aria-label": "Code of " + file.path });
	const shown = linesOf(file, steps);
	const left = new Set(steps);
	let before = 0, inComment = false;

	for (const [number, text] of shown) {
		// What comes after a gap may begin in the middle of a comment.
		if (number !== before + 1)
			inComment = /^\s*\*[\s/]/.test(text);
		const colors = tokens(text, inComment);
		inComment = isOpen(text, colors, inComment);
		const here = steps.filter((s) => s.at[1] === number);
		const ranges = rangesAt(number, text, steps);
		const isFinal = here.some((s) => isLast(f, s.i));
		if (before && number > before + 1)
			lines.append(make("div", { class: "gap-row" }, "⋯"));
		before = number;
		lines.append(make("div", { class: "line" + (isFinal ? " final"
			: here.length ? " hot" : "") },
			make("span", { class: "nr" }, String(number)),
			makeCode(text, ranges, colors)));
		for (const s of here) {
			lines.append(makeTold(f, s));
			left.delete(s);
		}
	}
	for (const s of left) // their text is not to be had
		lines.append(makeTold(f, { ...s,
			text: s.text + " (line " + s.at[1] + ")" }));
	return make("section", { class: "frame" },
		make("h3", {}, file.path, file.stale ? make("span",
			{ class: "chip warning" }, "changed since") : null), lines);
}

function makeCodePane(f) {
	const steps = placedSteps(f);
	const order = [...new Set(steps.map((s) => s.at[0]))];
	const pane = make("div", { class: "code" });

	page.told = [];
	pane.append(...order.map((index) => makeFrame(f, index,
		steps.filter((s) => s.at[0] === index))));
	pane.append(picture("svg", { class: "arrows", "aria-hidden": "true" }));
	return pane;
}

// From each step to the next, in lanes left of the code.
function drawArrows() {
	const pane = view.finding.querySelector(".code");

	if (!pane || view.finding.hidden)
		return;
	const svg = pane.querySelector(".arrows");
	const box = pane.getBoundingClientRect();
	const width = svg.getBoundingClientRect().width;
	const points = page.told.map((told, i) => told && [i,
		told.getBoundingClientRect()]).filter(Boolean)
		.map(([i, b]) => [i, b.top - box.top + 15]);
	svg.replaceChildren();
	for (let n = 0; n + 1 < points.length; n++) {
		const [from, y1] = points[n];
		const [to, y2] = points[n + 1];
		const name = (page.finding.steps[to].essential ? "strong " : "") +
			(isLast(page.finding, to) ? "last" : "");
		const lane = Math.min(width - 6,
			10 + 7 * (n % 3) + Math.abs(y2 - y1) / 40);
		const turn = Math.min(10, Math.abs(y2 - y1) / 2);
		const down = y2 >= y1 ? turn : -turn;
		const x = width - lane;
		svg.append(picture("path", { class: name,
			"data-from": from + 1, "data-to": to + 1,
			d: `M${width} ${y1 + (down ? Math.sign(down) * 4 : 0)}` +
				` H${x + turn}` +
				` Q${x} ${y1 + Math.sign(down) * 4} ${x} ${y1 + down}` +
				` V${y2 - down}` +
				` Q${x} ${y2} ${x + turn} ${y2} H${width - 4}` }),
			picture("path", { class: "head " + name,
				d: `M${width + 1} ${y2} l-7 -4 v8 z` }));
	}
}

function makeSteps(f) {
	const steps = make("ol", { class: "steps", "aria-label": "Steps" });

	page.steps = f.steps.map((s, i) => {
		const where = place(s.at);
		const button = make("button", { type: "button" }, numberOf(f, i),
			make("span", {}, s.text, where ? make("span",
				{ class: "where" }, baseName(where)) : null));
		button.style.paddingLeft = 8 + Math.min(s.depth, 4) * 12 + "px";
		button.addEventListener("click", () => goToStep(i));
		steps.append(make("li", {}, button));
		return button;
	});
	return steps;
}

function goToStep(i) {
	if (i < 0 || i >= page.steps.length)
		return;
	for (const [n, a] of page.steps.entries()) {
		if (n === i)
			a.setAttribute("aria-current", "step");
		else
			a.removeAttribute("aria-current");
		page.told[n]?.classList.toggle("now", n === i);
	}
	page.at = i;
	page.steps[i].scrollIntoView({ block: "nearest" });
	page.told[i]?.scrollIntoView({ block: "center" });
}

function fact(dl, name, ...value) {
	if (value[0])
		dl.append(make("dt", {}, name), make("dd", {}, ...value));
}

function makeFacts(f) {
	const dl = make("dl", { class: "facts" });
	const code = (text) => text && make("code", {}, text);

	fact(dl, "Where", code(f.path + ":" + f.line + ":" + f.at[2]));
	fact(dl, "Function", code(f.function));
	fact(dl, "Handle", code(f.handle));
	fact(dl, "Operation", code(f.operation));
	fact(dl, "Library", f.pack && f.family !== f.pack
		? [f.pack, f.family].filter(Boolean).join(", ") : f.pack);
	fact(dl, "Certainty", f.certainty === "definite"
		? "definite: on every path through this place"
		: "possible: on some paths through this place");
	fact(dl, "First seen", f.first);
	fact(dl, "Identity", code(f.id));
	return dl;
}

function makeCallouts(f) {
	const add = [];
	const callout = (name, ...text) =>
		add.push(make("p", { class: "callout " + name }, ...text));

	if (isSuppressed(f))
		callout("", make("strong", {}, "Suppressed in the source: "),
			f.suppressed || "no reason given");
	if (f.triage && f.triage !== "open")
		callout("", make("strong", {}, f.triage), f.triageAuthor
			? " by " + f.triageAuthor : "", f.triageReason
			? ": " + f.triageReason : "");
	if (f.verdict)
		callout("seen", make("strong", {}, "At run time: " + f.verdict),
			f.verdictDetail ? " – " + f.verdictDetail : "");
	return add;
}

// The line before and after an edit that stays within one.
function makeEdit(edit) {
	const [index, line, start, endLine, end] = edit.at;
	const file = data.files[index];
	const at = file ? file.lines.indexOf(line) : -1;
	const pre = make("pre", {}, place(edit.at) + "\n");

	if (at < 0 || at % 2 || endLine !== line)
		return make("pre", {}, place(edit.at) + "\n",
			make("ins", {}, "+ " + edit.text));
	const text = file.lines[at + 1];
	const now = (text.slice(0, start - 1) + edit.text +
		text.slice(end - 1)).split("\n");
	if (!now.includes(text))
		pre.append(make("del", {}, "- " + text + "\n"));
	for (const one of now)
		if (one !== text && one.trim())
			pre.append(make("ins", {}, "+ " + one + "\n"));
	return pre;
}

function makeFixes(f) {
	if (!f.fixes)
		return null;
	return make("section", { class: "about fix" }, make("h2", {}, "Fix"),
		...f.fixes.flatMap((x) => [make("p", {}, x.text),
			...x.edits.map(makeEdit)]));
}

function makeAbout(f) {
	const kind = $("kind-" + f.kind);
	const about = make("section", { class: "about" },
		make("h2", {}, "About " + f.kind));

	for (const part of kind ? kind.querySelectorAll("section") : [])
		about.append(part.cloneNode(true));
	return about;
}

function makeCrumbs(f, filter) {
	const items = choose(filter);
	const at = items.indexOf(f);
	const link = (i, text, rel) => items[i] && at >= 0 ? make("a", {
		href: address("finding/" + items[i].id, filter), rel }, text) : null;

	return make("p", { class: "crumbs" },
		make("a", { href: address("list", filter), id: "back" },
			"← All findings"),
		at >= 0 ? make("span", {}, (at + 1) + " of " + items.length) : null,
		link(at - 1, "Previous", "prev"), link(at + 1, "Next", "next"),
		make("span", { class: "spring" }),
		make("span", { class: "keys" }, make("kbd", {}, "j"), " ",
			make("kbd", {}, "k"), " steps  ", make("kbd", {}, "n"), " ",
			make("kbd", {}, "p"), " findings  ", make("kbd", {}, "?"),
			" all keys"));
}

function showFinding(id, filter) {
	const f = byId.get(id);

	list.filter = filter;
	page.finding = f;
	page.at = -1;
	if (!f) {
		view.finding.replaceChildren(make("h1", {}, "No such finding"),
			make("p", {}, make("a", { href: "#list" }, "All findings")));
		return "No such finding";
	}
	if (!f.steps) {
		view.finding.replaceChildren(makeCrumbs(f, filter),
			make("h1", {}, f.text), make("p", {}, "Loading …"));
		withSteps(f, () => page.finding === f && showFinding(id, filter));
		return f.text;
	}
	const code = makeCodePane(f);
	view.finding.replaceChildren(makeCrumbs(f, filter),
		make("h1", {}, f.text),
		make("p", { class: "badges" },
			make("span", { class: "chip " + f.severity }, f.severity),
			make("span", { class: "chip" }, f.kind), ...chips(f)),
		...makeCallouts(f), makeFacts(f),
		make("h2", {}, "The way there"),
		make("div", { class: "story" }, makeSteps(f), code),
		...[makeFixes(f), makeAbout(f)].filter(Boolean));
	requestAnimationFrame(drawArrows);
	return f.text;
}

// ---- going about

function show(shown, title) {
	for (const name of views)
		view[name].hidden = name !== shown;
	for (const a of document.querySelectorAll("header nav a")) {
		const isHere = a.hash === "#" + (shown === "finding" ? "list" : shown);
		if (isHere)
			a.setAttribute("aria-current", "page");
		else
			a.removeAttribute("aria-current");
	}
	document.title = "oncelint: " + title;
}

function route() {
	const { path, filter } = readAddress();
	const [first, rest] = [path.split("/")[0], path.slice(
		path.indexOf("/") + 1)];

	if (first === "list") {
		show("list", "findings");
		showList(filter);
	} else if (first === "finding") {
		show("finding", showFinding(decodeURIComponent(rest), filter));
	} else if (first === "kinds" || first.startsWith("kind-")) {
		show("kinds", "kinds of findings");
		$(first)?.scrollIntoView();
		return;
	} else {
		show("overview", view.overview.querySelector("h1").textContent);
		if (first === "gaps") {
			$("gaps")?.scrollIntoView();
			return;
		}
	}
	window.scrollTo(0, 0);
}

function makeHelp() {
	const rows = [["/", "search"], ["j k", "next and previous row or step"],
		["Enter", "open"], ["n p", "next and previous finding"],
		["u", "back to the list"], ["o", "overview"],
		["t", "light, dark, as the system"], ["?", "this help"]];
	const dialog = make("dialog", { "aria-labelledby": "help-title" },
		make("h2", { id: "help-title" }, "Keys"),
		make("dl", {}, ...rows.flatMap(([key, text]) => [
			make("dt", {}, ...key.split(" ").flatMap((k) => [
				make("kbd", {}, k), " "])),
			make("dd", {}, text)])),
		make("form", { method: "dialog" }, make("button", {}, "Close")));

	document.body.append(dialog);
	return dialog;
}

function changeTheme() {
	const root = document.documentElement;
	const next = { "": "dark", dark: "light", light: "" };
	const theme = next[root.dataset.theme || ""];

	if (theme)
		root.dataset.theme = theme;
	else
		delete root.dataset.theme;
	try {
		localStorage.setItem("oncelint-theme", theme);
	} catch (e) {
		// a page opened from disk may have no storage
	}
}

function follow(selector) {
	const a = document.querySelector(selector);

	if (a)
		location.hash = a.hash;
}

function onKey(event) {
	const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
	const inList = !view.list.hidden, inFinding = !view.finding.hidden;

	if (event.ctrlKey || event.metaKey || event.altKey ||
		help.open || (isTyping && event.key !== "Escape"))
		return;
	const actions = {
		"/": () => {
			if (!inList)
				location.hash = "#list";
			setTimeout(() => list.tools.q.focus());
		},
		Escape: () => event.target.blur(),
		"?": () => help.showModal(),
		t: changeTheme,
		o: () => { location.hash = "#overview"; },
		u: () => follow("#back"),
		n: () => follow("[rel=next]"),
		p: () => follow("[rel=prev]"),
		j: () => inFinding ? goToStep(page.at + 1)
			: inList && moveInList(1),
		k: () => inFinding ? goToStep(page.at - 1)
			: inList && moveInList(-1),
	};
	if (!Object.hasOwn(actions, event.key))
		return;
	event.preventDefault();
	actions[event.key]();
}

const help = makeHelp();
const themeButton = make("button", { type: "button", title: "Theme",
	"aria-label": "Theme" }, "◐");
const helpButton = make("button", { type: "button", class: "keys" }, "Keys");
themeButton.addEventListener("click", changeTheme);
helpButton.addEventListener("click", () => help.showModal());
document.querySelector("header").append(themeButton, helpButton);
try {
	const theme = localStorage.getItem("oncelint-theme");
	if (theme === "dark" || theme === "light")
		document.documentElement.dataset.theme = theme;
} catch (e) {
	// none kept
}
buildList();
addEventListener("hashchange", route);
addEventListener("keydown", onKey);
addEventListener("resize", drawArrows);
addEventListener("beforeprint", () => {
	if (!view.list.hidden)
		drawRows(list.items.length);
});
if (document.fonts)
	document.fonts.ready.then(drawArrows);
route();
})();
