// SPDX-License-Identifier: Apache-2.0
#include "driver/pull.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "driver/base.h"
#include "driver/link.h"
#include "driver/units.h"

// The repository as paths are spelt here: git follows links.
static const char *spelt_top(struct arena *a, const char *current,
			     const char *top)
{
	const char *git = path_find_upward(a, current, ".git");

	return git ? path_directory(a, git) : top;
}

bool pull_open(struct pull *p, struct arena *a, const char *ref,
	       const struct config *c, struct err *e)
{
	struct str text = STR_INIT;

	*p = (struct pull){ .top = NULL };
	if (!git_top(a, c->current, &p->top, e) ||
	    !git_merge_base(a, p->top, ref, &p->commit, e))
		return false;
	p->top = spelt_top(a, c->current, p->top);
	p->folder =
		arena_printf(a, "%s/.oncelint/base.%d", c->root, (int)getpid());
	bool ok =
		git_diff(p->top, p->commit, &text, e) &&
		diff_read(&p->diff, a, "git diff", text.text, text.length, e) &&
		diff_resolve(&p->diff, a, "git diff", p->top, p->top, e);
	str_release(&text);
	return ok;
}

void pull_release(struct pull *p)
{
	source_release(&p->sources);
	source_release(&p->fixed_sources);
}

// ---- the base's findings

// The folder of ours keeps itself out of version control.
static bool make_parent(const struct pull *p, struct arena *a, struct err *e)
{
	const char *parent = path_directory(a, p->folder);
	struct str all = STR_INIT;
	bool ok = true;

	if (mkdir(parent, 0777) == 0) {
		str_add(&all, "*\n");
		ok = file_write(path_join(a, parent, ".gitignore"), &all, e);
		str_release(&all);
	} else if (errno != EEXIST) {
		ok = err_set(e, ERR_IO, "cannot make '%s': %s", parent,
			     strerror(errno));
	}
	return ok;
}

// The configuration as if the base's folder were the project.
static struct config config_of(const struct pull *p, struct arena *a,
			       const struct config *c)
{
	struct config then = *c;

	then.root = path_is_below(c->root, p->top)
			    ? path_absolute(
				      a, p->folder,
				      strcmp(c->root, p->top) == 0
					      ? "."
					      : path_relative(c->root, p->top))
			    : p->folder;
	return then;
}

static bool analyse(struct pull *p, struct base *b, struct arena *a,
		    struct analysis *x, const struct plan *plan,
		    const struct config *c, const struct results *now,
		    struct err *e)
{
	const struct config then = config_of(p, a, c);
	struct suppressions comments;
	struct plan old;

	if (!base_plan(b, a, plan, now, &old, e))
		return false;
	if (old.units.count &&
	    !analyse_units(x, &old, &then, true, a, &p->results, e))
		return false;
	if (!link_units(x, &then, a, &p->results, e))
		return false;
	collect(&p->results, &then, a);
	suppressions_init(&comments, a);
	suppress(&p->results, &then, &p->sources, &comments);
	// While the folder is there.
	VEC_EACH (struct finding *const, f, &p->results.findings.list)
		for (uint32_t i = 0; i < (*f)->step_count; i++)
			if ((*f)->steps[i].loc.file)
				source_get(&p->sources,
					   (*f)->steps[i].loc.file);
	return true;
}

// ---- what was found then and now

// A unit that has nothing of the change in it finds what it found before.
static const bool *mark_old(const struct base *b, struct arena *a,
			    const struct results *now, const struct report *r)
{
	VEC(struct finding *) list = { NULL, 0, 0 };
	bool *is_old = ARENA_ARRAY(a, bool, r->finding_count);

	for (uint32_t i = 0; i < now->artifact_count; i++) {
		const struct artifact *x = &now->artifacts[i];

		if (base_differs(b, x))
			continue;
		VEC_EACH (struct finding *const, f, &x->findings.list)
			VEC_PUSH(a, &list, *f);
	}
	if (!list.count)
		return is_old;
	qsort(list.at, list.count, sizeof(*list.at), finding_compare);
	for (uint32_t i = 0; i < r->finding_count; i++)
		is_old[i] = bsearch(&r->findings[i], list.at, list.count,
				    sizeof(*list.at), finding_compare) != NULL;
	return is_old;
}

static void count(struct pull *p, struct arena *a, const struct report *r)
{
	const struct finding *const *old =
		(const struct finding *const *)p->results.findings.list.at;

	for (uint32_t i = 0; i < r->finding_count; i++) {
		struct carried *m = &p->matches.now[i];
		const struct finding *f = r->findings[i];
		bool was_hidden = m->cause != CARRIED_NONE &&
				  m->other < UINT32_MAX &&
				  old[m->other]->is_suppressed;
		bool is_settled =
			r->records && r->records[i].triage && f->is_suppressed;

		if (was_hidden && !f->is_suppressed)
			m->cause = CARRIED_NONE; // its comment was taken away
		if (!f->is_suppressed)
			p->counts[m->cause]++;
		else if (m->cause != CARRIED_NONE && m->other < UINT32_MAX &&
			 !was_hidden && !is_settled)
			VEC_PUSH(a, &p->silenced, f);
	}
	for (uint32_t i = 0; i < p->results.findings.list.count; i++)
		if (p->matches.old[i].cause == CARRIED_NONE &&
		    !old[i]->is_suppressed)
			VEC_PUSH(a, &p->fixed, old[i]);
}

