// SPDX-License-Identifier: Apache-2.0
// From files to a finished set. A pack is read whole or not at all.
#include "pack/load.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/builtin.h"
#include "base/file.h"
#include "base/schema.h"
#include "pack/check.h"
#include "pack/match.h"
#include "pack/pack.h"

#define SCHEMA_PATH "rules/schema.json"
#define SIZE_LIMIT ((size_t)1024 * 1024) // of one pack
#define PACKS_PATH "rules/packs/"

struct packset *packset_new(void)
{
	return xcalloc(1, sizeof(struct packset));
}

void packset_free(struct packset *s)
{
	if (!s)
		return;
	for (uint32_t i = 0; i < s->patterns.count; i++)
		pattern_free(s->patterns.at[i]);
	json_close(&s->schema);
	unit_release(s);
	index_release(s);
	arena_release(&s->unit);
	arena_release(&s->arena);
	free(s);
}

// ---- one pack

void read_names(struct packset *s, const struct json *v, name_list *out)
{
	struct json item;

	if (json_type(v) == JSON_STRING)
		VEC_PUSH(&s->arena, out,
			 arena_strdup(&s->arena, json_string(v)));
	if (json_type(v) != JSON_ARRAY)
		return;
	JSON_EACH(item, v)
	VEC_PUSH(&s->arena, out, arena_strdup(&s->arena, json_string(&item)));
}

bool names_have(const name_list *names, const char *name)
{
	for (uint32_t i = 0; i < names->count; i++)
		if (str_equal(names->at[i], name))
			return true;
	return false;
}

struct pattern *read_pattern(struct packset *s, const struct json *v)
{
	struct str why = STR_INIT;
	struct pattern *p = pattern_new(&s->arena, json_string(v), &why);

	if (p)
		VEC_PUSH(&s->arena, &s->patterns, p);
	else
		json_mistake(v, "not a regular expression: %s", why.text);
	str_release(&why);
	return p;
}

static void read_activation(struct packset *s, struct pack *p,
			    const struct json *root)
{
	struct json activate, v;

	if (!json_get(root, "activate", &activate))
		return;
	p->has_activation = true;
	if (json_get(&activate, "any_header", &v))
		read_names(s, &v, &p->headers);
	if (json_get(&activate, "any_symbol", &v))
		read_names(s, &v, &p->symbols);
	if (json_get(&activate, "any_macro", &v))
		json_mistake(&v, "macros are expanded before a unit is seen: "
				 "use any_header or any_symbol");
}

static void read_top(struct packset *s, struct pack *p, const struct json *root)
{
	struct json v, item;

	p->name = arena_strdup(&s->arena, json_get_string(root, "pack"));
	p->title = arena_strdup(&s->arena, json_get_string(root, "title"));
	p->version = json_get_integer(root, "version", 1);
	if (json_get(root, "languages", &v))
		JSON_EACH(item, &v)
	p->languages |=
		str_equal(json_string(&item), "c") ? LANGUAGE_C : LANGUAGE_CXX;
	read_activation(s, p, root);
	if (json_get(root, "inline_namespaces", &v))
		read_names(s, &v, &p->inline_namespaces);
	if (json_get(root, "namespaces", &v))
		read_names(s, &v, &p->namespaces);
	if (json_get(root, "error_params", &v))
		read_names(s, &v, &p->error_params);
	if (!json_get(root, "sources", &v))
		return;
	JSON_EACH(item, &v)
	{
		struct source source = {
			arena_strdup(&s->arena, json_get_string(&item, "kind")),
			arena_strdup(&s->arena, json_get_string(&item, "name"))
		};
		VEC_PUSH(&s->arena, &p->sources, source);
	}
}

// Handles first: operations speak of them.
static void read_pack(struct packset *s, struct pack *p,
		      const struct json *root)
{
	struct json list, item;

	read_top(s, p, root);
	if (json_get(root, "handles", &list))
		JSON_EACH(item, &list)
	VEC_PUSH(&s->arena, &p->handles, read_handle(s, p, &item));
	if (json_get(root, "operations", &list)) {
		p->operation_count = json_count(&list);
		JSON_EACH(item, &list)
		read_operation(s, p, &item);
	}
	read_functions(s, p, root);
	check_pack(p, root);
}

static void check_schema(struct packset *s, const struct json *root)
{
	struct json schema;

	if (!s->schema.root) {
		const struct builtin_file *f = builtin_find(SCHEMA_PATH);
		if (!f ||
		    !json_open(&s->schema, f->path, f->text, f->length, 0))
			bug("'%s' is not built in", SCHEMA_PATH);
	}
	schema = json_root(&s->schema);
	schema_check(&schema, root);
	if (s->schema.mistake_count)
		bug("%s", s->schema.mistakes.text);
}

