// SPDX-License-Identifier: Apache-2.0
// `oncelint tu`: one unit, one artifact, for programs that run compilers. It
// reads what the compiler would, and writes the artifact and what it depends
// on; nothing of the machine, the time or the user is in it.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "driver/bundle.h"
#include "driver/command.h"
#include "driver/compile.h"
#include "driver/gather.h"
#include "driver/output.h"
#include "driver/parcel.h"
#include "driver/units.h"

struct tu {
	const struct options *options;
	struct arena *arena;
	struct config config;
	struct compile compile;
	struct front_command command;
	struct parcel parcel; // that the source is; all zero: it is none
	struct analysis analysis;
	const char *directory; // the compiler's, absolute
	const char *artifact;  // where it goes
	const char *depfile;
};

// ---- the command line

static void insert_extra(struct tu *t, const char **words, uint32_t *count)
{
	const struct options *o = t->options;

	VEC_EACH (const char *const, word, &o->extra_first)
		words[(*count)++] = *word;
	for (uint32_t i = 1; i < o->flag_count; i++)
		words[(*count)++] = o->flags[i];
	VEC_EACH (const char *const, word, &o->extra_arguments)
		words[(*count)++] = *word;
}

// FILE -- CC ARGS
static bool read_hook(struct tu *t, struct err *e)
{
	const struct options *o = t->options;
	const char **words = ARENA_ARRAY(t->arena, const char *,
					 o->flag_count + o->extra_first.count +
						 o->extra_arguments.count + 1);
	uint32_t count = 0;

	if (o->operands.count != 1 || !o->flag_count)
		return err_set(e, ERR_USAGE,
			       "expected 'tu FILE -- COMPILER ARGUMENT...'");
	words[count++] = o->flags[0];
	insert_extra(t, words, &count);
	return compile_read(&t->compile, t->arena, t->directory, words, count,
			    o->operands.at[0], e);
}

// CC ARGS -c FILE -o ARTIFACT
static bool read_compiler(struct tu *t, struct err *e)
{
	const struct options *o = t->options;

	if (!o->operands.count)
		return err_set(e, ERR_USAGE,
			       "expected 'tu FILE -- COMPILER ARGUMENT...' or "
			       "'tu COMPILER ARGUMENT... -c FILE -o ARTIFACT'");
	if (o->extra_arguments.count || o->extra_first.count)
		return err_set(e, ERR_USAGE,
			       "--extra-arg goes with 'FILE -- COMPILER'");
	if (!compile_read(&t->compile, t->arena, t->directory, o->operands.at,
			  o->operands.count, NULL, e))
		return false;
	return t->compile.compiles || t->compile.preprocesses ||
	       err_set(e, ERR_USAGE,
		       "expected -c among the compiler's words: only compiling "
		       "has an artifact");
}

static void choose_files(struct tu *t, bool is_compiler)
{
	const struct options *o = t->options;
	const struct compile *c = &t->compile;
	const char *base = c->output ? c->output : path_base(c->source);

	if (o->result)
		t->artifact = o->result;
	else if (is_compiler && c->output)
		t->artifact = c->output;
	else
		t->artifact =
			arena_printf(t->arena, "%s" ARTIFACT_ENDING, base);
	// In the other shape -MF is the compiler's own.
	if (o->depfile)
		t->depfile = o->depfile;
	else if (is_compiler && c->depfile)
		t->depfile = c->depfile;
	else
		t->depfile = arena_printf(t->arena, "%s.d", t->artifact);
}

// ---- what it depends on

static void add_escaped(struct str *out, const char *path)
{
	for (; *path; path++) {
		if (*path == ' ' || *path == '#')
			str_add_char(out, '\\');
		else if (*path == '$')
			str_add_char(out, '$');
		str_add_char(out, *path);
	}
}

static void add_prerequisite(const struct tu *t, struct str *out,
			     const char *path)
{
	str_add(out, " \\\n ");
	add_escaped(out, path_relative(path, t->config.current));
}

static bool write_depfile(const struct tu *t, const struct artifact *x,
			  struct err *e)
{
	struct str text = STR_INIT;

	add_escaped(&text, t->artifact);
	str_add_char(&text, ':');
	add_prerequisite(t, &text, x->file);
	VEC_EACH (const char *const, path, &x->dependencies)
		if (!str_equal(*path, x->file))
			add_prerequisite(t, &text, *path);
	if (t->config.file)
		add_prerequisite(t, &text, t->config.file);
	VEC_EACH (const char *const, path, &t->config.rules)
		add_prerequisite(t, &text, *path);
	str_add_char(&text, '\n');
	bool ok = file_write(t->depfile, &text, e);
	str_release(&text);
	return ok;
}

// ---- the unit

static bool write_artifact(const struct tu *t, const struct artifact *x,
			   struct err *e)
{
	struct bundle b;

