// SPDX-License-Identifier: Apache-2.0
// What the analyser sees, for those who work on it or on a rule: the code of a
// unit, what functions do, and why units are parsed.
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "driver/command.h"
#include "driver/output.h"
#include "driver/prefix.h"
#include "driver/run.h"
#include "driver/skip.h"
#include "driver/unit.h"
#include "model/dump.h"

// ---- one unit

static void see_unit(void *data, const struct unit *u)
{
	dump_unit(data, u);
}

static void add_summaries(struct str *out, const struct artifact *x)
{
	VEC_EACH (const struct summary, s, &x->summaries) {
		if (!s->operation)
			continue;
		str_printf(out, "%s: ", s->name);
		operation_dump(out, s->operation);
		str_add_char(out, '\n');
	}
}

// One unit in this process, so that a debugger sees it.
static bool debug_unit(const struct options *o, struct arena *a, bool is_ir,
		       struct err *e)
{
	struct str text = STR_INIT;
	struct analysis analysis = { 0 };
	struct plan plan = { 0 };
	struct artifact x;

	analysis.packs = load_packs(o->rules.at, o->rules.count, e);
	if (!analysis.packs)
		return false;
	if (is_ir) {
		analysis.see_unit = see_unit;
		analysis.see_data = &text;
	}
	analysis.options.strict = o->is_strict;
	analysis.options.hints = o->has_hints;
	plan_add_file(&plan, a, path_current(a), o->operands.at[1], o->flags,
		      o->flag_count);
	unit_analyse(&analysis, &plan.units.at[0], false, a, &x);
	if (!is_ir)
		add_summaries(&text, &x);
	show_text(&text);
	if (x.reason)
		fprintf(stderr, "oncelint: %s: %s\n", x.file, x.reason);
	if (x.status == UNIT_FAILED)
		err_set(e, ERR_UNIT, "nothing to show");
	str_release(&text);
	analysis_release(&analysis);
	packset_free(analysis.packs);
	return x.status != UNIT_FAILED;
}

// ---- all units

static void tell_unit(const struct skip_unit *u, const char *file,
		      const char *root, const struct prefix *p)
{
	printf("%s: %s", path_relative(file, root),
	       u->is_chosen ? "parsed" : "skipped");
	if (u->is_chosen && u->reason) {
		printf(", because of %s", u->reason);
		if (u->reason_file && u->reason_file != u->file)
			printf(" in %s",
			       path_relative(u->reason_file->path, root));
	}
	for (const char *const *name = p ? p->names : NULL; name && *name;
	     name++)
		printf("%s %s", name == p->names ? ", after" : "",
		       path_relative(*name, root));
	putchar('\n');
}

static void tell_units(const struct plan *p, const struct packset *packs,
		       const struct config *c, struct arena *a)
{
	struct skip_choice choice;
	struct prefixes prefixes;
	struct skip s;

	skip_begin(&s, p, packs, config_shows_hints(c), a);
	skip_choose(&s, &choice);
	prefixes_begin(&prefixes, p, &s, a);
	prefixes_choose(&prefixes, choice.units.at, choice.units.count);
	for (uint32_t i = 0; i < p->units.count; i++)
		tell_unit(&s.units[i],
			  path_absolute(a, p->units.at[i].directory,
					p->units.at[i].file),
			  c->root, prefixes.of[i]);
	prefixes_end(&prefixes);
	skip_end(&s);
}

static bool debug_units(const struct options *o, struct arena *a, struct err *e)
{
	struct options rest = options_rest(o);
	struct packset *packs = NULL;
	struct plan p = { 0 };
	struct config c;

	bool ok = config_load(&c, a, &rest, e) &&
		  plan_make(&p, a, &rest, &c, e) &&
		  (packs = load_packs(c.rules.at, c.rules.count, e));
	if (ok)
		tell_units(&p, packs, &c, a);
	plan_release(&p);
	packset_free(packs);
	return ok;
}

int debug_command(const struct options *o, struct arena *a, struct err *e)
{
	const char *what = o->operands.count ? o->operands.at[0] : "";
	bool is_ir = strcmp(what, "ir") == 0;
	bool ok = false;

	if (strcmp(what, "units") == 0)
		ok = debug_units(o, a, e);
	else if (o->operands.count == 2 &&
		 (is_ir || strcmp(what, "summary") == 0))
		ok = debug_unit(o, a, is_ir, e);
	else
		err_set(e, ERR_USAGE,
			"expected 'debug ir FILE', 'debug summary FILE' or "
			"'debug units [-p DIR]'");
	return ok ? 0 : err_exit_status(e->code);
}
