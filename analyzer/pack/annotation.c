// SPDX-License-Identifier: Apache-2.0
// Attributes in the user's own code, as operations. A callee's texts are
//   [N:]EFFECT            annotate("oncelint:EFFECT"), N: of that parameter
//   [N:]acquire_handle:TAG, release_handle:TAG, use_handle:TAG
//   ownership_takes:TAG, N   ownership_returns:TAG   (N counts from 1)
//   [N:]set_typestate:STATE, callable_when:STATES, test_typestate:STATE, ...
// The language is described in docs/rule-format.md. A type that no pack knows
// becomes a family of its own, named after the type, the tag or the class.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "pack/pack.h"

struct annotated {
	const void *callee;
	struct operation operation;
	UT_hash_handle hh;
};

static const struct pack annotations = {
	.name = "annotations",
	.file = "annotations",
	.is_active = true,
};

// One text taken apart.
struct remark {
	struct packset *set;
	const struct callee *callee;
	uint32_t parameter; // NONE: of the function
	const char *word;
	const char *detail; // what follows the word's colon, or ""
	const char *tag;    // the first of the details, or NULL
	bool is_pointed;    // a pointer is the place of the handle
	struct effect effect;
};

// ---- families

static struct handle *new_handle(struct packset *s, const char *id,
				 enum match_kind match, enum identity identity)
{
	struct handle *h = ARENA_NEW(&s->unit, struct handle);

	h->pack = &annotations;
	h->order = UINT32_MAX / 2 + s->annotated_handles.count;
	VEC_PUSH(&s->unit, &h->names, id);
	h->family.id = id;
	h->family.pack = annotations.name;
	h->family.title = match == MATCH_PRODUCED ? "handle" : name_last(id);
	h->family.match = match;
	h->family.name = id;
	h->family.identity = identity;
	h->family.facets[0] = "result";
	h->family.facet_count = 1;
	h->family.start = START_OTHER;
	VEC_PUSH(&s->unit, &s->annotated_handles, h);
	return h;
}

static struct handle *handle_named(struct packset *s, const char *id,
				   enum match_kind match,
				   enum identity identity)
{
	VEC_EACH (struct handle *, h, &s->annotated_handles) {
		if (strcmp((*h)->family.id, id) == 0 &&
		    (*h)->family.match == match)
			return *h;
	}
	return new_handle(s, id, match, identity);
}

static const struct family *family_named(struct packset *s, const char *id,
					 enum match_kind match,
					 enum identity identity)
{
	return &handle_named(s, id, match, identity)->family;
}

// Of the value itself: a handle of a pack, else the attribute's own, else one
// named after its type.
static const struct family *family_for(struct packset *s, const struct type *t,
				       const struct family *tag)
{
	const struct family *f = type_family(s, t);

	if (!f)
		f = tag;
	while (t &&
	       (t->kind == TYPE_REFERENCE || t->kind == TYPE_RVALUE_REFERENCE))
		t = t->pointee;
	if (f || !t)
		return f;
	if (t->kind == TYPE_POINTER && t->pointee && t->pointee->name)
		return family_named(s, t->pointee->name, MATCH_POINTER_TO,
				    IDENTITY_POINTEE);
	if (t->kind == TYPE_RECORD && t->name)
		return family_named(s, t->name, MATCH_RECORD, IDENTITY_OBJECT);
	if (t->aliases && t->aliases[0])
		return family_named(s, t->aliases[0], MATCH_TYPEDEF,
				    IDENTITY_VALUE);
	return family_named(s, t->spelling ? t->spelling : "handle",
			    MATCH_PRODUCED, IDENTITY_VALUE);
}

// ---- places

static bool is_out(enum effect_kind kind)
{
	return kind == EFFECT_PRODUCE || kind == EFFECT_PRODUCE_EMPTY ||
	       kind == EFFECT_PRODUCE_DETACHED || kind == EFFECT_BORROW;
}

static void deref(struct path *p)
{
	p->steps[p->count++].projection = PROJECT_DEREF;
}

// The handle is in the argument, or where it points: for what is produced,
// always; else when only the type pointed to is a handle's.
static void place_at_parameter(struct remark *r, const struct family *tag)
{
	const struct type *t = r->callee->parameters[r->parameter];
	struct path *p = &r->effect.subject;
	bool points = t->kind == TYPE_POINTER && t->pointee;

	p->root = PATH_ARGUMENT;
	p->index = r->parameter;
	if (points && (is_out(r->effect.kind) ||
		       (!type_family(r->set, t) &&
			(r->is_pointed || type_family(r->set, t->pointee))))) {
		deref(p);
		t = t->pointee;
	}
	r->effect.family = family_for(r->set, t, tag);
}