static bool is_ours(const struct json *root)
{
	struct json v;

	return json_get(root, "schema", &v) && json_type(&v) == JSON_STRING &&
	       str_starts(json_string(&v), "oncelint-rules/");
}

// A name may be taken by a built-in pack: a user's replaces it.
static void check_name(struct packset *s, const struct pack *p,
		       const struct json *root)
{
	struct json name;

	for (uint32_t i = 0; i < s->packs.count; i++) {
		const struct pack *other = s->packs.at[i];
		if (strcmp(other->name, p->name) != 0 ||
		    other->is_builtin != p->is_builtin)
			continue;
		if (json_get(root, "pack", &name))
			json_mistake(&name, "'%s' is the name of %s too",
				     p->name, other->file);
	}
}

static bool load_document(struct packset *s, struct json_doc *d, struct err *e)
{
	struct json root = json_root(d);
	uint32_t references = s->references.count;
	struct pack *p = ARENA_NEW(&s->arena, struct pack);

	// Those that are built in are checked by the tests, not in each run.
	if (!s->is_loading_builtin)
		check_schema(s, &root);
	if (!json_is_sound(d, ERR_PACK, e))
		return false;
	p->file = arena_strdup(&s->arena, d->file);
	p->is_builtin = s->is_loading_builtin;
	read_pack(s, p, &root);
	check_name(s, p, &root);
	if (!json_is_sound(d, ERR_PACK, e)) {
		s->references.count = references;
		return false;
	}
	VEC_PUSH(&s->arena, &s->packs, p);
	return true;
}

// With `maybe_other`, JSON that is no pack is passed over.
static bool load(struct packset *s, const char *file, const char *text,
		 size_t length, bool maybe_other, struct err *e)
{
	struct json_doc d;
	bool ok;

	if (s->is_finished)
		bug("a pack is loaded into a finished set");
	if (length > SIZE_LIMIT)
		return maybe_other ||
		       err_set(e, ERR_PACK, "%s: a pack of more than 1 MiB",
			       file);
	bool is_json = json_open(&d, file, text, length, 0);
	struct json root = json_root(&d);
	if (!is_json)
		ok = json_is_sound(&d, ERR_PACK, e);
	else if (maybe_other && !is_ours(&root))
		ok = true;
	else
		ok = load_document(s, &d, e);
	json_close(&d);
	s->hash = XXH3_64bits_withSeed(text, length, s->hash);
	return ok;
}

uint64_t packset_hash(const struct packset *s)
{
	return s->hash;
}

bool packset_load_text(struct packset *s, const char *file, const char *text,
		       size_t length, struct err *e)
{
	return load(s, file, text, length, false, e);
}

// ---- many packs

bool packset_load_builtin(struct packset *s, struct err *e)
{
	bool ok = true;

	s->is_loading_builtin = true;
	for (size_t i = 0; ok && i < builtin_file_count; i++) {
		const struct builtin_file *f = &builtin_files[i];
		if (str_starts(f->path, PACKS_PATH) &&
		    str_ends(f->path, ".json"))
			ok = packset_load_text(s, f->path, f->text, f->length,
					       e);
	}
	s->is_loading_builtin = false;
	return ok;
}

static bool load_file(struct packset *s, const char *path, bool maybe_other,
		      struct err *e)
{
	struct str text = STR_INIT;
	bool ok = file_read(path, &text, e) &&
		  load(s, path, text.text, text.length, maybe_other, e);

	str_release(&text);
	return ok;
}

static int is_json_name(const struct dirent *d)
{
	return d->d_name[0] != '.' && str_ends(d->d_name, ".json");
}

bool packset_load_path(struct packset *s, const char *path, struct err *e)
{
	struct dirent **names;
	bool ok = true;

	if (!path_is_directory(path))
		return load_file(s, path, false, e);
	int count = scandir(path, &names, is_json_name, alphasort);
	if (count < 0)
		return err_set(e, ERR_IO, "%s: cannot be listed", path);
	for (int i = 0; i < count; i++) {
		if (ok)
			ok = load_file(
				s, path_join(&s->arena, path, names[i]->d_name),
				true, e);
		free(names[i]);
	}
	free(names);
	return ok;
}

// ---- joining them