	bundle_begin(&b, &t->analysis, t->config.root, t->arena);
	b.parcel = t->parcel.folder ? &t->parcel : NULL;
	bundle_add(&b, x);
	// Of a parcel nothing is on this machine.
	return (b.parcel || write_depfile(t, x, e)) &&
	       bundle_write(&b, t->artifact, e);
}

// An artifact of an earlier state would be taken for this one's.
static bool fail(const struct tu *t, const struct artifact *x, struct err *e)
{
	unlink(t->artifact);
	return err_set(e, ERR_UNIT, "%s: not analysed: %s",
		       path_relative(x->file, t->config.current), x->reason);
}

static bool analyse(struct tu *t, struct err *e)
{
	struct plan plan = { 0 };
	struct results results;

	VEC_PUSH(t->arena, &plan.units, t->command);
	t->config.jobs = 1;
	if (!analyse_units(&t->analysis, &plan, &t->config, true, t->arena,
			   &results, e))
		return false;
	const struct artifact *x = &results.artifacts[0];
	if (x->status == UNIT_FAILED && !t->options->keeps_going)
		return fail(t, x, e);
	if (x->reason && !t->options->is_quiet && !t->options->fails)
		fprintf(stderr, "%s: note: %s: %s\n",
			path_relative(x->file, t->config.current),
			x->status == UNIT_FAILED ? "not analysed"
						 : "analysed in part",
			x->reason);
	return write_artifact(t, x, e);
}

// ---- in the place of a preprocessor

static bool pack(const struct tu *t, struct err *e)
{
	struct str text = STR_INIT;
	bool ok = parcel_pack(&t->command, &t->config, t->arena, &text, e) &&
		  (t->compile.output ? file_write(t->compile.output, &text, e)
				     : print_text(&text, e));

	str_release(&text);
	return ok;
}

static bool is_preprocessed(const char *path)
{
	return str_ends(path, ".i") || str_ends(path, ".ii");
}

static bool unpack(struct tu *t, struct err *e)
{
	const char *path = t->command.file;

	if (!is_preprocessed(path))
		return true;
	if (path_exists(path) && !parcel_is(path))
		return err_set(e, ERR_UNIT,
			       "%s: was preprocessed by another program: its "
			       "macros and places are lost; 'oncelint tu ... "
			       "-E' keeps them",
			       t->compile.source);
	if (!parcel_unpack(&t->parcel, path, t->arena, e))
		return false;
	parcel_use(&t->parcel, t->arena, &t->config, &t->command);
	return true;
}

// ---- the command

static bool read_command(struct tu *t, struct err *e)
{
	const struct options *o = t->options;
	struct config *c = &t->config;

	if (!config_load(c, t->arena, o, e))
		return false;
	t->directory = path_absolute(t->arena, c->current,
				     o->directory ? o->directory : c->current);
	if (!(o->has_flags ? read_hook(t, e) : read_compiler(t, e)))
		return false;
	t->command = (struct front_command){
		.file = path_absolute(t->arena, t->directory,
				      t->compile.source),
		.directory = t->directory,
		.words = t->compile.words.list.at,
	};
	choose_files(t, !o->has_flags);
	return true;
}

static bool prepare(struct tu *t, struct err *e)
{
	struct config *c = &t->config;

	if (!unpack(t, e))
		return false;
	t->analysis.options.strict = c->is_strict;
	t->analysis.options.hints = c->has_hints;
	t->analysis.packs = load_packs(c->rules.at, c->rules.count, e);
	return t->analysis.packs != NULL;
}

// What the unit shows when it is linked with nothing else.
static int report_unit(const struct tu *t, struct err *e)
{
	struct options o = *t->options;

	o.operands.at = ARENA_NEW(t->arena, const char *);
	o.operands.at[0] = t->artifact;
	o.operands.count = 1;
	o.no_database = true;
	o.is_quiet = true;
	return link_artifacts(&o, t->arena, e);
}

int tu_command(const struct options *o, struct arena *a, struct err *e)
{
	struct tu t = { .options = o, .arena = a };
	int status = 0;

	bool ok = read_command(&t, e);
	bool is_packing = ok && !o->has_flags && t.compile.preprocesses;
	if (is_packing)
		ok = pack(&t, e);
	else
		ok = ok && prepare(&t, e) && analyse(&t, e);
	if (!ok)
		status = err_exit_status(e->code);
	else if (o->fails && !is_packing)
		status = report_unit(&t, e);
	parcel_remove(&t.parcel);
	analysis_release(&t.analysis);
	packset_free(t.analysis.packs);
	return status;
}

// The name is kept for building with the checked runtime.
int cc_command(const struct options *o, struct arena *a, struct err *e)
{
	(void)o;
	(void)a;
	err_set(e, ERR_USAGE,
		"'cc' is a name that is kept for later: to analyse what a "
		"compiler compiles, say 'oncelint tu %s ...'",
		o->operands.count ? o->operands.at[0] : "cc");
	return err_exit_status(e->code);
}