static uint32_t handle_parameter(struct remark *r)
{
	const struct callee *c = r->callee;

	for (uint32_t i = 0; i < c->parameter_count; i++)
		if (type_family(r->set, c->parameters[i]))
			return i;
	return c->parameter_count ? 0 : NONE;
}

static bool is_object_method(const struct callee *c)
{
	return c->class_name && !c->is_static && c->kind != CALLEE_FUNCTION;
}

static bool returns_value(const struct callee *c)
{
	return c->result && c->result->kind != TYPE_VOID &&
	       c->kind != CALLEE_CONSTRUCTOR;
}

// False if there is no place that the remark could be about.
static bool place_effect(struct remark *r, const struct family *tag)
{
	const struct callee *c = r->callee;
	struct effect *e = &r->effect;

	e->subject.count_argument = NONE;
	e->subject.index_out_argument = NONE;
	if (r->parameter == NONE && is_out(e->kind) && returns_value(c)) {
		e->subject.root = PATH_RETURN;
		e->family = family_for(r->set, c->result, tag);
		return true;
	}
	if (r->parameter == NONE && is_object_method(c)) {
		e->subject.root = PATH_THIS;
		e->family = tag ? tag
				: family_named(r->set, c->class_name,
					       MATCH_RECORD, IDENTITY_OBJECT);
		return true;
	}
	if (r->parameter == NONE)
		r->parameter = handle_parameter(r);
	if (r->parameter >= c->parameter_count)
		return false;
	place_at_parameter(r, tag);
	return true;
}

// ---- words

// "consumed" is also the end of "unconsumed".
static bool has_state(const struct remark *r, const char *state)
{
	const char *at = strstr(r->detail, state);

	while (at && at != r->detail && isalpha((unsigned char)at[-1]))
		at = strstr(at + 1, state);
	return at != NULL;
}

// A destructor that may only be called of a consumed object: whoever makes one
// owes its consumption.
static void owe_before_end(struct remark *r)
{
	static const struct obligation debt = {
		.is_set = true,
		.level = SEVERITY_WARNING,
		.at = AT_SCOPE_EXIT | AT_OVERWRITE | AT_DISCARD,
	};
	const struct callee *c = r->callee;

	if (c->kind != CALLEE_DESTRUCTOR || !c->class_name ||
	    strcmp(r->word, "callable_when") != 0 ||
	    !has_state(r, "consumed") || has_state(r, "unconsumed"))
		return;
	handle_named(r->set, c->class_name, MATCH_RECORD, IDENTITY_OBJECT)
		->family.must_be_consumed = debt;
}

static bool typestate_kind(struct remark *r, bool takes)
{
	struct effect *e = &r->effect;

	owe_before_end(r);
	if (strcmp(r->word, "callable_when") == 0 ||
	    strcmp(r->word, "param_typestate") == 0) {
		e->kind = EFFECT_OBSERVE;
		return !takes && has_state(r, "unconsumed") &&
		       !has_state(r, "consumed");
	}
	if (strcmp(r->word, "test_typestate") == 0) {
		bool live = has_state(r, "unconsumed");
		e->kind = EFFECT_GUARD;
		e->true_means = live ? MEANS_LIVE : MEANS_EMPTY;
		e->false_means = live ? MEANS_EMPTY : MEANS_LIVE;
		return true;
	}
	bool made = r->callee->kind == CALLEE_CONSTRUCTOR;
	if (strcmp(r->word, "set_typestate") != 0 &&
	    strcmp(r->word, "return_typestate") != 0)
		return false;
	if (has_state(r, "unconsumed"))
		e->kind = made ? EFFECT_PRODUCE : EFFECT_REARM;
	else if (has_state(r, "consumed"))
		e->kind = made ? EFFECT_PRODUCE_EMPTY : EFFECT_CONSUME;
	else
		e->kind = EFFECT_FORGET;
	return true;
}

// "malloc, 1": of the first parameter.
static void read_position(struct remark *r)
{
	const char *comma = strchr(r->detail, ',');
	unsigned long n = comma ? strtoul(comma + 1, NULL, 10) : 0;

	if (n && r->effect.kind == EFFECT_CONSUME)
		r->parameter = (uint32_t)(n - 1);
}

