// SPDX-License-Identifier: Apache-2.0
#include "driver/config.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/builtin.h"
#include "base/file.h"
#include "base/json.h"
#include "base/schema.h"
#include "driver/machine.h"

#define FILE_NAME ".oncelint.json"
#define DEFAULT_DATABASE ".oncelint/oncelint.db"
#define DEFAULT_TIMEOUT 300
#define DEFAULT_MEMORY 4096
#define DEFAULT_CACHE ".oncelint/cache"
#define DEFAULT_CACHE_SIZE 2048

// ---- the file

static void read_paths(struct config *c, struct arena *a,
		       const struct json *root)
{
	struct json list, item;

	if (!json_get(root, "rules", &list))
		return;
	JSON_EACH(item, &list)
	VEC_PUSH(a, &c->rules, path_absolute(a, c->root, json_string(&item)));
}

static void read_exclude(struct config *c, struct arena *a,
			 const struct json *root)
{
	struct json list, item;

	if (!json_get(root, "exclude", &list))
		return;
	JSON_EACH(item, &list)
	VEC_PUSH(a, &c->exclude, arena_strdup(a, json_string(&item)));
}

static void read_kinds(struct config *c, const struct json *root)
{
	struct json list, item;

	if (!json_get(root, "kinds", &list))
		return;
	JSON_EACH(item, &list)
	{
		enum finding_kind kind;
		const char *level = json_string(&item);

		if (!kind_from_id(item.key, &kind)) {
			json_mistake(&item, "no kind of finding is called '%s'",
				     item.key);
			continue;
		}
		if (strcmp(level, "off") == 0)
			c->kinds[kind].level = LEVEL_OFF;
		else if (severity_from_word(level, &c->kinds[kind].severity))
			c->kinds[kind].level = LEVEL_SET;
	}
}

// A path, or false for none; true is the default.
static void read_place(struct config *c, struct arena *a,
		       const struct json *root, const char *key,
		       const char **place)
{
	struct json value;
	bool is_kept;

	if (!json_get(root, key, &value))
		return;
	if (json_type(&value) == JSON_STRING)
		*place = path_absolute(a, c->root, json_string(&value));
	else if (json_boolean(&value, &is_kept) && !is_kept)
		*place = NULL;
}

static void read_fail_on(struct config *c, const struct json *root)
{
	const char *word = json_get_string(root, "fail_on");

	if (!word)
		return;
	c->never_fails = strcmp(word, "never") == 0;
	if (!c->never_fails && !severity_from_word(word, &c->fail_on))
		bug("the schema lets '%s' through", word);
}

static void read_members(struct config *c, struct arena *a,
			 const struct json *root)
{
	const char *build = json_get_string(root, "build");

	if (build)
		c->build = path_absolute(a, c->root, build);
	read_paths(c, a, root);
	read_exclude(c, a, root);
	read_kinds(c, root);
	read_place(c, a, root, "database", &c->database);
	read_place(c, a, root, "cache", &c->cache);
	read_fail_on(c, root);
	c->jobs = (uint32_t)json_get_integer(root, "jobs", c->jobs);
	c->timeout = (uint32_t)json_get_integer(root, "timeout", c->timeout);
	c->memory = (uint32_t)json_get_integer(root, "memory", c->memory);
	c->cache_size =
		(uint32_t)json_get_integer(root, "cache_size", c->cache_size);
	c->is_strict = json_get_boolean(root, "strict", c->is_strict);
	c->has_hints = json_get_boolean(root, "hints", c->has_hints);
	c->is_skipping = json_get_boolean(root, "skip", c->is_skipping);
}

static void check_schema(const struct json *value)
{
	const struct builtin_file *f = builtin_find("rules/config-schema.json");
	struct json_doc doc;

	if (!f || !json_open(&doc, f->path, f->text, f->length, 0))
		bug("the configuration's schema cannot be read");
	struct json schema = json_root(&doc);
	schema_check(&schema, value);
	json_close(&doc);
}

