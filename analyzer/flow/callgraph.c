// SPDX-License-Identifier: Apache-2.0
#include "flow/callgraph.h"

#include <string.h>
#include <uthash.h>

struct call_node {
	const char *key;
	const struct function *function;
	VEC(struct call_node *) callees;
	VEC(struct call_node *) callers;
	bool is_relevant;
	bool is_on_stack;
	bool calls_itself;
	uint32_t index; // order of discovery, 0: not yet
	uint32_t low;
	uint32_t next; // callee to look at
	UT_hash_handle hh;
};

static struct call_node *node_of(struct callgraph *g, const char *key)
{
	struct call_node *n = NULL;

	if (key)
		HASH_FIND_STR(g->by_key, key, n);
	return n;
}

static void add_edge(struct callgraph *g, struct arena *a,
		     struct call_node *from, const char *key)
{
	struct call_node *to = node_of(g, key);

	if (!to)
		return;
	from->calls_itself |= to == from;
	VEC_PUSH(a, &from->callees, to);
	VEC_PUSH(a, &to->callers, from);
}

bool function_overrides(const struct function *f, const char *key)
{
	if (!key || !f->is_virtual)
		return false;
	if (strcmp(f->key, key) == 0)
		return true;
	for (const char *const *o = f->overrides; o && *o; o++)
		if (strcmp(*o, key) == 0)
			return true;
	return false;
}

static bool is_handle(const struct rules *r, const struct type *t)
{
	return t && t->kind != TYPE_VOID && r->family_of_type(r->data, t);
}

static void add_overriders(struct callgraph *g, struct arena *a,
			   struct call_node *from, const char *key)
{
	for (struct call_node *n = g->by_key; n; n = n->hh.next)
		if (function_overrides(n->function, key))
			add_edge(g, a, from, n->key);
}

static void see_operand(struct callgraph *g, struct arena *a,
			struct call_node *n, const struct operand *o)
{
	if (o->kind == OPERAND_FUNCTION && o->function)
		add_edge(g, a, n, o->function->key);
}

static void see_op(struct callgraph *g, struct arena *a, struct call_node *n,
		   const struct op *op, const struct rules *r)
{
	if (op->callee) {
		add_edge(g, a, n, op->callee->key);
		if (op->is_virtual_call)
			add_overriders(g, a, n, op->callee->key);
		if (op->kind != OP_AWAIT &&
		    r->operations_of_call(r->data, op->callee,
					  op->receiver_type)
			    .count)
			n->is_relevant = true;
	}
	if (op->kind == OP_AWAIT)
		n->is_relevant = true;
	if (op->function_key)
		add_edge(g, a, n, op->function_key);
	see_operand(g, a, n, &op->src);
	see_operand(g, a, n, &op->receiver);
	for (uint32_t i = 0; i < op->argument_count; i++)
		see_operand(g, a, n, &op->arguments[i]);
}

static void see_function(struct callgraph *g, struct arena *a,
			 struct call_node *n, const struct rules *r)
{
	const struct function *f = n->function;

	for (uint32_t i = 0; i < f->variables.count && !n->is_relevant; i++)
		n->is_relevant = is_handle(r, f->variables.at[i].type);
	for (uint32_t i = 0; i < f->places.count && !n->is_relevant; i++)
		n->is_relevant = is_handle(r, f->places.at[i].type);
	for (uint32_t b = 0; b < f->blocks.count; b++)
		VEC_EACH (const struct op, op, &f->blocks.at[b].ops)
			see_op(g, a, n, op, r);
}

struct class_entry {
	const char *name;
	UT_hash_handle hh;
};

// Constructors, getters and moves of an object whose destructor consumes
// something pass the handle on without naming its type.
static void classmates(struct callgraph *g, struct arena *a)
{
	struct class_entry *classes = NULL, *c;

	for (struct call_node *n = g->by_key; n; n = n->hh.next) {
		const char *name = n->function->class_name;
		if (!n->is_relevant || !name)
			continue;
		HASH_FIND_STR(classes, name, c);
		if (c)
			continue;
		c = ARENA_NEW(a, struct class_entry);
		c->name = name;
		HASH_ADD_KEYPTR(hh, classes, c->name, strlen(name), c);
	}
	for (struct call_node *n = g->by_key; n; n = n->hh.next) {
		if (n->is_relevant || !n->function->class_name)
			continue;
		HASH_FIND_STR(classes, n->function->class_name, c);
		n->is_relevant = c != NULL;
	}
	HASH_CLEAR(hh, classes);
}

// Callers of what matters matter.
static void spread(struct callgraph *g, struct arena *a)
{
	VEC(struct call_node *) work = { 0 };

	for (struct call_node *n = g->by_key; n; n = n->hh.next)
		if (n->is_relevant)
			VEC_PUSH(a, &work, n);
	while (work.count) {
		struct call_node *n = work.at[--work.count];
		for (uint32_t i = 0; i < n->callers.count; i++) {
			struct call_node *c = n->callers.at[i];
			if (c->is_relevant)
				continue;
			c->is_relevant = true;
			VEC_PUSH(a, &work, c);
		}
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
	VEC(const struct function *) members = { 0 };
	struct call_group group = { 0 };
	struct call_node *n;

	do {
		n = t->stack.at[--t->stack.count];
		n->is_on_stack = false;
		if (n->is_relevant && !n->function->not_analysed)
			VEC_PUSH(a, &members, n->function);
		else
			g->skipped++;
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

void callgraph_build(struct callgraph *g, const struct unit *u,
		     const struct rules *rules, struct arena *a)
{
	struct tarjan t = { 0 };
	struct call_node *nodes =
		ARENA_ARRAY(a, struct call_node, u->functions.count + 1);

	*g = (struct callgraph){ 0 };
	for (uint32_t i = 0; i < u->functions.count; i++) {
		struct call_node *n = &nodes[i];
		n->key = u->functions.at[i]->key;
		n->function = u->functions.at[i];
		if (!node_of(g, n->key))
			HASH_ADD_KEYPTR(hh, g->by_key, n->key, strlen(n->key),
					n);
	}
	for (struct call_node *n = g->by_key; n; n = n->hh.next)
		see_function(g, a, n, rules);
	classmates(g, a);
	spread(g, a);
	for (struct call_node *n = g->by_key; n; n = n->hh.next)
		if (!n->index)
			group_from(g, &t, a, n);
}

void callgraph_release(struct callgraph *g)
{
	HASH_CLEAR(hh, g->by_key);
}
