// SPDX-License-Identifier: Apache-2.0
// The states that are kept at one point of a function: those that agree on all
// handles are one, and there are no more than a bound.
#include "flow/engine.h"

// A place that already has a common name for its values where paths meet is
// about to get it again: what that name meant in the last turn is another
// thing, the list element before.
static void forget_last_turn(struct solver *sv, struct state *s, uint32_t point)
{
	const struct merged_names *names = &sv->m.merged[point];
	VEC(uint32_t) old = { 0 };
	uint32_t j = 0;

	for (uint32_t i = 0; i < s->bindings.count; i++) {
		const struct binding *b = &s->bindings.at[i];
		while (j < names->list.count &&
		       names->list.at[j].region < b->region)
			j++;
		if (j == names->list.count)
			break;
		if (names->list.at[j].region == b->region &&
		    (b->value.kind != VALUE_SYMBOL ||
		     b->value.id != names->list.at[j].symbol))
			VEC_PUSH(sv->scratch, &old, names->list.at[j].symbol);
	}
	state_forget_symbols(s, &sv->m, old.at, old.count);
}

// The state that loses least by a join.
static uint32_t nearest(const struct block_states *in, const struct state *s)
{
	uint32_t best = 0, least = UINT32_MAX;

	for (uint32_t i = 0; i < in->at.count; i++) {
		uint32_t n = state_distance(in->at.at[i], s);
		if (n < least) {
			least = n;
			best = i;
		}
	}
	return best;
}

uint32_t states_join(struct solver *sv, struct block_states *in,
		     struct state *s, uint32_t point, uint32_t most,
		     struct arena *keep)
{
	struct arena *scratch = sv->scratch;
	uint32_t i;

	forget_last_turn(sv, s, point);
	state_collect(s, &sv->m, scratch);
	for (i = 0; i < in->at.count; i++)
		if (state_agrees(in->at.at[i], s))
			return state_merge(in->at.at[i], s, &sv->m, keep,
					   scratch, point)
				       ? i
				       : NONE;
	if (in->at.count < most) {
		VEC_PUSH(keep, &in->at, state_copy(keep, s));
		return in->at.count - 1;
	}
	in->widened++;
	sv->engine->out->state_limit_hits++;
	i = nearest(in, s);
	return state_widen(in->at.at[i], s, &sv->m, keep, scratch, point)
		       ? i
		       : NONE;
}
