// SPDX-License-Identifier: Apache-2.0
#include "driver/prefix.h"

#include <stdlib.h>
#include <string.h>

#include "driver/prefix_unit.h"

// A prefix is worth its making for so many units and bytes.
#define UNITS_MIN 3
#define BYTES_MIN (100 << 10)
// Making one costs about what it saves in so many units.
#define UNITS_LOST 2
// So many headers are tried that save nothing.
#define TRIES 6
// So many units of a large group are asked whether they can use a header.
#define SAMPLE 64

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

// A header that may be added.
struct offer {
	struct prefix_root root;
	struct reach_list files; // that it reaches
	bool *has; // by unit of the group: it includes the header for sure
	bool is_tried;
	bool is_chosen;
};

struct offers {
	struct prefixes *x;
	const struct group *group;
	VEC(struct offer) list;
	VEC(struct prefix_root) chosen;
	const struct prefix_headers *headers; // those; NULL: none yet
	bool *users; // by unit of the group: it can use these
	uint32_t user_count;
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
}

static uint64_t worth(uint32_t users, uint64_t bytes)
{
	return users > UNITS_LOST ? (users - UNITS_LOST) * bytes : 0;
}

static uint32_t users_with(const struct offers *s, const struct offer *o)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < s->group->count; i++)
		count += s->users[i] && o->has[i];
	return count;
}

// What the offer adds to what is stamped.
static uint64_t bytes_with(const struct offers *s, const struct offer *o)
{
	uint64_t bytes = 0;

	VEC_EACH (struct reach_file *const, f, &o->files.list)
		if ((*f)->stamp != s->x->skip->reach.stamp)
			bytes += (*f)->size;
	return bytes;
}

// The header that seems to save most together with those chosen; NULL if none
// does.
static struct offer *best_offer(struct offers *s)
{
	uint64_t bytes = s->headers ? s->headers->bytes : 0;
	uint64_t most = worth(s->user_count, bytes);
	uint32_t stamp = ++s->x->skip->reach.stamp;
	struct offer *best = NULL;

	for (uint32_t i = 0; s->headers && i < s->headers->files.count; i++)
		s->headers->files.at[i]->stamp = stamp;
	VEC_EACH (struct offer, o, &s->list) {
		uint64_t value =
			worth(users_with(s, o), bytes + bytes_with(s, o));

		if (o->is_tried || value <= most)
			continue;
		most = value;
		best = o;
	}
	return best;
}

// In which order the unit meets what is chosen.
static uint64_t order_of(const struct offers *s, const struct prefix_unit *c)
{
	uint64_t order = 0;

	VEC_EACH (const struct prefix_root, root, &c->roots)
		for (uint32_t i = 0; i < s->chosen.count; i++)
			if (s->chosen.at[i].file == root->file)
				order = order * 31 + i + 1;
	return order;
}

// A user that has the offer and meets what is chosen in the order that most do.
static const struct prefix_unit *typical_with(const struct offers *s,
					      const struct offer *o)
{
	uint32_t n = s->group->count, most = 0, step = 1 + n / SAMPLE;
	uint64_t *orders = ARENA_ARRAY(&s->x->scratch, uint64_t, n);
	const struct prefix_unit *best = NULL;

	for (uint32_t i = 0; i < n; i++)
		if (s->users[i] && o->has[i])
			orders[i] = order_of(s, s->group->at[i]);
	for (uint32_t i = 0; i < n; i += best ? step : 1) {
		uint32_t count = 0;
		if (!s->users[i] || !o->has[i])
			continue;
		for (uint32_t k = 0; k < n; k++)
			count += s->users[k] && o->has[k] &&
				 orders[k] == orders[i];
		if (count > most) {
			most = count;
			best = s->group->at[i];
		}
	}
	return best;
}

// About how many of the group's units can use the headers: every n-th is asked.
static uint32_t count_users(struct offers *s, const struct prefix_headers *h)
{
	uint32_t step = 1 + s->group->count / SAMPLE;
	uint32_t count = 0;

	for (uint32_t i = 0; i < s->group->count; i += step)
		count +=
			s->users[i] && prefix_can_use(s->x, h, s->group->at[i]);
	return count * step;
}

