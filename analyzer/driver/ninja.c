// SPDX-License-Identifier: Apache-2.0
#include "driver/ninja.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>
#include <uthash.h>

#include "base/file.h"
#include "driver/gather.h"

// Where everything goes, in the working directory.
#define FOLDER ".oncelint/ninja"
#define ARCHIVE FOLDER "/all" ARTIFACT_ENDING

struct seen_name {
	const char *name;
	uint32_t count;
	UT_hash_handle hh;
};

struct writer {
	const struct config *config;
	struct arena *arena;
	struct str *out;
	struct seen_name *seen;
	VEC(const char *) artifacts;
};

// ---- quoting: for the shell, then for ninja

static bool is_plain(const char *word)
{
	static const char plain[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"0123456789_-+=./,:@%";

	return *word && word[strspn(word, plain)] == '\0';
}

static const char *quoted(struct arena *a, const char *word)
{
	struct str s = STR_INIT;

	if (is_plain(word))
		return word;
	str_add_char(&s, '\'');
	for (; *word; word++)
		if (*word == '\'')
			str_add(&s, "'\\''");
		else
			str_add_char(&s, *word);
	str_add_char(&s, '\'');
	const char *text = arena_strdup(a, s.text);
	str_release(&s);
	return text;
}

static void add_value(struct str *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '$')
			str_add_char(out, '$');
		str_add_char(out, *text);
	}
}

static void add_path(struct str *out, const char *path)
{
	for (; *path; path++) {
		if (strchr(" :$", *path))
			str_add_char(out, '$');
		str_add_char(out, *path);
	}
}

static void add_word(struct writer *w, const char *word)
{
	str_add_char(w->out, ' ');
	add_value(w->out, quoted(w->arena, word));
}

// ---- the file

static const char *own_path(struct arena *a)
{
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);

	return n > 0 ? arena_strndup(a, path, (size_t)n) : "oncelint";
}

// What decides about artifacts must be the same in both commands.
static void add_settings(struct writer *w, const struct options *o)
{
	const struct config *c = w->config;

	str_add(w->out, "settings = --root");
	add_word(w, c->root);
	if (c->file) {
		str_add(w->out, " --config");
		add_word(w, c->file);
	}
	VEC_EACH (const char *const, path, &o->rules) {
		str_add(w->out, " --rules");
		add_word(w, path_absolute(w->arena, c->current, *path));
	}
	str_add(w->out, c->is_strict ? " --strict" : "");
	str_add(w->out, c->has_hints ? " --hints" : "");
	str_add_char(w->out, '\n');
}

static void add_rules(struct writer *w, const struct options *o)
{
	str_add(w->out, "# Made by 'oncelint plan --emit ninja'.\n"
			"ninja_required_version = 1.5\n"
			"builddir = " FOLDER "\n"
			"oncelint =");
	add_word(w, own_path(w->arena));
	str_add_char(w->out, '\n');
	add_settings(w, o);
	str_add(w->out,
		"\nrule tu\n"
		"  command = $oncelint tu -q --keep-going $settings "
		"--directory $directory -o $out $file -- $compiler\n"
		"  depfile = $out.d\n"
		"  deps = gcc\n"
		"  description = oncelint $file\n"
		"\nrule archive\n"
		"  command = $oncelint link -q $settings --archive $out "
		"@$out.rsp\n"
		"  rspfile = $out.rsp\n"
		"  rspfile_content = $in_newline\n"
		"  description = oncelint $out\n\n");
}

// A file may be a unit of several commands.
static const char *artifact_of(struct writer *w, const char *file)
{
	const char *name = path_relative(file, w->config->root);
	struct seen_name *s;

	while (*name == '/')
		name++;
	HASH_FIND_STR(w->seen, name, s);
	if (!s) {
		s = ARENA_NEW(w->arena, struct seen_name);
		s->name = name;
		HASH_ADD_KEYPTR(hh, w->seen, s->name, strlen(s->name), s);
	}
	if (!s->count++)
		return arena_printf(w->arena, FOLDER "/%s" ARTIFACT_ENDING,
				    name);
	return arena_printf(w->arena, FOLDER "/%s.%u" ARTIFACT_ENDING, name,
			    s->count);
}

static bool add_unit(struct writer *w, const struct front_command *u,
		     struct err *e)
{
	const char *const *words = front_arguments(u, w->arena, e);
	const char *artifact = artifact_of(w, u->file);

	if (!words)
		return false;
	for (uint32_t i = 0; words[i]; i++)
		if (strchr(words[i], '\n'))
			return err_set(e, ERR_COMPDB,
				       "ninja cannot be told the command of "
				       "'%s': there is a line break in it",
				       u->file);
	VEC_PUSH(w->arena, &w->artifacts, artifact);
	str_add(w->out, "build ");
	add_path(w->out, artifact);
	str_add(w->out, ": tu ");
	add_path(w->out, path_relative(u->file, w->config->current));
	str_add(w->out, "\n  file =");
	add_word(w, u->file);
	str_add(w->out, "\n  directory =");
	add_word(w, u->directory);
	str_add(w->out, "\n  compiler =");
	for (; *words; words++)
		add_word(w, *words);
	str_add_char(w->out, '\n');
	return true;
}

bool ninja_write(const struct plan *p, const struct config *c,
		 const struct options *o, struct str *out, struct err *e)
{
	struct arena scratch = { 0 };
	struct writer w = { .config = c, .arena = &scratch, .out = out };
	bool ok = true;

	add_rules(&w, o);
	for (uint32_t i = 0; ok && i < p->units.count; i++)
		ok = add_unit(&w, &p->units.at[i], e);
	str_add(out, "\nbuild " ARCHIVE ": archive");
	VEC_EACH (const char *const, path, &w.artifacts) {
		str_add(out, " $\n  ");
		add_path(out, *path);
	}
	str_add(out, "\ndefault " ARCHIVE "\n");
	HASH_CLEAR(hh, w.seen);
	arena_release(&scratch);
	return ok;
}