static void match(struct pull *p, const struct base *b, struct arena *a,
		  const struct results *now, const struct report *r)
{
	const struct match_side old_side = {
		.findings = p->results.findings.list.at,
		.count = p->results.findings.list.count,
		.root = p->folder,
		.sources = &p->sources
	};
	const struct match_side now_side = { .findings = r->findings,
					     .count = r->finding_count,
					     .root = p->top,
					     .sources = r->sources,
					     .is_old = mark_old(b, a, now, r) };

	match_findings(&p->matches, a, &old_side, &now_side, &p->diff);
	for (uint32_t i = 0; i < r->finding_count; i++)
		if (p->matches.now[i].cause == CARRIED_NONE &&
		    now_side.is_old[i])
			p->matches.now[i] =
				(struct carried){ CARRIED_EXACT, UINT32_MAX };
	count(p, a, r);
}

bool pull_compare(struct pull *p, struct arena *a, struct analysis *x,
		  const struct plan *plan, const struct config *c,
		  const struct results *now, const struct report *r,
		  struct err *e)
{
	struct base b = { p->top, p->folder, &p->diff, false, e };
	struct worktree w = { .path = NULL };
	bool ok = make_parent(p, a, e) &&
		  worktree_add(&w, p->top, p->folder, p->commit, e) &&
		  analyse(p, &b, a, x, plan, c, now, e);

	worktree_remove(&w);
	if (ok)
		match(p, &b, a, now, r);
	return ok;
}

// ---- what is fixed, as a report

// Moves a place out of the base's folder, with the text that its file had.
static void lead_back(struct pull *p, struct arena *a, struct loc *l)
{
	if (!l->file || !path_is_below(l->file, p->folder))
		return;
	const struct source_file *then = source_get(&p->sources, l->file);
	l->file = path_absolute(a, p->top, path_relative(l->file, p->folder));
	if (!source_has(&p->fixed_sources, l->file))
		source_put(&p->fixed_sources, l->file,
			   then->text ? then->text : "", then->length);
	if (l->macro_file && path_is_below(l->macro_file, p->folder))
		l->macro_file = path_absolute(
			a, p->top, path_relative(l->macro_file, p->folder));
}

static struct finding *as_of_now(struct pull *p, struct arena *a,
				 const struct finding *f)
{
	struct finding *copy = arena_memdup(a, f, sizeof(*f));

	copy->steps = ARENA_ARRAY(a, struct step, f->step_count);
	copy->fix_count = 0; // nothing is left to mend
	lead_back(p, a, &copy->loc);
	for (uint32_t i = 0; i < f->step_count; i++) {
		copy->steps[i] = f->steps[i];
		lead_back(p, a, &copy->steps[i].loc);
	}
	return copy;
}

const struct report *pull_fixed(struct pull *p, struct arena *a,
				const struct report *r)
{
	uint32_t count = p->fixed.count;
	struct report *fixed = arena_memdup(a, r, sizeof(*r));
	struct finding **findings = ARENA_ARRAY(a, struct finding *, count);
	struct report_record *records =
		ARENA_ARRAY(a, struct report_record, count);

	for (uint32_t i = 0; i < count; i++) {
		findings[i] = as_of_now(p, a, p->fixed.at[i]);
		records[i].baseline = BASELINE_ABSENT;
	}
	fixed->findings = findings;
	fixed->records = records;
	fixed->finding_count = count;
	fixed->sources = &p->fixed_sources;
	return fixed;
}

// ---- telling

static void tell_list(const struct pull *p, const char *word,
		      const struct finding *const *list, uint32_t n,
		      const struct config *c)
{
	for (uint32_t i = 0; i < n; i++) {
		const char *path = list[i]->loc.file;

		path = path_is_below(path, p->folder)
			       ? path_relative(path, p->folder)
			       : path_relative(path, c->current);
		fprintf(stderr, "%s: %s:%u: %s [%s]\n", word, path,
			list[i]->loc.line, list[i]->message,
			kind_info(list[i]->kind)->id);
	}
}

static void tell_counts(const struct pull *p)
{
	static const char *const words[CARRIED_CAUSE_COUNT] = {
		[CARRIED_MOVED] = "moved",
		[CARRIED_FILE] = "in a renamed file",
		[CARRIED_FUNCTION] = "in a renamed function",
		[CARRIED_EDITED] = "edited",
	};
	uint32_t old = 0;
	const char *mark = " (";

	for (int i = CARRIED_EXACT; i < CARRIED_CAUSE_COUNT; i++)
		old += p->counts[i];
	fprintf(stderr, "base %.12s: %u new, %u fixed, %u unchanged", p->commit,
		p->counts[CARRIED_NONE], p->fixed.count, old);
	for (int i = CARRIED_MOVED; i < CARRIED_CAUSE_COUNT; i++) {
		if (!p->counts[i])
			continue;
		fprintf(stderr, "%s%u %s", mark, p->counts[i], words[i]);
		mark = ", ";
	}
	fprintf(stderr, "%s\n", strcmp(mark, " (") == 0 ? "" : ")");
}

void pull_tell(const struct pull *p, const struct config *c, bool is_quiet)
{
	VEC_EACH (const struct report_unit, u, &p->results.gaps)
		if (u->is_failed)
			fprintf(stderr,
				"%s: note: not analysed in the base: %s\n",
				path_relative(u->file, p->folder), u->reason);
	if (is_quiet)
		return;
	tell_list(p, "fixed", p->fixed.at, p->fixed.count, c);
	tell_list(p, "silenced", p->silenced.at, p->silenced.count, c);
	tell_counts(p);
}
