// SPDX-License-Identifier: Apache-2.0
#include "driver/prefix.h"

#include <stdlib.h>
#include <string.h>

#include "driver/prefix_unit.h"

// A prefix is worth its making for so many units and bytes.
#define UNITS_MIN 4
#define BYTES_MIN (100 << 10)
// Making one costs about what it saves in so many units.
#define UNITS_LOST 2
// So many headers are tried alone if too few units can use all.
#define TRIES 6

static void use(struct prefixes *x, struct prefix *p, struct prefix_unit *c)
{
	p->users++;
	x->of[c->unit] = p;
	c->is_settled = true;
}

// What a forced header says, the command says.
static const char *const *names_of(struct prefixes *x,
				   const struct prefix_headers *h,
				   const struct prefix_flavour *like)
{
	VEC(const char *) list = { 0 };

	if (h->first && !like->search->forced.count)
		VEC_PUSH(x->arena, &list, h->first->path);
	VEC_EACH (const struct prefix_root, root, &h->roots)
		VEC_PUSH(x->arena, &list, root->name);
	VEC_PUSH(x->arena, &list, (const char *)NULL);
	return list.at;
}

static void add_prefix(struct prefixes *x, const struct prefix_headers *h,
		       struct prefix_unit *c)
{
	struct prefix *p = ARENA_NEW(x->arena, struct prefix);

	*p = (struct prefix){ .headers = h,
			      .flavour = c->flavour,
			      .like = c->unit,
			      .names = names_of(x, h, c->flavour),
			      .macros = prefix_macros(x, h, c->flavour),
			      .base = -1,
			      .on_top = -1,
			      .by_name = -1 };
	VEC_PUSH(x->arena, &x->list, p);
	use(x, p, c);
}

// Gives the unit the first of the prefixes from `from` on that fits.
static bool take_known(struct prefixes *x, uint32_t from, struct prefix_unit *c)
{
	for (uint32_t i = from; i < x->list.count; i++) {
		struct prefix *p = x->list.at[i];

		if (p->state == PREFIX_FAILED ||
		    !prefix_can_use(x, p->headers, c) || !prefix_fits(x, p, c))
			continue;
		use(x, p, c);
		return true;
	}
	return false;
}

// ---- choosing headers for units that are alike

struct group {
	struct prefix_unit **at;
	uint32_t count;
};

struct offer {
	struct prefix_root root;
	struct reach_list files;
	bool *has;      // by unit of the group: it reaches the header
	uint64_t worth; // alone
	bool is_chosen;
};

struct offers {
	struct prefixes *x;
	const struct group *group;
	VEC(struct offer) list;
	VEC(struct prefix_root) chosen;
	bool *users; // by unit of the group: it reaches all that was chosen
	uint32_t user_count;
	uint64_t bytes; // of all that was chosen
};

static void add_offer(struct offers *s, const struct prefix_root *root,
		      struct reach_search *search)
{
	struct offer new = { .root = *root };

	VEC_EACH (struct offer, known, &s->list)
		if (known->root.file == root->file)
			return;
	new.has = ARENA_ARRAY(&s->x->scratch, bool, s->group->count);
	s->x->skip->reach.stamp++;
	prefix_follow(s->x, search, root->file, &s->x->scratch, &new.files);
	VEC_PUSH(&s->x->scratch, &s->list, new);
}

static void see_user(struct offers *s, uint32_t unit)
{
	uint32_t stamp = ++s->x->skip->reach.stamp;

	VEC_EACH (struct reach_file *const, f, &s->group->at[unit]->reached)
		(*f)->stamp = stamp;
	VEC_EACH (struct offer, offer, &s->list)
		offer->has[unit] = offer->root.file->stamp == stamp;
	s->users[unit] = true;
}

static uint32_t users_with(const struct offers *s, const struct offer *c)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < s->group->count; i++)
		count += s->users[i] && c->has[i];
	return count;
}

