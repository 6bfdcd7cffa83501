// SPDX-License-Identifier: Apache-2.0
// `oncelint check`. Read check_command() first: it is the analysis.
#include "driver/run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uthash.h>

#include "base/file.h"
#include "driver/cache.h"
#include "driver/command.h"
#include "driver/compare.h"
#include "driver/link.h"
#include "driver/mend.h"
#include "driver/output.h"
#include "driver/prove.h"
#include "driver/recall.h"
#include "driver/rerun.h"
#include "driver/units.h"
#include "pack/show.h"
#include "store/identity.h"
#include "store/store.h"

// ---- joining

static void count_unit(struct store_counts *n, const struct artifact *x)
{
	n->units++;
	switch (x->status) {
	case UNIT_SKIPPED:
		n->skipped++;
		break;
	case UNIT_CACHED:
		n->cached++;
		break;
	case UNIT_DEGRADED:
		n->degraded++;
		break;
	case UNIT_FAILED:
		n->failed++;
		break;
	case UNIT_DONE:
	case UNIT_STATUS_COUNT:
		break;
	}
}

// False if the configuration does not want it.
static bool admit(struct finding *f, const struct config *c)
{
	if (c->kinds[f->kind].level == LEVEL_OFF ||
	    config_excludes(c, f->loc.file))
		return false;
	if (c->kinds[f->kind].level == LEVEL_SET)
		f->severity = c->kinds[f->kind].severity;
	return f->severity != SEVERITY_HINT || c->has_hints;
}

static int note_compare(const void *a, const void *b)
{
	const struct note *x = a, *y = b;
	int order = loc_compare(&x->loc, &y->loc);

	return order ? order : strcmp(x->reason, y->reason);
}

// A function of a header is met in every unit that includes it.
static void finish_notes(struct results *r)
{
	uint32_t kept = 0;

	if (!r->notes.count)
		return;
	qsort(r->notes.at, r->notes.count, sizeof(*r->notes.at), note_compare);
	for (uint32_t i = 0; i < r->notes.count; i++)
		if (!kept ||
		    note_compare(&r->notes.at[kept - 1], &r->notes.at[i]) != 0)
			r->notes.at[kept++] = r->notes.at[i];
	r->notes.count = kept;
}

static int text_compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// A file may be a unit of several commands.
static void finish_files(struct results *r, struct arena *a)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < r->artifact_count; i++)
		VEC_PUSH(a, &r->files, r->artifacts[i].file);
	if (!r->files.count)
		return;
	qsort(r->files.at, r->files.count, sizeof(*r->files.at), text_compare);
	for (uint32_t i = 0; i < r->files.count; i++)
		if (!kept || !str_equal(r->files.at[kept - 1], r->files.at[i]))
			r->files.at[kept++] = r->files.at[i];
	r->files.count = kept;
}

static int gap_compare(const void *a, const void *b)
{
	const struct report_unit *x = a, *y = b;
	int order = strcmp(x->file, y->file);

	return order ? order : strcmp(x->reason, y->reason);
}

static void finish_gaps(struct results *r)
{
	uint32_t kept = 0;

	if (!r->gaps.count)
		return;
	qsort(r->gaps.at, r->gaps.count, sizeof(*r->gaps.at), gap_compare);
	for (uint32_t i = 0; i < r->gaps.count; i++)
		if (!kept ||
		    gap_compare(&r->gaps.at[kept - 1], &r->gaps.at[i]) != 0)
			r->gaps.at[kept++] = r->gaps.at[i];
	r->gaps.count = kept;
}

static void leave_out(struct findings *all, const struct config *c)
{
	uint32_t kept = 0;

	VEC_EACH (struct finding *, f, &all->list)
		if (admit(*f, c))
			all->list.at[kept++] = *f;
	all->list.count = kept;
}

