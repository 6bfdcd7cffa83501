// SPDX-License-Identifier: Apache-2.0
#include "driver/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/intern.h"
#include "pack/trigger.h"

// One process' parser.
struct parser {
	struct front front;
};

// A second try after a crash, hang or memory blow-up.
#define CHEAP_STATES 4
#define CHEAP_STEPS 2000

// Of processor time: what a busy machine does to the clock says nothing. With a
// limit on it the process' own moves in ticks, so this thread is asked.
static uint64_t microseconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

// NULL and `e` set if the compiler library does not work.
static struct parser *parser_of(struct analysis *x, struct err *e)
{
	if (x->parser)
		return x->parser;
	struct parser *p = xcalloc(1, sizeof(*p));
	if (front_init(&p->front, NULL, e))
		return x->parser = p;
	free(p);
	return NULL;
}

void analysis_release(struct analysis *x)
{
	free(x->solutions);
	x->solutions = NULL;
	x->solutions_size = 0;
	if (!x->parser)
		return;
	front_release(&x->parser->front);
	free(x->parser);
	x->parser = NULL;
}

bool parser_check(struct err *e)
{
	struct analysis x = { 0 };
	bool ok = parser_of(&x, e) != NULL;

	analysis_release(&x);
	return ok;
}

// ---- the artifact

static void degrade(struct artifact *out, struct arena *a, const char *reason)
{
	out->status = UNIT_DEGRADED;
	out->reason = arena_strdup(a, reason);
}

static int path_compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void take_unit(const struct unit *u, struct arena *a,
		      struct artifact *out)
{
	out->function_count = u->functions.count;
	out->skipped_functions = u->skipped_functions;
	out->error_count = u->error_count;
	out->times.parse_us = u->parse_us;
	out->times.lower_us = u->lower_us;
	VEC_EACH (const char *, path, &u->dependencies)
		VEC_PUSH(a, &out->dependencies, *path);
	if (u->error_count)
		degrade(out, a,
			arena_printf(
				a, "%u error%s of the compiler, first: %s",
				u->error_count, u->error_count == 1 ? "" : "s",
				u->first_error ? u->first_error : "unknown"));
	else if (u->downgrade)
		degrade(out, a, u->downgrade);
	// Headers that were read before the unit was come in another order.
	if (out->dependencies.count)
		qsort(out->dependencies.at, out->dependencies.count,
		      sizeof(*out->dependencies.at), path_compare);
}

static void take_results(struct arena *a, const struct flow_result *from,
			 struct artifact *out)
{
	out->state_limit_hits = from->state_limit_hits;
	out->findings = from->findings;
	VEC_EACH (const struct note, n, &from->notes)
		VEC_PUSH(a, &out->notes, *n);
	VEC_EACH (const struct summary, s, &from->summaries)
		VEC_PUSH(a, &out->summaries, *s);
	VEC_EACH (const struct contract, c, &from->contracts)
		VEC_PUSH(a, &out->contracts, *c);
	VEC_EACH (const char *const, s, &from->self)
		VEC_PUSH(a, &out->self, *s);
	VEC_EACH (const char *const, s, &from->rearmed)
		VEC_PUSH(a, &out->rearmed, *s);
	VEC_EACH (const char *const, s, &from->unread)
		VEC_PUSH(a, &out->unread, *s);
	VEC_EACH (const struct stale, x, &from->stale)
		VEC_PUSH(a, &out->stale, *x);
	VEC_EACH (struct function *const, f, &from->kept)
		VEC_PUSH(a, &out->functions, *f);
}

static void take_declarations(const struct packset *packs, const struct unit *u,
			      struct arena *a, struct artifact *out)
{
	VEC_EACH (const struct declaration, d, &u->declarations)
		if (d->is_annotated || packset_spells_handle(packs, d->type))
			VEC_PUSH(a, &out->declarations, *d);
}

static void take_packs(const struct packset *packs, struct arena *a,
		       struct artifact *out)
{
	struct pack_names names = { 0 };

	packset_in_use(packs, a, &names);
	VEC_EACH (const char *const, n, &names.list)
		VEC_PUSH(a, &out->packs, *n);
}

static void solve(struct analysis *x, const struct unit *u, bool is_cheap,
		  struct arena *a, struct artifact *out)
{
	struct flow_options options = x->options;
	struct flow_result result = { 0 };
	struct rules rules;

	if (is_cheap) {
		options.max_states = CHEAP_STATES;
		options.max_steps = CHEAP_STEPS;
	}
	packset_activate(x->packs, u);
	packset_rules(x->packs, &rules);
	flow_unit(u, &rules, &options, a, &result);
	take_results(a, &result, out);
	take_packs(x->packs, a, out);
	take_declarations(x->packs, u, a, out);
}

// The compiler library says little about what is no source at all.
static bool is_source(const char *path, struct err *e)
{
	char start[4096];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, start, sizeof(start));

	if (n < 0)
		err_set(e, ERR_UNIT, "cannot be read: %s", strerror(errno));
	else if (memchr(start, 0, (size_t)n))
		err_set(e, ERR_UNIT, "is not a text file");
	if (fd >= 0)
		close(fd);
	return e->code == ERR_NONE;
}

static bool has_buffer(const struct front_command *c)
{
	for (size_t i = 0; i < c->buffer_count; i++)
		if (str_equal(c->buffers[i].file, c->file))
			return true;
	return false;
}

static bool parse(struct analysis *x, const struct front_command *command,
		  struct arena *a, struct intern *names, struct unit *out,
		  struct err *e)
{
	if (!has_buffer(command) &&
	    !is_source(path_absolute(a, command->directory, command->file), e))
		return false;
	struct parser *p = parser_of(x, e);

	return p && front_parse(&p->front, command, a, names, out, e);
}

void unit_analyse(struct analysis *x, const struct front_command *command,
		  bool is_cheap, struct arena *a, struct artifact *out)
{
	struct intern names;
	struct unit unit = { 0 };
	struct err e = ERR_INIT;

	*out = (struct artifact){ .file = command->file };
	intern_init(&names, a);
	if (parse(x, command, a, &names, &unit, &e)) {
		uint64_t start = microseconds();

		take_unit(&unit, a, out);
		if (x->see_unit)
			x->see_unit(x->see_data, &unit);
		solve(x, &unit, is_cheap, a, out);
		out->times.solve_us = microseconds() - start;
	} else {
		out->status = UNIT_FAILED;
		out->reason = arena_strdup(a, e.text.text);
	}
	intern_release(&names);
	err_release(&e);
}

bool unit_precompile(struct analysis *x, const struct front_precompile *p,
		     struct arena *a, struct front_prefix *out)
{
	struct err e = ERR_INIT;
	struct parser *parser = parser_of(x, &e);
	bool ok = parser && front_precompile(&parser->front, p, a, out, &e);

	err_release(&e);
	return ok;
}