// What the choice adds to what is stamped.
static uint64_t bytes_with(const struct offers *s, const struct offer *c)
{
	uint64_t bytes = 0;

	VEC_EACH (struct reach_file *const, f, &c->files.list)
		if ((*f)->stamp != s->x->skip->reach.stamp)
			bytes += (*f)->size;
	return bytes;
}

static uint64_t worth(uint32_t users, uint64_t bytes)
{
	return users > UNITS_LOST ? (users - UNITS_LOST) * bytes : 0;
}

static void collect_offers(struct offers *s)
{
	const struct group *g = s->group;

	s->users = ARENA_ARRAY(&s->x->scratch, bool, g->count);
	for (uint32_t i = 0; i < g->count; i++)
		VEC_EACH (const struct prefix_root, root, &g->at[i]->roots)
			add_offer(s, root, g->at[i]->from->search);
	for (uint32_t i = 0; i < g->count; i++)
		see_user(s, i);
	s->user_count = g->count;
	s->x->skip->reach.stamp++;
	VEC_EACH (struct offer, o, &s->list)
		o->worth = worth(users_with(s, o), bytes_with(s, o));
}

static void choose(struct offers *s, struct offer *c)
{
	s->bytes += bytes_with(s, c);
	VEC_EACH (struct reach_file *const, f, &c->files.list)
		(*f)->stamp = s->x->skip->reach.stamp;
	s->user_count = users_with(s, c);
	for (uint32_t i = 0; i < s->group->count; i++)
		s->users[i] &= c->has[i];
	c->is_chosen = true;
	VEC_PUSH(&s->x->scratch, &s->chosen, c->root);
}

// The header that saves most together with those chosen; NULL if none does.
static struct offer *best_offer(struct offers *s)
{
	uint64_t most = worth(s->user_count, s->bytes);
	struct offer *best = NULL;

	VEC_EACH (struct offer, c, &s->list) {
		if (c->is_chosen)
			continue;
		uint64_t value =
			worth(users_with(s, c), s->bytes + bytes_with(s, c));
		if (value > most) {
			most = value;
			best = c;
		}
	}
	return best;
}

// Greedy: each step takes the header that saves most. False if nothing is worth
// it.
static bool choose_headers(struct offers *s)
{
	struct offer *c;

	collect_offers(s);
	s->x->skip->reach.stamp++;
	while ((c = best_offer(s)))
		choose(s, c);
	return s->user_count >= UNITS_MIN && s->bytes >= BYTES_MIN;
}

static struct prefix_unit *first_user(const struct offers *s)
{
	for (uint32_t i = 0; i < s->group->count; i++)
		if (s->users[i])
			return s->group->at[i];
	return NULL;
}

// Gives back the units that use too few's prefix.
static void drop_small(struct prefixes *x, uint32_t from)
{
	uint32_t kept = from;

	for (uint32_t i = 0; i < x->plan->units.count; i++)
		if (x->of[i] && x->of[i]->users < UNITS_MIN &&
		    x->of[i]->state == PREFIX_WANTED)
			x->of[i] = NULL;
	for (uint32_t i = from; i < x->list.count; i++)
		if (x->list.at[i]->users >= UNITS_MIN)
			x->list.at[kept++] = x->list.at[i];
	x->list.count = kept;
}

// Whether enough of the units that reach these headers can use them.
static bool is_useful(struct offers *s, const struct prefix_headers *h)
{
	uint32_t users = 0, able = 0;

	for (uint32_t i = 0; i < s->group->count; i++) {
		const struct prefix_unit *c = s->group->at[i];
		s->users[i] = prefix_includes_all(s->x, h, c);
		users += s->users[i];
		able += s->users[i] && prefix_can_use(s->x, h, c);
	}
	return able >= UNITS_MIN && able * 2 >= users;
}

// The one that is worth most alone, of those that were not tried.
static struct offer *next_single(struct offers *s, uint64_t below)
{
	struct offer *best = NULL;

	VEC_EACH (struct offer, o, &s->list)
		if (o->worth < below && (!best || o->worth > best->worth))
			best = o;
	return best;
}