static bool read_text(struct config *c, struct arena *a, const char *path,
		      const struct str *text, struct err *e)
{
	struct json_doc doc;

	if (json_open(&doc, path, text->text, text->length, JSON_COMMENTS)) {
		struct json root = json_root(&doc);

		check_schema(&root);
		if (!doc.mistake_count)
			read_members(c, a, &root);
	}
	bool ok = json_is_sound(&doc, ERR_CONFIG, e);
	json_close(&doc);
	return ok;
}

static bool read_file(struct config *c, struct arena *a, const char *path,
		      struct err *e)
{
	struct str text = STR_INIT;
	bool ok = file_read(path, &text, e) && read_text(c, a, path, &text, e);

	str_release(&text);
	return ok;
}

// ---- the command line

static void override(struct config *c, struct arena *a, const struct options *o)
{
	if (o->root)
		c->root = path_absolute(a, c->current, o->root);
	if (o->build)
		c->build = path_absolute(a, c->current, o->build);
	if (o->database)
		c->database = path_absolute(a, c->current, o->database);
	if (o->no_database)
		c->database = NULL;
	if (o->cache)
		c->cache = path_absolute(a, c->current, o->cache);
	if (o->no_cache)
		c->cache = NULL;
	if (o->has_cache_size)
		c->cache_size = o->cache_size;
	if (o->has_jobs)
		c->jobs = o->jobs;
	if (o->has_timeout)
		c->timeout = o->timeout;
	if (o->has_memory)
		c->memory = o->memory;
	if (o->has_fail_on) {
		c->never_fails = o->never_fails;
		c->fail_on = o->fail_on;
	} else if (o->fail_scope != FAIL_ON_REPORTED) {
		c->never_fails = false;
	}
	c->is_skipping &= !o->no_skip;
	c->is_strict |= o->is_strict;
	c->has_hints |= o->has_hints;
	VEC_EACH (const char *, path, &o->rules)
		VEC_PUSH(a, &c->rules, path_absolute(a, c->current, *path));
}

static void set_defaults(struct config *c, struct arena *a)
{
	*c = (struct config){ .jobs = machine_jobs(),
			      .timeout = DEFAULT_TIMEOUT,
			      .memory = DEFAULT_MEMORY,
			      .cache_size = DEFAULT_CACHE_SIZE,
			      .is_skipping = true,
			      .fail_on = SEVERITY_WARNING };
	c->current = path_current(a);
	c->root = c->current;
}

void config_defaults(struct config *c, struct arena *a, const struct options *o)
{
	set_defaults(c, a);
	override(c, a, o);
}

// Beside other programs' caches, where all checkouts find it; below the project
// for a user without a home.
static const char *default_cache(const struct config *c, struct arena *a)
{
	const char *own = getenv("ONCELINT_CACHE_DIR");
	const char *all = getenv("XDG_CACHE_HOME");
	const char *home = getenv("HOME");

	if (own)
		return *own ? path_absolute(a, c->current, own) : NULL;
	if (all && *all == '/')
		return path_join(a, all, "oncelint");
	if (home && *home == '/')
		return path_join(a, home, ".cache/oncelint");
	return path_absolute(a, c->root, DEFAULT_CACHE);
}

bool config_load(struct config *c, struct arena *a, const struct options *o,
		 struct err *e)
{
	set_defaults(c, a);
	const char *path = o->config
				   ? path_absolute(a, c->current, o->config)
				   : path_find_upward(a, c->current, FILE_NAME);
	c->file = path;
	if (path)
		c->root = path_directory(a, path);
	c->database = path_absolute(a, c->root, DEFAULT_DATABASE);
	c->cache = default_cache(c, a);
	if (path && !read_file(c, a, path, e))
		return false;
	override(c, a, o);
	return true;
}

bool config_excludes(const struct config *c, const char *path)
{
	const char *relative = path_relative(path, c->root);

	VEC_EACH (const char *, pattern, &c->exclude)
		if (fnmatch(*pattern, relative, 0) == 0)
			return true;
	return false;
}

bool config_shows_hints(const struct config *c)
{
	for (int k = 0; k < KIND_COUNT; k++)
		if (c->kinds[k].level == LEVEL_SET)
			return true;
	return c->has_hints;
}