void collect(struct results *r, const struct config *c, struct arena *a)
{
	for (uint32_t i = 0; i < r->artifact_count; i++) {
		const struct artifact *x = &r->artifacts[i];

		count_unit(&r->counts, x);
		if (x->reason)
			VEC_PUSH(a, &r->gaps,
				 (struct report_unit){ x->file,
						       x->status == UNIT_FAILED,
						       x->reason });
	}
	leave_out(&r->findings, c);
	findings_finish(&r->findings);
	finish_files(r, a);
	finish_gaps(r);
	finish_notes(r);
	identity_assign(&r->findings, a);
}

// ---- comments that silence

struct seen_path {
	const char *path;
	UT_hash_handle hh;
};

static bool is_new(struct seen_path **seen, struct arena *a, const char *path)
{
	struct seen_path *s;

	HASH_FIND_STR(*seen, path, s);
	if (s)
		return false;
	s = ARENA_NEW(a, struct seen_path);
	s->path = path;
	HASH_ADD_KEYPTR(hh, *seen, s->path, strlen(s->path), s);
	return true;
}

// In every file of the project that was read, so that those of no use show.
void suppress(struct results *r, const struct config *c,
	      struct source_cache *sources, struct suppressions *s)
{
	struct arena scratch = { 0 };
	struct seen_path *seen = NULL;

	for (uint32_t i = 0; i < r->artifact_count; i++) {
		const struct artifact *x = &r->artifacts[i];

		if (is_new(&seen, &scratch, x->file))
			suppressions_read(s, sources, x->file);
		VEC_EACH (const char *, path, &x->dependencies)
			if (path_is_below(*path, c->root) &&
			    is_new(&seen, &scratch, *path))
				suppressions_read(s, sources, *path);
	}
	VEC_EACH (struct finding *, f, &r->findings.list)
		if (is_new(&seen, &scratch, (*f)->loc.file))
			suppressions_read(s, sources, (*f)->loc.file);
	HASH_CLEAR(hh, seen);
	arena_release(&scratch);
	suppressions_apply(s, &r->findings);
}

// ---- keeping

static const char *line_of(void *data, const char *file, uint32_t line,
			   size_t *length)
{
	return source_line(source_get(data, file), line, length);
}

static bool keep_suppressions(struct store_db *s,
			      const struct suppressions *list, struct err *e)
{
	VEC_EACH (struct suppression, x, &list->list) {
		struct store_suppression row = { x->file,       x->line,
						 x->kinds_text, x->reason,
						 x->expires,    x->state };

		if (!store_add_suppression(s, &row, e))
			return false;
	}
	return true;
}

static bool keep(struct store_db *s, const struct store_run *run,
		 const struct results *r, const struct suppressions *list,
		 struct source_cache *sources, struct err *e)
{
	struct store_history history;

	if (!store_begin_run(s, run, e))
		return false;
	for (uint32_t i = 0; i < r->artifact_count; i++)
		if (!store_add_unit(s, &r->artifacts[i], e))
			return false;
	return store_add_findings(s, r->findings.list.at,
				  r->findings.list.count, line_of, sources,
				  e) &&
	       keep_suppressions(s, list, e) &&
	       store_end_run(s, &r->counts, &history, e);
}

// ---- telling

void fill_report(struct report *out, const struct results *r,
		 const struct config *c, struct source_cache *sources)
{
	*out = (struct report){
		.findings = r->findings.list.at,
		.finding_count = r->findings.list.count,
		.notes = r->notes.at,
		.note_count = r->notes.count,
		.units = r->gaps.at,
		.unit_count = r->gaps.count,
		.summaries = r->summaries.at,
		.summary_count = r->summaries.count,
		.files = r->files.at,
		.file_count = r->files.count,
		.version = ONCELINT_VERSION,
		.current = c->current,
		.root = c->root,
		.page = kind_page,
		.sources = sources,
	};
}

