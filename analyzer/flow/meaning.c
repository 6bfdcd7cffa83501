// SPDX-License-Identifier: Apache-2.0
// What the known answer of a guard says about a handle.
#include <string.h>

#include "flow/engine.h"

static bool all_live(const struct handle *h)
{
	return (h->set[0] & TS_LIVE) && !(h->set[0] & ~TS_LIVE) &&
	       !(h->flags & HANDLE_MAYBE);
}

// The once-right of the producing side: complete means that it was used.
static bool is_completed_facet(const struct handle *h, int facet)
{
	return h->family->must_be_completed.is_set &&
	       h->family->must_be_completed.facet == facet;
}

bool effect_means(struct solver *sv, struct state *s, uint32_t symbol,
		  enum meaning meaning)
{
	struct handle *h = state_handle(s, symbol);

	(void)sv;
	if (!h)
		return true;
	switch (meaning) {
	case MEANS_NOTHING:
		return true;
	case MEANS_LIVE:
		if (!(h->set[0] & (TS_LIVE | TS_UNKNOWN)))
			return false;
		for (int i = 0; i < FACET_MAX; i++)
			h->set[i] &= (uint8_t)~(TS_EMPTY | TS_DEAD);
		h->flags |= HANDLE_GUARDED;
		h->flags &= ~(uint32_t)HANDLE_MAYBE;
		return true;
	case MEANS_EMPTY:
		if (all_live(h))
			return false;
		// Of a handle from elsewhere a test that the path then ignores
		// is no more than a check of what the program expects.
		if (h->set[0] == TS_UNKNOWN && h->made == NONE)
			h->flags |= HANDLE_DOUBTED;
		if (h->set[0] & (TS_UNKNOWN | TS_LIVE))
			memset(h->set, TS_EMPTY, sizeof(h->set));
		h->flags &= ~(uint32_t)HANDLE_MAYBE;
		return true;
	case MEANS_COMPLETE:
	case MEANS_COMPLETE_OR_EMPTY:
		for (int i = 0; i < FACET_MAX; i++)
			if (h->set[i] == TS_PENDING)
				h->set[i] = is_completed_facet(h, i)
						    ? TS_CONSUMED
						    : TS_COMPLETE;
		h->flags |= HANDLE_PROVEN;
		return true;
	case MEANS_PENDING:
		if (!(h->set[0] & (TS_PENDING | TS_UNKNOWN)))
			return false;
		if (h->set[0] == TS_UNKNOWN)
			memset(h->set, TS_PENDING, sizeof(h->set));
		return true;
	}
	return true;
}