static void drop_replaced(struct packset *s)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < s->packs.count; i++) {
		struct pack *p = s->packs.at[i];
		bool replaced = false;
		for (uint32_t j = 0; p->is_builtin && j < s->packs.count; j++)
			replaced |= !s->packs.at[j]->is_builtin &&
				    strcmp(s->packs.at[j]->name, p->name) == 0;
		if (!replaced)
			s->packs.at[kept++] = p;
	}
	s->packs.count = kept;
}

// Users' packs first, each group in the order of loading.
static void order_packs(struct packset *s)
{
	VEC(struct pack *) ordered = { 0 };

	for (int builtin = 0; builtin <= 1; builtin++)
		for (uint32_t i = 0; i < s->packs.count; i++)
			if (s->packs.at[i]->is_builtin == builtin)
				VEC_PUSH(&s->arena, &ordered, s->packs.at[i]);
	s->packs.at = ordered.at;
	s->packs.count = ordered.count;
	s->packs.room = ordered.room;
}

static const struct family *find_foreign(const struct packset *s,
					 const char *name)
{
	const char *slash = strchr(name, '/');
	size_t length = (size_t)(slash - name);

	for (uint32_t i = 0; i < s->packs.count; i++) {
		const struct pack *p = s->packs.at[i];
		if (strlen(p->name) == length &&
		    memcmp(p->name, name, length) == 0)
			return find_family(p, slash + 1);
	}
	return NULL;
}

static void join_reference(const struct packset *s,
			   const struct handle_reference *r,
			   struct str *mistakes)
{
	const struct family *f = find_foreign(s, r->name);
	const char *separator = mistakes->length ? "\n" : "";

	*r->family = f;
	if (!f) {
		str_printf(mistakes, "%s%s.handle: no handle '%s' in any pack",
			   separator, r->where, r->name);
		return;
	}
	for (uint8_t i = 0; r->facet && i < f->facet_count; i++) {
		if (strcmp(f->facets[i], r->facet) == 0) {
			*r->facet_index = i;
			return;
		}
	}
	if (r->facet)
		str_printf(mistakes, "%s%s.facet: '%s' has no facet '%s'",
			   separator, r->where, r->name, r->facet);
}

static bool join_references(struct packset *s, struct err *e)
{
	struct str mistakes = STR_INIT;
	bool ok = true;

	for (uint32_t i = 0; i < s->references.count; i++)
		join_reference(s, &s->references.at[i], &mistakes);
	if (mistakes.length)
		ok = err_set(e, ERR_PACK, "%s", mistakes.text);
	str_release(&mistakes);
	return ok;
}

// A callback is about the operation's own handle unless it names another.
static void join_callbacks(const struct pack *p)
{
	for (uint32_t i = 0; i < p->entries.count; i++) {
		struct operation *op = &p->entries.at[i]->operation;
		if (!op->choice_count)
			continue;
		for (uint32_t k = 0; k < op->callback_count; k++)
			if (!op->callbacks[k].family)
				op->callbacks[k].family = op->choices[0]
								  .outcomes[0]
								  .effects[0]
								  .family;
	}
}

bool packset_finish(struct packset *s, struct err *e)
{
	drop_replaced(s);
	order_packs(s);
	if (!join_references(s, e))
		return false;
	for (uint32_t i = 0; i < s->packs.count; i++)
		join_callbacks(s->packs.at[i]);
	index_packs(s);
	s->is_finished = true;
	return true;
}

static bool is_taken(enum effect_kind k)
{
	return k == EFFECT_CONSUME || k == EFFECT_CONSUME_NO_RESULT ||
	       k == EFFECT_READ || k == EFFECT_UNREF || k == EFFECT_TRANSFER ||
	       k == EFFECT_CONVERT || k == EFFECT_SHARE ||
	       k == EFFECT_WAIT_ALL || k == EFFECT_WAIT_ANY ||
	       k == EFFECT_COMPLETE;
}

static bool fails_with_null(const struct choice *c, const struct family *f)
{
	for (uint32_t i = 0; i < c->outcome_count; i++)
		for (uint32_t k = 0; k < c->outcomes[i].effect_count; k++) {
			const struct effect *e = &c->outcomes[i].effects[k];

			if (e->family == f && is_taken(e->kind) && !e->null_ok)
				return true;
		}
	return false;
}

bool packset_null_is_fine(const struct packset *s, const struct family *f)
{
	for (uint32_t i = 0; i < s->packs.count; i++)
		VEC_EACH (struct entry *const, x, &s->packs.at[i]->entries)
			for (uint32_t k = 0; k < (*x)->operation.choice_count;
			     k++)
				if (fails_with_null(&(*x)->operation.choices[k],
						    f))
					return false;
	return f->null_count > 0;
}
