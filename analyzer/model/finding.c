// SPDX-License-Identifier: Apache-2.0
#include "model/finding.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static const struct kind_info kinds[KIND_COUNT] = {
#define KIND(name_, id_, severity_, cwe_, text_)                               \
	[KIND_##name_] = { id_, SEVERITY_##severity_, cwe_, text_ },
#include "model/kind.def"
#undef KIND
};

static const char *const severities[] = {
	[SEVERITY_HINT] = "hint",
	[SEVERITY_NOTE] = "note",
	[SEVERITY_WARNING] = "warning",
	[SEVERITY_ERROR] = "error",
};

const struct kind_info *kind_info(enum finding_kind kind)
{
	return &kinds[kind];
}

bool kind_from_id(const char *id, enum finding_kind *out)
{
	for (size_t i = 0; i < KIND_COUNT; i++) {
		if (strcmp(kinds[i].id, id) == 0) {
			*out = (enum finding_kind)i;
			return true;
		}
	}
	return false;
}

const char *severity_word(enum severity s)
{
	return severities[s];
}

bool severity_from_word(const char *word, enum severity *out)
{
	for (size_t i = 0; i < COUNT_OF(severities); i++) {
		if (strcmp(severities[i], word) == 0) {
			*out = (enum severity)i;
			return true;
		}
	}
	return false;
}

const char *certainty_word(enum certainty c)
{
	return c == CERTAINTY_DEFINITE ? "definite" : "possible";
}

const char *step_word(enum step_kind k)
{
	static const char *const words[] = {
		[STEP_PRODUCE] = "produce",   [STEP_CONSUME] = "consume",
		[STEP_TRANSFER] = "transfer", [STEP_COMPLETE] = "complete",
		[STEP_OBSERVE] = "observe",   [STEP_CONDITION] = "condition",
		[STEP_CALL] = "call",         [STEP_LOOP] = "loop",
		[STEP_LEAVE] = "leave",       [STEP_STORE] = "store",
	};

	return words[k];
}

int finding_compare(const void *a, const void *b)
{
	const struct finding *const *x = a, *const *y = b;
	int order = loc_compare(&(*x)->loc, &(*y)->loc);

	if (order)
		return order;
	if ((*x)->kind != (*y)->kind)
		return (*x)->kind < (*y)->kind ? -1 : 1;
	return strcmp((*x)->message, (*y)->message);
}

static struct loc loc_copy(struct arena *a, struct loc l)
{
	l.file = arena_strdup(a, l.file);
	l.macro_file = arena_strdup(a, l.macro_file);
	return l;
}

static struct fix fix_copy(struct arena *a, const struct fix *f)
{
	struct fix copy = { arena_strdup(a, f->description),
			    ARENA_ARRAY(a, struct edit, f->edit_count),
			    f->edit_count };

	for (uint32_t i = 0; i < f->edit_count; i++) {
		copy.edits[i].range = loc_copy(a, f->edits[i].range);
		copy.edits[i].text = arena_strdup(a, f->edits[i].text);
		copy.edits[i].hash = f->edits[i].hash;
	}
	return copy;
}

struct finding *finding_copy(struct arena *a, const struct finding *f)
{
	struct finding *copy = arena_memdup(a, f, sizeof(*f));

	copy->family = arena_strdup(a, f->family);
	copy->pack = arena_strdup(a, f->pack);
	copy->handle = arena_strdup(a, f->handle);
	copy->operation = arena_strdup(a, f->operation);
	copy->message = arena_strdup(a, f->message);
	copy->function = arena_strdup(a, f->function);
	copy->function_key = arena_strdup(a, f->function_key);
	copy->identity = arena_strdup(a, f->identity);
	copy->suppression_reason = arena_strdup(a, f->suppression_reason);
	copy->loc = loc_copy(a, f->loc);
	copy->steps = ARENA_ARRAY(a, struct step, f->step_count);
	for (uint32_t i = 0; i < f->step_count; i++) {
		copy->steps[i] = f->steps[i];
		copy->steps[i].loc = loc_copy(a, f->steps[i].loc);
		copy->steps[i].message = arena_strdup(a, f->steps[i].message);
	}
	copy->fixes = ARENA_ARRAY(a, struct fix, f->fix_count);
	for (uint32_t i = 0; i < f->fix_count; i++)
		copy->fixes[i] = fix_copy(a, &f->fixes[i]);
	return copy;
}

static bool is_same(const struct finding *a, const struct finding *b)
{
	return a->kind == b->kind && loc_equal(&a->loc, &b->loc) &&
	       str_equal(a->handle, b->handle);
}

void findings_finish(struct findings *f)
{
	uint32_t kept = 0;

	if (!f->list.count)
		return;
	qsort(f->list.at, f->list.count, sizeof(*f->list.at), finding_compare);
	for (uint32_t i = 0; i < f->list.count; i++)
		if (!kept || !is_same(f->list.at[kept - 1], f->list.at[i]))
			f->list.at[kept++] = f->list.at[i];
	f->list.count = kept;
}