static void print_gaps(const struct results *r, const struct config *c)
{
	VEC_EACH (struct report_unit, u, &r->gaps)
		fprintf(stderr, "%s: %s: %s\n",
			path_relative(u->file, c->current),
			u->is_failed ? "error: not analysed"
				     : "note: analysed in part",
			u->reason);
}

static void print_last_line(const struct store_counts *n)
{
	fprintf(stderr,
		"%u unit%s (%u skipped, %u cached, %u degraded, %u failed), "
		"%u finding%s, %.1f s\n",
		n->units, n->units == 1 ? "" : "s", n->skipped, n->cached,
		n->degraded, n->failed, n->findings,
		n->findings == 1 ? "" : "s", n->milliseconds / 1000.0);
}

static void print_rest(const struct options *o, const struct results *r,
		       const struct suppressions *s, const struct config *c)
{
	struct str text = STR_INIT;

	fflush(stdout);
	suppressions_complain(s, c->current, &text);
	fputs(text.text, stderr);
	str_release(&text);
	print_gaps(r, c);
	if (!o->is_quiet)
		print_last_line(&r->counts);
}

// ---- the command

struct packset *load_packs(const char *const *rules, uint32_t count,
			   struct err *e)
{
	struct packset *packs = packset_new();
	bool ok = packset_load_builtin(packs, e);

	for (uint32_t i = 0; ok && i < count; i++)
		ok = packset_load_path(packs, rules[i], e);
	if (ok && packset_finish(packs, e))
		return packs;
	packset_free(packs);
	return NULL;
}

static int exit_status(const struct options *o, const struct report *r,
		       const struct config *c, const struct comparison *x,
		       const struct store_counts *n)
{
	if (!c->never_fails &&
	    report_count_in(r, c->fail_on, o->fail_scope == FAIL_ON_NEW))
		return 1;
	if (o->fails_on_stale && x->stale_count)
		return 1;
	return n->failed ? err_exit_status(ERR_UNIT) : 0;
}

struct check {
	const struct gather *gather;
	struct config config;
	struct plan plan;
	struct analysis analysis;
	struct results results;
	struct suppressions suppressions;
	struct source_cache sources;
	struct store_db *store;
	struct cache cache;
	struct reuse reuse;
	struct comparison comparison;
};

// Whatever can be wrong before the work begins.
static bool prepare(struct check *k, const struct options *o, struct arena *a,
		    struct err *e)
{
	struct config *c = &k->config;

	if (!outputs_check(o, k->gather->command, e))
		return false;
	if (!config_load(c, a, o, e) ||
	    !k->gather->plan(&k->plan, a, o, c, e) ||
	    !comparison_open(&k->comparison, a, o, c, e))
		return false;
	k->analysis.options.strict = c->is_strict;
	k->analysis.options.hints = c->has_hints;
	k->analysis.packs = load_packs(c->rules.at, c->rules.count, e);
	if (!k->analysis.packs)
		return false;
	if (c->database && !(k->store = store_open(c->database, e)))
		return false;
	if (c->cache) {
		cache_open(&k->cache, c->cache, (uint64_t)c->cache_size << 20);
		k->analysis.cache = &k->cache;
	}
	return true;
}

static void tell_mended(const struct options *o, const struct mended *n)
{
	if (!o->is_quiet)
		fprintf(stderr, "%u finding%s %s in %u file%s\n", n->findings,
			n->findings == 1 ? "" : "s",
			o->shows_fixes ? "can be fixed" : "fixed", n->files,
			n->files == 1 ? "" : "s");
}

static bool mend(struct check *k, const struct options *o, struct arena *a,
		 struct report *r, struct err *e)
{
	struct str diff = STR_INIT;
	struct mended n;
	bool ok = !k->plan.units.count ||
		  !(o->is_fixing || outputs_show_fixes(o)) ||
		  fixes_prove(&k->analysis, &k->plan, &k->config, &k->results,
			      r, a, e);