// What was chosen, or, if too few units can use that, one header alone.
static const struct prefix_headers *settle_headers(struct offers *s)
{
	const struct prefix_unit *like = first_user(s);
	const struct prefix_headers *h =
		prefix_headers_of(s->x, like, s->chosen.at, s->chosen.count);
	uint64_t below = UINT64_MAX;

	for (int i = 0; i < TRIES && !is_useful(s, h); i++) {
		const struct offer *o = next_single(s, below);
		if (!o)
			break;
		below = o->worth;
		h = prefix_headers_of(s->x, like, &o->root, 1);
	}
	return h;
}

// One set of headers, for the units that include all of it: one prefix for each
// way of flags. The units are settled then, with a prefix or without.
static void share(struct offers *s)
{
	uint32_t from = s->x->list.count;
	const struct prefix_headers *h = settle_headers(s);

	for (uint32_t i = 0; i < s->group->count; i++) {
		struct prefix_unit *c = s->group->at[i];
		if (!s->users[i])
			continue;
		c->is_settled = true;
		if (!take_known(s->x, from, c) && prefix_can_use(s->x, h, c))
			add_prefix(s->x, h, c);
	}
	drop_small(s->x, from);
}

static uint32_t unsettled(struct group *g)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < g->count; i++)
		if (!g->at[i]->is_settled)
			g->at[kept++] = g->at[i];
	return g->count = kept;
}

static void share_all(struct prefixes *x, struct group *g)
{
	while (unsettled(g) >= UNITS_MIN) {
		struct offers s = { .x = x, .group = g };

		if (!choose_headers(&s))
			break;
		share(&s);
	}
}

// ---- the round

static int compare_candidates(const void *a, const void *b)
{
	const struct prefix_unit *x = *(struct prefix_unit *const *)a;
	const struct prefix_unit *y = *(struct prefix_unit *const *)b;
	int order = strcmp(x->flavour->key, y->flavour->key);
	const char *one = x->first ? x->first->path : "";
	const char *two = y->first ? y->first->path : "";

	if (!order)
		order = strcmp(one, two);
	return order ? order : x->unit < y->unit ? -1 : x->unit > y->unit;
}

static bool is_alike(const struct prefix_unit *a, const struct prefix_unit *b)
{
	return str_equal(a->flavour->key, b->flavour->key) &&
	       a->first == b->first;
}

void prefixes_begin(struct prefixes *x, const struct plan *p, struct skip *s,
		    struct arena *a)
{
	*x = (struct prefixes){ .arena = a, .plan = p, .skip = s };
	x->of = ARENA_ARRAY(a, const struct prefix *, p->units.count);
}

void prefixes_choose(struct prefixes *x, const uint32_t *units, uint32_t count)
{
	struct prefix_unit *all =
		ARENA_ARRAY(&x->scratch, struct prefix_unit, count);
	struct prefix_unit **at =
		ARENA_ARRAY(&x->scratch, struct prefix_unit *, count);
	uint32_t n = 0;

	for (uint32_t i = 0; i < count; i++)
		if (prefix_look_at(x, units[i], &all[i]) &&
		    !take_known(x, 0, &all[i]))
			at[n++] = &all[i];
	if (n)
		qsort(at, n, sizeof(struct prefix_unit *), compare_candidates);
	for (uint32_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && is_alike(at[i], at[end]);)
			end++;
		struct group g = { at + i, end - i };
		share_all(x, &g);
	}
	arena_reset(&x->scratch);
}

const struct front_prefix *prefix_of(const struct prefixes *x, uint32_t unit)
{
	const struct prefix *p = x->of ? x->of[unit] : NULL;

	return p && p->state == PREFIX_MADE ? &p->made : NULL;
}

void prefixes_end(struct prefixes *x)
{
	VEC_EACH (struct prefix *const, p, &x->list)
		prefix_close(*p);
	HASH_CLEAR(hh, x->flavours);
	scanner_release(&x->scanner);
	arena_release(&x->scratch);
}