static bool handle_kind(struct remark *r)
{
	static const struct {
		const char *word;
		enum effect_kind kind;
	} words[] = {
		{ "acquire_handle", EFFECT_PRODUCE },
		{ "release_handle", EFFECT_CONSUME },
		{ "use_handle", EFFECT_OBSERVE },
		{ "ownership_takes", EFFECT_CONSUME },
		{ "ownership_returns", EFFECT_PRODUCE },
	};

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (strcmp(r->word, words[i].word) == 0) {
			r->effect.kind = words[i].kind;
			r->tag = arena_strndup(&r->set->unit, r->detail,
					       strcspn(r->detail, ","));
			r->is_pointed = str_ends(r->word, "_handle");
			read_position(r);
			return true;
		}
	}
	return false;
}

// Takes "0:release_handle:Fuchsia" apart.
static void split(struct remark *r, const char *text)
{
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	r->parameter = NONE;
	if (isdigit((unsigned char)*text) && *end == ':' && n < 64) {
		r->parameter = (uint32_t)n;
		text = end + 1;
	}
	const char *colon = strchr(text, ':');
	size_t length = colon ? (size_t)(colon - text) : strlen(text);
	r->word = arena_strndup(&r->set->unit, text, length);
	r->detail = colon ? colon + 1 : "";
}

static bool read_remark(struct remark *r, const char *text, bool takes)
{
	const struct family *tag = NULL;

	split(r, text);
	if (handle_kind(r))
		tag = family_named(r->set, r->tag, MATCH_PRODUCED,
				   IDENTITY_VALUE);
	else if (!typestate_kind(r, takes) &&
		 !effect_from_word(r->word, &r->effect.kind))
		return false;
	if (!place_effect(r, tag))
		return false;
	if (r->effect.kind == EFFECT_GUARD && !r->effect.true_means) {
		r->effect.true_means = MEANS_LIVE;
		r->effect.false_means = MEANS_EMPTY;
	}
	return true;
}

// ---- callees

static bool says_consumed(const char *const *texts)
{
	for (; *texts; texts++)
		if (str_starts(*texts, "set_typestate:consumed"))
			return true;
	return false;
}

// What the caller may not drop owes its consumption at once, unless its kind of
// handle owes that anyway.
static const struct obligation *nodiscard_debt(const struct family *family)
{
	static const struct obligation debt = {
		.is_set = true,
		.level = SEVERITY_WARNING,
		.at = AT_DISCARD,
	};
	const struct obligation *own = &family->must_be_consumed;
	bool owes = own->is_set && own->level >= SEVERITY_WARNING &&
		    (own->at & AT_DISCARD);

	return owes ? NULL : &debt;
}

static void add_choice(struct packset *s, struct operation *op,
		       const struct effect *effect)
{
	struct choice *c = &op->choices[op->choice_count++];

	c->outcomes = ARENA_NEW(&s->unit, struct outcome);
	c->outcome_count = 1;
	c->outcomes->effects = arena_memdup(&s->unit, effect, sizeof(*effect));
	c->outcomes->effect_count = 1;
}

void annotate_callee(struct packset *s, const struct callee *c)
{
	const char *const *texts = c->annotations;
	uint32_t count = 0;

	while (texts[count])
		count++;
	struct annotated *a = ARENA_NEW(&s->unit, struct annotated);
	struct operation *op = &a->operation;
	a->callee = c;
	op->match = MATCH_ANNOTATION;
	op->name = c->name;
	op->is_const = -1;
	op->max_arguments = NONE;
	op->pack = annotations.name;
	op->choices = ARENA_ARRAY(&s->unit, struct choice, count);
	for (uint32_t i = 0; i < count; i++) {
		struct remark r = { .set = s, .callee = c };
		if (!read_remark(&r, texts[i], says_consumed(texts)))
			continue;
		if (c->is_nodiscard && r.effect.subject.root == PATH_RETURN)
			r.effect.owes = nodiscard_debt(r.effect.family);
		add_choice(s, op, &r.effect);
	}
	if (op->choice_count)
		HASH_ADD_PTR(s->annotated, callee, a);
}

const struct operation *annotated_operation(const struct packset *s,
					    const struct callee *c)
{
	struct annotated *a;
	const void *key = c;

	HASH_FIND_PTR(s->annotated, &key, a);
	return a ? &a->operation : NULL;
}

const struct family *annotated_family(struct packset *s,
				      const struct family *like)
{
	const char *id = arena_strdup(&s->unit, like->id);

	return family_named(s, id, like->match, like->identity);
}

void annotations_forget(struct packset *s)
{
	HASH_CLEAR(hh, s->annotated);
}

void annotations_release(struct packset *s)
{
	annotations_forget(s);
	memset(&s->annotated_handles, 0, sizeof(s->annotated_handles));
}
