// SPDX-License-Identifier: Apache-2.0
#include "driver/link.h"

#include <stdlib.h>
#include <string.h>

#include "model/ir_wire.h"

struct link_run {
	struct analysis *analysis;
	const char *root;
	struct arena *arena;
	const struct artifact **artifacts; // in order
	struct unit **units;               // their kept functions, once read
	uint32_t count;
};

// The same file may be a unit of several commands.
static int artifact_compare(const void *a, const void *b)
{
	const struct artifact *x = *(const struct artifact *const *)a;
	const struct artifact *y = *(const struct artifact *const *)b;
	int order = strcmp(x->file, y->file);

	if (order || x->ir_size != y->ir_size || !x->ir_size)
		return order ? order
			     : (x->ir_size > y->ir_size) -
				       (x->ir_size < y->ir_size);
	return memcmp(x->ir, y->ir, x->ir_size);
}

static void put_in_order(struct link_run *l, const struct results *r)
{
	l->artifacts = ARENA_ARRAY(l->arena, const struct artifact *,
				   r->artifact_count + 1);
	for (uint32_t i = 0; i < r->artifact_count; i++)
		l->artifacts[l->count++] = &r->artifacts[i];
	qsort(l->artifacts, l->count, sizeof(*l->artifacts), artifact_compare);
}

static struct unit *read_kept(struct link_run *l, const struct artifact *x)
{
	struct unit *u = ARENA_NEW(l->arena, struct unit);
	struct err ignored = ERR_INIT;

	if (!x->ir) { // just made
		VEC_EACH (struct function *const, f, &x->functions)
			VEC_PUSH(l->arena, &u->functions, *f);
		return u;
	}
	// What its checksum let through is as it was written.
	if (!ir_read(x->ir, x->ir_size, l->root, l->arena, u, &ignored)) {
		err_release(&ignored);
		return NULL;
	}
	return u;
}

static const struct unit *enter(void *data, uint32_t unit)
{
	struct link_run *l = data;
	const struct artifact *x = l->artifacts[unit];
	struct packset *packs = l->analysis->packs;

	packset_use(packs, x->packs.at, x->packs.count);
	if (l->units[unit])
		return l->units[unit];
	l->units[unit] = read_kept(l, x);
	if (l->units[unit])
		packset_annotate(packs, l->units[unit]);
	return l->units[unit];
}

static struct flow_part part_of(const struct artifact *x)
{
	return (struct flow_part){
		.findings = (const struct finding *const *)x->findings.list.at,
		.finding_count = x->findings.list.count,
		.notes = x->notes.at,
		.note_count = x->notes.count,
		.summaries = x->summaries.at,
		.summary_count = x->summaries.count,
		.contracts = x->contracts.at,
		.contract_count = x->contracts.count,
		.self = x->self.at,
		.self_count = x->self.count,
		.rearmed = x->rearmed.at,
		.rearmed_count = x->rearmed.count,
	};
}

static void take(struct results *r, struct arena *a,
		 const struct flow_result *from)
{
	r->findings = from->findings;
	VEC_EACH (const struct note, n, &from->notes)
		VEC_PUSH(a, &r->notes, *n);
	VEC_EACH (const struct summary, s, &from->summaries)
		if (s->operation)
			VEC_PUSH(a, &r->summaries, *s);
}

static void link_all(struct link_run *l, struct flow_result *out)
{
	struct flow_part *parts =
		ARENA_ARRAY(l->arena, struct flow_part, l->count + 1);
	struct flow_parts all = {
		.at = parts, .count = l->count, .enter = enter, .data = l
	};
	struct rules rules;

	l->units = ARENA_ARRAY(l->arena, struct unit *, l->count + 1);
	for (uint32_t i = 0; i < l->count; i++)
		parts[i] = part_of(l->artifacts[i]);
	packset_begin(l->analysis->packs);
	packset_rules(l->analysis->packs, &rules);
	flow_link(&all, &rules, &l->analysis->options, l->arena, out);
}

void link_units(struct analysis *x, const char *root, struct arena *a,
		struct results *r)
{
	struct link_run l = { .analysis = x, .root = root, .arena = a };
	struct flow_result result = { 0 };

	put_in_order(&l, r);
	link_all(&l, &result);
	take(r, a, &result);
}

void link_alone(struct analysis *analysis, const char *root, struct arena *a,
		struct artifact *x)
{
	const struct artifact *artifacts[] = { x };
	struct link_run l = { .analysis = analysis,
			      .root = root,
			      .arena = a,
			      .artifacts = artifacts,
			      .count = 1 };
	struct flow_result result = { 0 };

	link_all(&l, &result);
	x->findings = result.findings;
}