	if (ok && o->is_fixing) {
		ok = fixes_apply(r, o->shows_fixes, a, &diff, &n, e) &&
		     print_text(&diff, e);
		if (ok)
			tell_mended(o, &n);
	}
	str_release(&diff);
	return ok;
}

static bool wants_summaries(const struct options *o)
{
	VEC_EACH (const struct output, x, &o->outputs)
		if (str_equal(x->format, "verify"))
			return true;
	return false;
}

// All that an earlier run found out, if nothing has changed and it is enough.
static bool find_again(struct check *k, const struct options *o,
		       struct rerun *again, struct arena *a)
{
	struct rules rules;

	packset_rules(k->analysis.packs, &rules);
	return !wants_summaries(o) && rerun_get(again, &rules, a, &k->results);
}

static bool find_out(struct check *k, const struct options *o, struct arena *a,
		     struct err *e)
{
	const struct config *c = &k->config;
	struct rerun again;

	reuse_begin(&k->reuse, k->analysis.cache, &k->analysis, c->root);
	k->analysis.reuse = &k->reuse;
	rerun_begin(&again, &k->reuse, &k->plan, c, a);
	if (find_again(k, o, &again, a))
		return true;
	if (!k->gather->units(&k->analysis, &k->plan, o, c, a, &k->results,
			      e) ||
	    !link_units(&k->analysis, c, a, &k->results, e))
		return false;
	rerun_put(&again, &k->results);
	return true;
}

static bool check(struct check *k, const struct options *o, struct arena *a,
		  int *status, struct err *e)
{
	const struct config *c = &k->config;
	struct report report;

	if (!find_out(k, o, a, e))
		return false;
	struct store_run run = { ONCELINT_VERSION, o->command_line, c->root,
				 k->plan.is_whole };
	collect(&k->results, c, a);
	suppressions_init(&k->suppressions, a);
	suppress(&k->results, c, &k->sources, &k->suppressions);
	fill_report(&report, &k->results, c, &k->sources);
	report.command_line = o->command_line;
	report.category = o->category;
	k->results.counts.findings = report_count(&report, SEVERITY_HINT);
	// What was found is told even if it cannot be kept.
	bool is_kept = !k->store || (keep(k->store, &run, &k->results,
					  &k->suppressions, &k->sources, e) &&
				     recall_join(k->store, a, &report, e));
	bool is_compared = comparison_apply(&k->comparison, a, &k->analysis,
					    &k->plan, &k->results, &report, e);
	if (!is_compared || !mend(k, o, a, &report, e) ||
	    !outputs_write(o, &report, e))
		return false;
	k->results.counts.findings = report_count(&report, SEVERITY_HINT);
	print_rest(o, &k->results, &k->suppressions, c);
	comparison_tell(&k->comparison, o->is_quiet);
	*status =
		exit_status(o, &report, c, &k->comparison, &k->results.counts);
	return is_kept;
}

int run_command(const struct gather *g, const struct options *o,
		struct arena *a, struct err *e)
{
	struct check k = { .gather = g };
	int status = 0;

	if (prepare(&k, o, a, e) && !check(&k, o, a, &status, e))
		status = err_exit_status(e->code);
	reuse_end(&k.reuse);
	cache_close(&k.cache);
	analysis_release(&k.analysis);
	packset_free(k.analysis.packs);
	plan_release(&k.plan);
	store_close(k.store);
	comparison_release(&k.comparison);
	source_release(&k.sources);
	return status;
}

static bool check_units(struct analysis *x, struct plan *p,
			const struct options *o, const struct config *c,
			struct arena *a, struct results *out, struct err *e)
{
	return analyse_units(x, p, c, o->is_quiet, a, out, e);
}

int check_command(const struct options *o, struct arena *a, struct err *e)
{
	static const struct gather gather = { "check", plan_make, check_units };

	return run_command(&gather, o, a, e);
}
