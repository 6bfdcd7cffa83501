# SPDX-License-Identifier: Apache-2.0
#
# awk -f figures.awk -f tables.awk bench.json: the figures as a page.

function f(g, w, key) {
	return show(figure[g, w, key])
}

# The hit rate above which `w` costs less than tasks.
function break_even(w_hit, w_miss, key,    gain, loss) {
	if (!has("hit", w_hit, key) || !has("miss", w_miss, key))
		return "–"
	gain = figure["hit", "task", key] - figure["hit", w_hit, key]
	loss = figure["miss", w_miss, key] - figure["miss", "task", key]
	if (loss <= 0)
		return "always"
	if (gain <= 0)
		return "never"
	return sprintf("%.1f %%", 100 * loss / (loss + gain))
}

function break_even_row(name, w_miss) {
	printf "| %s | %s | %s | %s |\n", name,
		break_even("value_task", w_miss, "bytes"),
		break_even("value_task", w_miss, "instructions"),
		break_even("value_task", w_miss, "ns")
}

function beside_row(what, theirs, before, after) {
	printf "| %s | %s | %s → %s |\n", what, theirs, before, after
}

function beside(    chain, sql_hit, sql_miss) {
	chain = "chain of 3, hit"
	sql_hit = "SQLite repository, hit"
	sql_miss = "SQLite repository, miss"
	print "## Beside .NET's figures\n"
	print "Bytes for one call, task → value task. .NET's are those that"
	print "the articles about `ValueTask` print.\n"
	print "| what | .NET | here |\n|---|---|---|"
	beside_row("cache hit", "72 → 0", f("hit", "task", "bytes"),
		f("hit", "value_task", "bytes"))
	beside_row("cache miss, source not pooled", "195 → 229",
		f("miss", "task", "bytes"),
		f("miss", "value_task heap source", "bytes"))
	beside_row("cache miss, pooled", "–", f("miss", "task", "bytes"),
		f("miss", "value_task async function", "bytes"))
	beside_row("read-through cache, hit, three layers", "232 → 0",
		f(chain, "task", "bytes"), f(chain, "value_task", "bytes"))
	beside_row("repository over a database, hit", "160 → 0",
		f(sql_hit, "task", "bytes"), f(sql_hit, "value task", "bytes"))
	beside_row("repository over a database, miss", "18,748 → 18,775",
		f(sql_miss, "task", "bytes"),
		f(sql_miss, "value task", "bytes"))
	print ""
	json()
}

function more(g, key) {
	return figure[g, "pipe", key] - figure[g, "stream", key]
}

function json(    g) {
	g = "JSON of 1000000 readings"
	if (!(g in size))
		return
	print "Reading a JSON document of a million readings through a pipe"
	print "instead of a stream: .NET's article has 21 % less time and"
	printf "slightly more bytes; here %.0f %% less time and %s bytes " \
		"more.\n\n",
		-100 * more(g, "ns") / figure[g, "stream", "ns"],
		show(more(g, "bytes"))
}

function ready_price(    plain, ready) {
	plain = figure["hit", "plain call", "instructions"]
	ready = figure["hit", "value_task", "instructions"]
	printf "A ready value task costs %s instructions where a plain call " \
		"costs %s: %.2f times\nas much, and %s bytes.\n\n",
		show(ready), show(plain), plain ? ready / plain : 0,
		f("hit", "value_task", "bytes")
}

function break_evens() {
	print "## Break-even\n"
	print "The share of calls that must be ready at once for a value task"
	print "to cost less than a task: loss on a miss / (loss on a miss +"
	print "gain on a hit).\n"
	print "| value task | in bytes | in instructions | in time |"
	print "|---|---|---|---|"
	break_even_row("pooled, asynchronous function",
		"value_task async function")
	break_even_row("pooled, promise", "value_task promise")
	break_even_row("source on the heap", "value_task heap source")
	print "| .NET, first article | 32 % | | 93 % |"
	print "| .NET, second article | 11 % | | 99.7 % |"
	print "| .NET, repository over a database | 14 % | | |\n"
}

function checked_row(g, w) {
	if (!has(g, w, "ns_checked"))
		return
	printf "| %s, %s | %s | %s | %s | %s | %s | %s |\n", g, w,
		f(g, w, "instructions"), f(g, w, "instructions_checked"),
		f(g, w, "instructions_checked_fp"), f(g, w, "ns"),
		f(g, w, "ns_checked"), f(g, w, "ns_checked_fp")
}

function checked(    i, j, g) {
	print "## The checked library\n"
	print "Unchecked, checked without stacks, and checked with the stacks"
	print "that frame pointers give.\n"
	print "| | instructions | checked | with stacks | ns | checked |" \
		" with stacks |"
	print "|---|--:|--:|--:|--:|--:|--:|"
	for (i = 1; i <= group_count; i++) {
		g = groups[i]
		for (j = 1; j <= size[g]; j++)
			if (whats[g, j] ~ /^value_task/)
				checked_row(g, whats[g, j])
	}
	print ""
}

function group_table(g,    i, w) {
	printf "### %s\n\n", g
	print "| | bytes | allocations | instructions | with mimalloc | ns |"
	print "|---|--:|--:|--:|--:|--:|"
	for (i = 1; i <= size[g]; i++) {
		w = whats[g, i]
		printf "| %s | %s | %s | %s | %s | %s |\n", w,
			f(g, w, "bytes"), f(g, w, "mallocs"),
			f(g, w, "instructions"),
			f(g, w, "instructions_mimalloc"), f(g, w, "ns")
	}
	print ""
}

END {
	print "# What value tasks cost\n"
	print "<!-- Written by runtime/bench; do not edit. -->\n"
	print "Bytes and allocations are counted over all threads by a malloc"
	print "that is preloaded, instructions by callgrind, loop and check of"
	print "the result included; both are the same in every run. Times are"
	print "the best of several runs on a machine that does other things"
	print "too: they say no more than which is faster.\n"
	print "![bytes and instructions](img/value-task-cost.svg)\n"
	ready_price()
	beside()
	break_evens()
	print "![bytes by hit rate](img/value-task-break-even.svg)\n"
	checked()
	print "## All figures\n"
	print "`hit`: the result is there. `miss`: it comes on a later turn of"
	print "a loop on the same thread (std::async and GTask have their own"
	print "ways to get there). `mix`: nine hits and a miss. What a system"
	print "call costs in the kernel is not in the instructions.\n"
	for (i = 1; i <= group_count; i++)
		group_table(groups[i])
}
