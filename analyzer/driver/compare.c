// SPDX-License-Identifier: Apache-2.0
#include "driver/compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

static bool is_wanted(const struct options *o)
{
	return o->baseline || o->diff || o->base;
}

static bool read_diff(struct comparison *x, struct arena *a, struct err *e)
{
	bool is_printed = strcmp(x->options->diff, "-") == 0;
	const char *path = is_printed ? "/dev/stdin" : x->options->diff;
	const char *name = is_printed ? "standard input" : path;
	const char *current = x->config->current;
	const char *git = path_find_upward(a, current, ".git");
	const char *top = git ? path_directory(a, git) : current;
	struct str text = STR_INIT;
	bool ok = file_read(path, &text, e) &&
		  diff_read(&x->diff, a, name, text.text, text.length, e) &&
		  diff_resolve(&x->diff, a, name, top, current, e);

	str_release(&text);
	return ok;
}

bool comparison_open(struct comparison *x, struct arena *a,
		     const struct options *o, const struct config *c,
		     struct err *e)
{
	*x = (struct comparison){ .options = o, .config = c };
	if (o->fails_on_stale && !o->baseline)
		return err_set(e, ERR_USAGE,
			       "--fail-on-stale is about a --baseline FILE");
	if (o->fail_scope == FAIL_ON_NEW && !is_wanted(o) && !c->database)
		return err_set(e, ERR_USAGE,
			       "--fail-on new needs something to compare with: "
			       "--base, --diff, --baseline, or a database");
	if (o->base && o->diff)
		return err_set(e, ERR_USAGE,
			       "--base finds the diff itself: give --base or "
			       "--diff");
	if (o->hides_fixed && !o->base)
		return err_set(e, ERR_USAGE,
			       "--no-fixed is about what --base finds");
	return (!o->baseline ||
		baseline_read(&x->baseline, a, o->baseline, e)) &&
	       (!o->diff || read_diff(x, a, e)) &&
	       (!o->base || pull_open(&x->pull, a, o->base, c, e));
}

// ---- findings with their records

struct entry {
	struct finding *finding;
	struct report_record record;
};

static int entry_compare(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return finding_compare(&x->finding, &y->finding);
}

static struct entry *entries_of(const struct report *r, struct arena *a)
{
	struct entry *list = ARENA_ARRAY(a, struct entry, r->finding_count);

	for (uint32_t i = 0; i < r->finding_count; i++) {
		list[i].finding = r->findings[i];
		if (r->records)
			list[i].record = r->records[i];
		list[i].record.baseline = BASELINE_NEW;
	}
	return list;
}

// A finding may have got another place: the order is made anew.
static void put_back(const struct comparison *x, struct entry *list,
		     struct arena *a, struct report *r)
{
	struct finding **findings =
		ARENA_ARRAY(a, struct finding *, r->finding_count);
	struct report_record *records =
		ARENA_ARRAY(a, struct report_record, r->finding_count);
	bool keeps_all = x->options->fail_scope == FAIL_ON_ALL;
	uint32_t kept = 0;

	if (r->finding_count)
		qsort(list, r->finding_count, sizeof(*list), entry_compare);
	for (uint32_t i = 0; i < r->finding_count; i++) {
		if (list[i].record.baseline != BASELINE_NEW && !keeps_all)
			continue;
		findings[kept] = list[i].finding;
		records[kept++] = list[i].record;
	}
	r->findings = findings;
	r->records = records;
	r->finding_count = kept;
}

// ---- the baseline

static void use_baseline(struct comparison *x, struct entry *list,
			 const struct report *r, bool is_whole)
{
	for (uint32_t i = 0; i < r->finding_count; i++) {
		struct baseline_entry *known =
			baseline_find(&x->baseline, list[i].finding->identity);

		if (!known)
			continue;
		known->is_found = true;
		list[i].record.baseline = BASELINE_UNCHANGED;
		x->known_count += !list[i].finding->is_suppressed;
	}
	x->stale_count =
		baseline_mark_stale(&x->baseline, x->config, r, is_whole);
}

// ---- a diff

static bool is_changed(const struct diff *d, const char *file, uint32_t first,
		       uint32_t last)
{
	const struct diff_file *f = file ? diff_find(d, file) : NULL;

	for (uint32_t line = first; f && line <= last; line++)
		if (diff_has_line(f, line))
			return true;
	return false;
}

