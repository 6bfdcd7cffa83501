// SPDX-License-Identifier: Apache-2.0
// Reads `handles`. The schema was checked before: what is here has its type.
#include <string.h>

#include "pack/pack.h"

// ---- enumerations: the schema's words in the order of the C enumerators

static const char *const identities[] = { "value",  "slot",   "pointee",
					  "object", "cursor", NULL };
static const char *const copies[] = { "alias", "forbidden", "shares", "counts",
				      NULL };
static const char *const modes[] = { "once", "counted", "multi", NULL };
static const char *const starts[] = { "eager", "lazy", "n/a", NULL };
static const char *const afters[] = { "dead",  "nulled",           "freed",
				      "empty", "moved_from_value", NULL };
static const char *const permissions[] = { "allow", "warn", "forbid", NULL };
static const char *const levels[] = { "never", "hint", "warn", "error", NULL };
static const char *const places[STORAGE_COUNT + 1] = {
	[STORAGE_FIELD] = "field",
	[STORAGE_GLOBAL] = "global",
	[STORAGE_STATIC_LOCAL] = "static_local",
	[STORAGE_CONTAINER] = "container",
	[STORAGE_ARRAY] = "array",
	[STORAGE_LAMBDA_COPY] = "lambda_copy",
	[STORAGE_LAMBDA_MOVE] = "lambda_move",
	[STORAGE_LAMBDA_REF] = "lambda_ref",
	[STORAGE_RETURN] = "return",
	[STORAGE_OUT_PARAM] = "out_param",
};

static uint32_t word_index(const char *const *words, const char *word)
{
	uint32_t i = 0;

	while (words[i] && strcmp(words[i], word) != 0)
		i++;
	return words[i] ? i : 0;
}

static uint32_t get_word(const struct json *object, const char *key,
			 const char *const *words, uint32_t fallback)
{
	const char *word = json_get_string(object, key);

	return word ? word_index(words, word) : fallback;
}

bool read_after(const struct json *object, const char *key,
		enum after_consume *out)
{
	if (!json_has(object, key))
		return false;
	*out = (enum after_consume)get_word(object, key, afters, AFTER_DEAD);
	return true;
}

// ---- parts

const struct family *find_family(const struct pack *p, const char *id)
{
	for (uint32_t i = 0; i < p->handles.count; i++)
		if (strcmp(p->handles.at[i]->family.id, id) == 0)
			return &p->handles.at[i]->family;
	return NULL;
}

uint8_t read_facet(const struct family *f, const struct json *v)
{
	const char *facet = json_string(v);

	for (uint8_t i = 0; facet && i < f->facet_count; i++)
		if (strcmp(f->facets[i], facet) == 0)
			return i;
	json_mistake(v, "'%s' has no facet '%s'", f->id, facet ? facet : "");
	return 0;
}

void read_debt(const struct family *f, const struct json *v,
	       struct obligation *out)
{
	static const enum severity severities[] = {
		SEVERITY_HINT, SEVERITY_HINT, SEVERITY_WARNING, SEVERITY_ERROR
	};
	struct json list, item, facet;
	uint32_t level = get_word(v, "level", levels, 0);

	out->is_set = level != 0;
	out->level = severities[level];
	if (json_get(v, "at", &list)) {
		static const char *const at[] = { "scope_exit", "overwrite",
						  "discard", "parameter",
						  NULL };
		JSON_EACH(item, &list)
		out->at |= 1u << word_index(at, json_string(&item));
	} else {
		out->at = AT_SCOPE_EXIT | AT_DISCARD;
	}
	if (json_get(v, "unless", &list)) {
		static const char *const unless[] = { "escaped", "stored",
						      NULL };
		JSON_EACH(item, &list)
		out->unless |= 1u << word_index(unless, json_string(&item));
	}
	if (json_get(v, "facet", &facet))
		out->facet = read_facet(f, &facet);
}

static void read_arguments(struct packset *s, struct family *f,
			   const struct json *match)
{
	static const char *const keys[] = { "args", "template_arg_values" };
	VEC(struct argument_match) list = { 0 };
	struct json object, value;

	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		if (!json_get(match, keys[i], &object))
			continue;
		JSON_EACH(value, &object)
		{
			struct argument_match m = {
				(uint32_t)strtoul(value.key, NULL, 10),
				arena_strdup(&s->arena, json_string(&value))
			};
			VEC_PUSH(&s->arena, &list, m);
		}
	}
	f->arguments = list.at;
	f->argument_count = list.count;
}

