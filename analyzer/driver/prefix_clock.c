// SPDX-License-Identifier: Apache-2.0
// When a unit reads what, by a walk along its #include lines in their order, as
// the preprocessor goes. Time is counted in lines. A line below a condition is
// followed too: what it leads to is read at that time perhaps.
#include <string.h>

#include "driver/prefix_unit.h"

// Of a file. The n-th time is that after n of its #include lines; of installed
// files only when they begin is known.
struct times {
	uint32_t earliest, certain; // it begins; NEVER: it is not read
	uint32_t *perhaps, *surely; // by line
};

#define NEVER UINT32_MAX

struct visit {
	struct reach_file *file;
	const struct reach_edges *edges;
	uint32_t line;
	bool is_certain;
};

struct clock {
	struct prefixes *x;
	const struct prefix_unit *unit; // whose flags count
	uint32_t stamp;
	uint32_t now;
	VEC(struct visit) stack;
};

static uint32_t *never(struct arena *a, uint32_t count)
{
	uint32_t *at = ARENA_ARRAY(a, uint32_t, count);

	memset(at, 0xff, count * sizeof(*at));
	return at;
}

static struct times *times_of(struct clock *c, struct reach_file *f)
{
	struct arena *a = &c->x->timing;

	if (f->stamp == c->stamp)
		return f->note;
	struct times *t = ARENA_NEW(a, struct times);
	t->earliest = t->certain = NEVER;
	if (!f->is_installed) {
		t->perhaps = never(a, f->scan.includes.count + 1);
		t->surely = never(a, f->scan.includes.count + 1);
	}
	f->stamp = c->stamp;
	f->note = t;
	return t;
}

// A second time only if it is certain now, and was not before.
static void enter(struct clock *c, struct reach_file *f, bool is_certain)
{
	struct times *t = times_of(c, f);

	if (t->certain != NEVER || (!is_certain && t->earliest != NEVER))
		return;
	c->now++;
	if (t->earliest == NEVER)
		t->earliest = c->now;
	if (is_certain)
		t->certain = c->now;
	struct visit v = {
		f, reach_includes(&c->x->skip->reach, c->unit->from->search, f),
		0, is_certain
	};
	VEC_PUSH(&c->x->timing, &c->stack, v);
}

static void note_line(struct clock *c, const struct visit *v)
{
	struct times *t = v->file->note;

	c->now++;
	if (!t->perhaps)
		return;
	if (t->perhaps[v->line] == NEVER)
		t->perhaps[v->line] = c->now;
	if (v->is_certain)
		t->surely[v->line] = c->now;
}

static void walk(struct clock *c, struct reach_file *f)
{
	enter(c, f, true);
	while (c->stack.count) {
		struct visit *v = &VEC_LAST(&c->stack);
		note_line(c, v);
		if (v->line == v->file->scan.includes.count) {
			c->stack.count--;
			continue;
		}
		struct reach_file *to = v->edges->to.at[v->line];
		const struct scan_include *line =
			&v->file->scan.includes.at[v->line++];
		if (to)
			enter(c, to,
			      v->is_certain &&
				      prefix_is_certain(c->unit, line));
	}
}

static void begin(struct clock *c, struct prefixes *x,
		  const struct prefix_unit *unit)
{
	arena_reset(&x->timing);
	*c = (struct clock){ .x = x,
			     .unit = unit,
			     .stamp = ++x->skip->reach.stamp };
}

void prefix_clock_unit(struct prefixes *x, const struct prefix_unit *unit)
{
	struct clock c;

	begin(&c, x, unit);
	if (unit->first)
		walk(&c, unit->first);
	walk(&c, unit->from->file);
}

void prefix_clock_headers(struct prefixes *x, const struct prefix_headers *h,
			  const struct prefix_unit *like)
{
	struct clock c;

	begin(&c, x, like);
	if (h->first)
		walk(&c, h->first);
	VEC_EACH (const struct prefix_root, root, &h->roots)
		walk(&c, root->file);
}

static const struct times *known_times(const struct prefixes *x,
				       const struct prefix_place *p)
{
	return p->file->stamp == x->skip->reach.stamp ? p->file->note : NULL;
}

static uint32_t perhaps_at(const struct times *t, uint32_t line)
{
	return !t ? NEVER : t->perhaps ? t->perhaps[line] : t->earliest;
}

static uint32_t surely_at(const struct times *t, uint32_t line)
{
	return !t ? NEVER : t->surely ? t->surely[line] : t->certain;
}

unsigned prefix_before(const struct prefixes *x, const struct prefix_place *a,
		       const struct prefix_place *b)
{
	const struct times *one = known_times(x, a), *two = known_times(x, b);
	bool perhaps = perhaps_at(one, a->line) < perhaps_at(two, b->line);
	uint32_t last = surely_at(two, b->line);
	// What hangs on a condition is read at that time or never.
	bool surely = surely_at(one, a->line) <
		      (last == NEVER ? perhaps_at(two, b->line) : last);

	return (perhaps ? BEFORE_PERHAPS : 0) | (surely ? BEFORE_SURELY : 0);
}

bool prefix_is_surely_read(const struct prefixes *x,
			   const struct prefix_place *p)
{
	return surely_at(known_times(x, p), p->line) != NEVER;
}

bool prefix_is_surely_before(const struct prefixes *x,
			     const struct prefix_place *a,
			     const struct prefix_place *b)
{
	return surely_at(known_times(x, a), a->line) <
	       perhaps_at(known_times(x, b), b->line);
}