// The changed place that a location stands for: its own, or that of a macro's
// body. False if there is none.
static bool changed_place(const struct diff *d, const struct loc *l,
			  struct loc *out)
{
	*out = *l;
	if (is_changed(d, l->file, l->line,
		       l->end_line > l->line ? l->end_line : l->line))
		return true;
	*out = (struct loc){ .file = l->macro_file,
			     .line = l->macro_line,
			     .column = 1,
			     .end_line = l->macro_line,
			     .end_column = 1 };
	return is_changed(d, l->macro_file, l->macro_line, l->macro_line);
}

// The last step on a changed line, one of the story's own events if possible.
static bool changed_step(const struct diff *d, const struct finding *f,
			 struct loc *out)
{
	for (int pass = 0; pass < 2; pass++)
		for (uint32_t i = f->step_count; i-- > 0;)
			if (f->steps[i].is_essential == (pass == 0) &&
			    changed_place(d, &f->steps[i].loc, out))
				return true;
	return false;
}

// A reader of a change looks at what it changes, so a finding elsewhere is told
// there. False if the change has no part in it.
static bool place(const struct comparison *x, const struct diff *d,
		  struct entry *entry, struct arena *a)
{
	const struct finding *f = entry->finding;
	struct loc at;

	if (is_changed(d, f->loc.file, f->loc.line, f->loc.line))
		return true;
	if (!changed_place(d, &f->loc, &at) && !changed_step(d, f, &at))
		return false;
	struct finding *moved = arena_memdup(a, f, sizeof(*f));
	moved->loc = at;
	moved->message =
		arena_printf(a, "this change leads to %s:%u: %s",
			     path_relative(f->loc.file, x->config->current),
			     f->loc.line, f->message);
	entry->finding = moved;
	return true;
}

static void use_diff(struct comparison *x, struct entry *list,
		     const struct report *r, struct arena *a)
{
	for (uint32_t i = 0; i < r->finding_count; i++)
		if (!place(x, &x->diff, &list[i], a))
			list[i].record.baseline = BASELINE_UNCHANGED;
}

// ---- a base

static bool use_base(struct comparison *x, struct entry *list,
		     struct analysis *analysis, const struct plan *plan,
		     const struct results *results, const struct report *r,
		     struct arena *a, struct err *e)
{
	if (!pull_compare(&x->pull, a, analysis, plan, x->config, results, r,
			  e))
		return false;
	for (uint32_t i = 0; i < r->finding_count; i++) {
		enum carried_cause cause = x->pull.matches.now[i].cause;

		if (cause == CARRIED_NONE)
			place(x, &x->pull.diff, &list[i], a);
		else
			list[i].record.baseline =
				cause == CARRIED_EDITED ||
						cause == CARRIED_FUNCTION
					? BASELINE_UPDATED
					: BASELINE_UNCHANGED;
	}
	return true;
}

bool comparison_apply(struct comparison *x, struct arena *a,
		      struct analysis *analysis, const struct plan *plan,
		      const struct results *results, struct report *r,
		      struct err *e)
{
	if (!is_wanted(x->options))
		return true;
	struct entry *list = entries_of(r, a);
	if (x->options->base &&
	    !use_base(x, list, analysis, plan, results, r, a, e))
		return false;
	if (x->options->diff)
		use_diff(x, list, r, a);
	if (x->options->baseline)
		use_baseline(x, list, r, plan->is_whole);
	put_back(x, list, a, r);
	if (x->options->base && !x->options->hides_fixed)
		r->gone = pull_fixed(&x->pull, a, r);
	return true;
}

// ---- telling

static void tell_stale(const struct comparison *x)
{
	VEC_EACH (struct baseline_entry, known, &x->baseline.list)
		if (known->is_stale)
			fprintf(stderr, "%s:%u: %s: %s is not found any more\n",
				x->options->baseline, known->line,
				x->options->fails_on_stale ? "error" : "note",
				known->text);
	if (x->stale_count)
		fprintf(stderr, "'oncelint baseline prune %s' takes %s out\n",
			x->options->baseline,
			x->stale_count == 1 ? "it" : "them");
}

void comparison_tell(const struct comparison *x, bool is_quiet)
{
	if (x->options->base)
		pull_tell(&x->pull, x->config, is_quiet);
	if (!x->options->baseline)
		return;
	if (!is_quiet || x->options->fails_on_stale)
		tell_stale(x);
	if (!is_quiet)
		fprintf(stderr, "%s: %u known, %u stale\n",
			x->options->baseline, x->known_count, x->stale_count);
}

void comparison_release(struct comparison *x)
{
	pull_release(&x->pull);
}
