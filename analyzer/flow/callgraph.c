// SPDX-License-Identifier: Apache-2.0
#include "flow/callgraph.h"

#include <string.h>

struct call_node {
	struct record *record;
	VEC(struct call_node *) callees; // whose summaries are asked for
	VEC(struct call_node *) callers;
	bool is_on_stack;
	bool calls_itself;
	uint32_t index; // order of discovery, 0: not yet
	uint32_t low;
	uint32_t next; // callee to look at
};

static void add_edge(struct callgraph *g, struct arena *a,
		     struct call_node *from, const struct record *record,
		     enum call_kind kind)
{
	struct call_node *to = &g->nodes[record->index];

	VEC_PUSH(a, &to->callers, from);
	if (kind == CALL_GIVEN)
		return;
	from->calls_itself |= to == from;
	VEC_PUSH(a, &from->callees, to);
}

static void see_call(struct callgraph *g, const struct program *p,
		     struct arena *a, struct call_node *n, const struct call *c)
{
	struct record *callee = program_find(p, n->record->unit, c->key);
	bool is_ours = !c->is_described && !c->is_system;

	if (c->kind == CALL_VIRTUAL) {
		const struct record_list *all = program_overriders(p, c->key);
		VEC_EACH (struct record *const, r, &all->list)
			add_edge(g, a, n, *r, c->kind);
		n->record->is_open |= is_ours;
	} else if (callee) {
		add_edge(g, a, n, callee, c->kind);
	} else {
		n->record->is_open |= is_ours;
	}
}

static void make_nodes(struct callgraph *g, const struct program *p,
		       struct arena *a)
{
	g->nodes = ARENA_ARRAY(a, struct call_node, p->records.count + 1);
	for (uint32_t i = 0; i < p->records.count; i++)
		g->nodes[i].record = p->records.at[i];
	for (uint32_t i = 0; i < p->records.count; i++) {
		const struct summary *s = &p->records.at[i]->s;
		for (uint32_t k = 0; k < s->call_count; k++)
			see_call(g, p, a, &g->nodes[i], &s->calls[k]);
	}
}

struct class_entry {
	const char *name;
	UT_hash_handle hh;
};

// Constructors, getters and moves of an object whose destructor consumes
// something pass the handle on without naming its type.
static void classmates(const struct program *p, struct arena *a)
{
	struct class_entry *classes = NULL, *c;

	VEC_EACH (struct record *const, at, &p->records) {
		struct record *r = *at;
		const char *name = r->s.class_name;
		if (!r->is_relevant || !name)
			continue;
		HASH_FIND_STR(classes, name, c);
		if (c)
			continue;
		c = ARENA_NEW(a, struct class_entry);
		c->name = name;
		HASH_ADD_KEYPTR(hh, classes, c->name, strlen(name), c);
	}
	VEC_EACH (struct record *const, at, &p->records) {
		struct record *r = *at;
		if (r->is_relevant || !r->s.class_name)
			continue;
		HASH_FIND_STR(classes, r->s.class_name, c);
		r->is_relevant = c != NULL;
	}
	HASH_CLEAR(hh, classes);
}

// Passes both marks on to a caller; true if that was news.
static bool pass_on(const struct record *from, struct record *to)
{
	bool is_news = (from->is_relevant && !to->is_relevant) ||
		       (from->is_open && !to->is_open);

	to->is_relevant |= from->is_relevant;
	to->is_open |= from->is_open;
	return is_news;
}

// Callers of what matters matter; what calls an open function is open.
static void spread(struct callgraph *g, const struct program *p,
		   struct arena *a)
{
	VEC(struct call_node *) work = { 0 };

	for (uint32_t i = 0; i < p->records.count; i++)
		if (p->records.at[i]->is_relevant || p->records.at[i]->is_open)
			VEC_PUSH(a, &work, &g->nodes[i]);
	while (work.count) {
		struct call_node *n = work.at[--work.count];
		VEC_EACH (struct call_node *, c, &n->callers)
			if (pass_on(n->record, (*c)->record))
				VEC_PUSH(a, &work, *c);
	}
}

struct tarjan {
	VEC(struct call_node *) path;  // being visited
	VEC(struct call_node *) stack; // not yet in a group
	uint32_t count;
};

static void visit(struct tarjan *t, struct arena *a, struct call_node *n)
{
	n->index = n->low = ++t->count;
	n->is_on_stack = true;
	VEC_PUSH(a, &t->path, n);
	VEC_PUSH(a, &t->stack, n);
}

static void close_group(struct callgraph *g, struct tarjan *t, struct arena *a,
			struct call_node *root)
{
	VEC(struct record *) members = { 0 };
	struct call_group group = { 0 };
	struct call_node *n;

	do {
		n = t->stack.at[--t->stack.count];
		n->is_on_stack = false;
		if (n->record->is_relevant)
			VEC_PUSH(a, &members, n->record);
	} while (n != root);
	if (!members.count)
		return;
	group.functions = members.at;
	group.count = members.count;
	group.is_recursive = members.count > 1 || root->calls_itself;
	VEC_PUSH(a, &g->groups, group);
}

static void group_from(struct callgraph *g, struct tarjan *t, struct arena *a,
		       struct call_node *start)
{
	visit(t, a, start);
	while (t->path.count) {
		struct call_node *n = VEC_LAST(&t->path);
		if (n->next < n->callees.count) {
			struct call_node *c = n->callees.at[n->next++];
			if (!c->index)
				visit(t, a, c);
			else if (c->is_on_stack && c->index < n->low)
				n->low = c->index;
			continue;
		}
		t->path.count--;
		if (t->path.count && n->low < VEC_LAST(&t->path)->low)
			VEC_LAST(&t->path)->low = n->low;
		if (n->low == n->index)
			close_group(g, t, a, n);
	}
}

void callgraph_build(struct callgraph *g, const struct program *p,
		     struct arena *a)
{
	struct tarjan t = { 0 };

	*g = (struct callgraph){ 0 };
	make_nodes(g, p, a);
	classmates(p, a);
	spread(g, p, a);
	for (uint32_t i = 0; i < p->records.count; i++)
		if (!g->nodes[i].index)
			group_from(g, &t, a, &g->nodes[i]);
}
