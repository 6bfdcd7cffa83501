// SPDX-License-Identifier: Apache-2.0
#include "report/limit.h"

static uint32_t rank(const struct report *r, uint32_t index)
{
	const struct finding *f = r->findings[index];

	if (f->is_suppressed)
		return 0;
	bool is_old =
		r->records && r->records[index].baseline == BASELINE_UNCHANGED;
	return 1 + (uint32_t)f->severity + (is_old ? 0 : 4);
}

void limit_init(struct limit *l, const struct report *r, uint32_t most,
		int level, bool with_suppressed)
{
	*l = (struct limit){ .with_suppressed = with_suppressed };
	for (uint32_t i = 0; i < r->finding_count; i++)
		if (level < 0 || r->findings[i]->severity == (unsigned)level)
			l->room[rank(r, i)]++;
	if (!with_suppressed)
		l->room[0] = 0;
	for (uint32_t i = LIMIT_RANKS; i-- > 0;) {
		uint32_t kept = l->room[i] < most ? l->room[i] : most;

		l->cut += l->room[i] - kept;
		l->room[i] = kept;
		most -= kept;
	}
}

bool limit_admits(struct limit *l, const struct report *r, uint32_t index)
{
	uint32_t *room = &l->room[rank(r, index)];

	if (*room == 0)
		return false;
	--*room;
	return true;
}