static void read_match(struct packset *s, struct handle *h,
		       const struct json *match)
{
	static const struct {
		const char *key;
		enum match_kind kind;
	} kinds[] = {
		{ "typedef", MATCH_TYPEDEF },
		{ "record", MATCH_RECORD },
		{ "template", MATCH_TEMPLATE },
		{ "pointer_to", MATCH_POINTER_TO },
	};
	struct family *f = &h->family;
	struct json v;

	f->match = MATCH_PRODUCED;
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		if (!json_get(match, kinds[i].key, &v))
			continue;
		f->match = kinds[i].kind;
		read_names(s, &v, &h->names);
		f->name = h->names.count ? h->names.at[0] : "";
	}
	if (json_get(match, "typedef_regex", &v)) {
		f->match = MATCH_TYPEDEF;
		f->name = arena_strdup(&s->arena, json_string(&v));
		h->pattern = read_pattern(s, &v);
	}
	f->is_derived_too = json_get_boolean(match, "derived", false);
	read_arguments(s, f, match);
}

static void read_nulls(struct packset *s, struct family *f,
		       const struct json *list)
{
	struct null_value *nulls =
		ARENA_ARRAY(&s->arena, struct null_value, json_count(list));
	struct json item, v;

	JSON_EACH(item, list)
	{
		struct null_value *n = &nulls[item.index];
		if (json_get(&item, "macro", &v))
			n->macro = arena_strdup(&s->arena, json_string(&v));
		n->is_integer = json_get(&item, "int", &v) &&
				json_integer(&v, &n->integer);
		n->is_pointer = json_has(&item, "nullptr");
	}
	f->nulls = nulls;
	f->null_count = json_count(list);
}

static void read_facets(struct packset *s, struct family *f,
			const struct json *v)
{
	struct json list, item;

	if (json_get(v, "facets", &list)) {
		JSON_EACH(item, &list)
		{
			if (item.index < FACET_MAX)
				f->facets[f->facet_count++] = arena_strdup(
					&s->arena, json_string(&item));
		}
	}
	if (!f->facet_count)
		f->facets[f->facet_count++] = "result";
}

static void read_storage(struct family *f, const struct json *v)
{
	struct json storage;

	if (!json_get(v, "storage", &storage))
		return;
	for (uint32_t i = 0; i < STORAGE_COUNT; i++)
		f->storage[i] = (enum permission)get_word(
			&storage, places[i], permissions, PERMIT_ALLOW);
}

static void read_ending(struct packset *s, struct family *f,
			const struct json *v)
{
	struct json part;

	f->after = AFTER_DEAD;
	read_after(v, "after_consume", &f->after);
	if (json_get(v, "must_be_consumed", &part))
		read_debt(f, &part, &f->must_be_consumed);
	if (json_get(v, "must_be_completed", &part))
		read_debt(f, &part, &f->must_be_completed);
	if (json_get(v, "second", &part)) {
		f->second = arena_strdup(&s->arena,
					 json_get_string(&part, "outcome"));
		f->second_detail = arena_strdup(
			&s->arena, json_get_string(&part, "detail"));
	}
}

static const char *copy_text(struct packset *s, const struct json *object,
			     const char *key)
{
	return arena_strdup(&s->arena, json_get_string(object, key));
}

static void read_fix(struct packset *s, struct family_fix *out,
		     const struct json *v)
{
	struct json share, later, item;

	out->guard = copy_text(s, v, "guard");
	if (json_get(v, "share", &share)) {
		out->share_method = copy_text(s, &share, "method");
		out->share_function = copy_text(s, &share, "function");
		out->share_type = copy_text(s, &share, "type");
	}
	if (!json_get(v, "later", &later))
		return;
	const char **names =
		ARENA_ARRAY(&s->arena, const char *, json_count(&later) + 1);
	JSON_EACH(item, &later)
	names[item.index] = arena_strdup(&s->arena, json_string(&item));
	out->later = names;
}

struct handle *read_handle(struct packset *s, struct pack *p,
			   const struct json *v)
{
	struct handle *h = ARENA_NEW(&s->arena, struct handle);
	struct family *f = &h->family;
	const char *noun = json_get_string(v, "noun");
	struct json part;

	h->pack = p;
	f->pack = p->name;
	f->id = arena_strdup(&s->arena, json_get_string(v, "id"));
	f->title = noun ? arena_strdup(&s->arena, noun) : f->id;
	if (json_get(v, "match", &part))
		read_match(s, h, &part);
	f->identity = (enum identity)get_word(v, "identity", identities,
					      IDENTITY_OBJECT);
	f->copy = (enum copy_policy)get_word(v, "copy", copies, COPY_ALIAS);
	const char *move = json_get_string(v, "move");
	f->move_copies = str_equal(move, "copy");
	f->mode = (enum handle_mode)get_word(v, "mode", modes, MODE_ONCE);
	f->start = (enum start_policy)get_word(v, "start", starts, START_OTHER);
	f->is_made_by_calls = json_get_boolean(v, "made_by_calls", false);
	if (json_get(v, "null", &part))
		read_nulls(s, f, &part);
	read_facets(s, f, v);
	read_storage(f, v);
	read_ending(s, f, v);
	if (json_get(v, "fix", &part))
		read_fix(s, &f->fix, &part);
	return h;
}