// Whether all users that have the one have the other too.
static bool goes_with(const struct offers *s, const struct offer *o,
		      const struct offer *other)
{
	for (uint32_t i = 0; i < s->group->count; i++)
		if (s->users[i] && o->has[i] && !other->has[i])
			return false;
	return true;
}

static void add_companions(struct offers *s, const struct offer *o)
{
	VEC_EACH (struct offer, other, &s->list)
		if (other != o && !other->is_chosen && goes_with(s, o, other))
			VEC_PUSH(&s->x->scratch, &s->chosen, other->root);
}

static void note_chosen(struct offers *s)
{
	VEC_EACH (struct offer, o, &s->list)
		for (uint32_t i = 0; i < s->chosen.count; i++)
			o->is_chosen |= s->chosen.at[i].file == o->root.file;
}

// Takes what is chosen if that saves more than what was taken before.
static bool take_chosen(struct offers *s, const struct offer *o)
{
	uint64_t most =
		s->headers ? worth(s->user_count, s->headers->bytes) : 0;
	const struct prefix_headers *h = prefix_headers_of(
		s->x, typical_with(s, o), s->chosen.at, s->chosen.count);
	uint32_t count = count_users(s, h);

	if (count < UNITS_MIN || worth(count, h->bytes) <= most)
		return false;
	s->headers = h;
	s->user_count = count;
	for (uint32_t i = 0; i < s->group->count; i++)
		s->users[i] &= o->has[i];
	note_chosen(s);
	return true;
}

// Adds the offer, with what is included wherever it is or else alone: a header
// may need others before it, and may not bear to be read before them.
static bool try_offer(struct offers *s, struct offer *o)
{
	uint32_t before = s->chosen.count;

	o->is_tried = true;
	VEC_PUSH(&s->x->scratch, &s->chosen, o->root);
	add_companions(s, o);
	if (take_chosen(s, o))
		return true;
	bool had_companions = s->chosen.count > before + 1;
	s->chosen.count = before + 1;
	if (had_companions && take_chosen(s, o))
		return true;
	s->chosen.count = before;
	return false;
}

// Greedy: each step takes the header that saves most. False if nothing is worth
// it.
static bool choose_headers(struct offers *s)
{
	uint32_t failures = 0;
	struct offer *o;

	collect_offers(s);
	while (failures < TRIES && (o = best_offer(s)))
		failures += !try_offer(s, o);
	return s->headers && s->headers->bytes >= BYTES_MIN;
}

// Gives back the units that use too few's prefix.
static void drop_small(struct offers *s, uint32_t from)
{
	struct prefixes *x = s->x;
	uint32_t kept = from;

	for (uint32_t i = 0; i < s->group->count; i++) {
		const struct prefix **of = &x->of[s->group->at[i]->unit];
		if (*of && (*of)->users < UNITS_MIN)
			*of = NULL;
	}
	for (uint32_t i = from; i < x->list.count; i++)
		if (x->list.at[i]->users >= UNITS_MIN)
			x->list.at[kept++] = x->list.at[i];
	x->list.count = kept;
}

// One set of headers, for the units that can use it: one prefix for each way of
// flags. These units are settled then. False if there are none.
static bool share(struct offers *s)
{
	uint32_t from = s->x->list.count;
	bool any = false;

	for (uint32_t i = 0; i < s->group->count; i++) {
		struct prefix_unit *c = s->group->at[i];
		if (!s->users[i] || !prefix_can_use(s->x, s->headers, c))
			continue;
		c->is_settled = any = true;
		if (!take_known(s->x, from, c))
			add_prefix(s->x, s->headers, c);
	}
	drop_small(s, from);
	return any;
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

		if (!choose_headers(&s) || !share(&s))
			break;
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
	prefix_forget_names(x);
	arena_release(&x->scratch);
}
