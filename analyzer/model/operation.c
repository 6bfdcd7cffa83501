// SPDX-License-Identifier: Apache-2.0
#include "model/operation.h"

#include <inttypes.h>
#include <string.h>

static const char *const effects[EFFECT_COUNT] = {
#define EFFECT(name, id, text) [EFFECT_##name] = id,
#include "model/effect.def"
#undef EFFECT
};

const char *effect_word(enum effect_kind k)
{
	return effects[k];
}

bool effect_from_word(const char *word, enum effect_kind *out)
{
	for (size_t i = 0; i < EFFECT_COUNT; i++) {
		if (strcmp(effects[i], word) == 0) {
			*out = (enum effect_kind)i;
			return true;
		}
	}
	return false;
}

static void root_text(struct str *out, const struct path *p)
{
	switch (p->root) {
	case PATH_ARGUMENT:
	case PATH_EACH_ARGUMENT:
	case PATH_ARGUMENT_OF_TYPE:
		if (p->name && *p->name)
			str_add(out, p->name);
		else
			str_printf(out, "arg%" PRIu32, p->index);
		break;
	case PATH_THIS:
		str_add(out, "this");
		break;
	case PATH_RETURN:
		str_add(out, "return");
		break;
	case PATH_OPERAND:
		str_add(out, "operand");
		break;
	case PATH_GLOBAL:
		str_printf(out, "::%s", p->name ? p->name : p->usr);
		break;
	case PATH_ALL:
		str_add(out, "all");
		break;
	case PATH_CAPTURE:
		if (p->name && *p->name)
			str_printf(out, "[%s]", p->name);
		else
			str_printf(out, "[%" PRIu32 "]", p->index);
		break;
	}
}

void path_text(struct str *out, const struct path *p)
{
	uint32_t stars = 0;

	// Leading dereferences read as C: *t, and (*s).f as s->f.
	for (uint32_t i = 0; i < p->count; i++) {
		bool last = i + 1 == p->count;
		if (p->steps[i].projection == PROJECT_DEREF &&
		    (last || p->steps[i + 1].projection != PROJECT_FIELD))
			stars++;
	}
	for (uint32_t i = 0; i < stars; i++)
		str_add_char(out, '*');
	root_text(out, p);
	for (uint32_t i = 0; i < p->count; i++) {
		const struct path_step *s = &p->steps[i];
		bool through = p->root == PATH_THIS && i == 0;
		if (i && p->steps[i - 1].projection == PROJECT_DEREF)
			through = true;
		if (s->projection == PROJECT_FIELD)
			str_printf(out, "%s%s", through ? "->" : ".", s->field);
		else if (s->projection == PROJECT_INDEX)
			str_printf(out, "[%" PRId64 "]", s->index);
		else if (s->projection == PROJECT_ELEMENT)
			str_add(out, "[*]");
	}
	if (p->is_elements || p->is_range)
		str_add(out, "[*]");
}

static const char *when_word(const struct when *w)
{
	if (w->kind == WHEN_FLAG)
		return "has";
	return w->kind == WHEN_NO_FLAG ? "lacks" : binary_word(w->operator);
}

static void when_text(struct str *out, const struct when *w)
{
	switch (w->kind) {
	case WHEN_RETURN:
		str_add(out, "return");
		break;
	case WHEN_PATH:
		path_text(out, &w->path);
		break;
	case WHEN_PATHS:
		path_text(out, &w->path);
		str_printf(out, " %s ", when_word(w));
		path_text(out, w->other);
		return;
	case WHEN_THROWS:
		str_add(out, "throws");
		return;
	default:
		str_printf(out, "arg%" PRIu32, w->index);
		break;
	}
	for (uint32_t i = 0; i < w->value_count; i++) {
		str_printf(out, " %s ", i ? "or" : when_word(w));
		if (w->names && w->names[i])
			str_add(out, w->names[i]);
		else
			str_printf(out, "%" PRId64, w->values[i]);
	}
	if (w->is_subject)
		str_printf(out, " %s itself",
			   w->value_count ? "or" : when_word(w));
}

static void known_text(struct str *out, const struct when *known,
		       uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		str_printf(out, " %s %" PRId64, when_word(&known[i]),
			   known[i].values[0]);
}

static void store_text(struct str *out, const struct store *st)
{
	switch (st->what) {
	case STORED_UNKNOWN:
		str_add(out, " = ?");
		known_text(out, st->known, st->known_count);
		break;
	case STORED_INTEGER:
		str_printf(out, " = %" PRId64, st->integer);
		break;
	case STORED_VALUE:
		str_add(out, " = ");
		path_text(out, &st->from);
		break;
	case STORED_ADDRESS:
		str_add(out, " = &");
		path_text(out, &st->from);
		break;
	}
}

static void outcome_text(struct str *out, const struct outcome *o)
{
	const char *separator = "";

	for (uint32_t i = 0; i < o->effect_count; i++) {
		const struct effect *e = &o->effects[i];
		str_add(out, separator);
		path_text(out, &e->subject);
		str_printf(out, ": %s%s", e->is_maybe ? "maybe " : "",
			   effect_word(e->kind));
		known_text(out, e->known, e->known_count);
		separator = ", ";
	}
	for (uint32_t i = 0; i < o->store_count; i++) {
		str_add(out, separator);
		path_text(out, &o->stores[i].path);
		store_text(out, &o->stores[i]);
		separator = ", ";
	}
	if (!*separator)
		str_add(out, "-");
	for (uint32_t i = 0; i < o->when_count; i++) {
		str_add(out, i ? " and " : " if ");
		when_text(out, &o->when[i]);
	}
}

void operation_dump(struct str *out, const struct operation *op)
{
	bool any = false;

	for (uint32_t i = 0; i < op->choice_count; i++) {
		const struct choice *c = &op->choices[i];
		for (uint32_t j = 0; j < c->only_if_count; j++) {
			str_add(out, any ? "; only if " : "only if ");
			when_text(out, &c->only_if[j]);
			any = true;
		}
		for (uint32_t j = 0; j < c->outcome_count; j++) {
			if (any)
				str_add(out, "; ");
			outcome_text(out, &c->outcomes[j]);
			any = true;
		}
	}
	if (!any)
		str_add(out, op->never_returns ? "never returns" : "-");
	if (op->is_incomplete)
		str_add(out, " (incomplete)");
}
