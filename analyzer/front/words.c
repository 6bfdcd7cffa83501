// SPDX-License-Identifier: Apache-2.0
#include "front/words.h"

#include <ctype.h>
#include <string.h>

#include "base/file.h"

#define EXPANSIONS_MAX 64

static void push(struct words *w, const char *word)
{
	VEC_PUSH(w->arena, &w->list, word);
}

// ---- splitting

// In double quotes a backslash is one unless one of these follows.
static bool is_escape(char c)
{
	return c == '"' || c == '\\' || c == '$' || c == '`' || c == '\n';
}

static const char *take_quoted(struct str *word, const char *p)
{
	char quote = *p++;

	while (*p && *p != quote) {
		if (quote == '"' && *p == '\\' && is_escape(p[1]))
			p++;
		str_add_char(word, *p++);
	}
	return *p ? p + 1 : p;
}

static const char *take_word(struct str *word, const char *p)
{
	while (*p && !isspace((unsigned char)*p)) {
		if (*p == '\'' || *p == '"') {
			p = take_quoted(word, p);
			continue;
		}
		if (*p == '\\' && p[1])
			p++;
		str_add_char(word, *p++);
	}
	return p;
}

void words_split(struct words *w, const char *text)
{
	struct str word = STR_INIT;

	for (;;) {
		while (isspace((unsigned char)*text))
			text++;
		if (!*text)
			break;
		str_clear(&word);
		text = take_word(&word, text);
		push(w, arena_strdup(w->arena, word.text));
	}
	str_release(&word);
}

// ---- response files

// The first @file word that can be read is replaced by its words.
static bool expand_one(struct words *w, const char *directory)
{
	for (uint32_t i = 1; i < w->list.count; i++) {
		struct str text = STR_INIT;
		struct err ignored = ERR_INIT;
		const char *word = w->list.at[i];

		if (*word != '@')
			continue;
		if (!file_read(path_absolute(w->arena, directory, word + 1),
			       &text, &ignored)) {
			err_release(&ignored);
			continue;
		}
		struct words longer = { .arena = w->arena };
		for (uint32_t k = 0; k < i; k++)
			push(&longer, w->list.at[k]);
		words_split(&longer, text.text);
		for (uint32_t k = i + 1; k < w->list.count; k++)
			push(&longer, w->list.at[k]);
		str_release(&text);
		*w = longer;
		return true;
	}
	return false;
}

void words_expand(struct words *w, const char *directory)
{
	// A file may name others, or itself.
	for (int n = 0; n < EXPANSIONS_MAX && expand_one(w, directory); n++)
		;
}

// ---- what runs the compiler

static bool is_one_of(const char *word, const char *const *names)
{
	for (; *names; names++)
		if (strcmp(word, *names) == 0)
			return true;
	return false;
}

static void drop_first(struct words *w, uint32_t count)
{
	w->list.at += count;
	w->list.count -= count;
	w->list.room -= count;
}

static bool is_assignment(const char *word)
{
	const char *equals = strchr(word, '=');

	return equals && equals != word && *word != '-' && *word != '/';
}

void words_unwrap(struct words *w)
{
	static const char *const wrappers[] = {
		"ccache", "sccache",    "distcc", "icecc",
		"gomacc", "buildcache", "env",    "nice",
		"time",   "reclient",   NULL
	};

	while (w->list.count > 1) {
		const char *first = w->list.at[0];

		if (is_assignment(first) ||
		    is_one_of(path_base(first), wrappers)) {
			drop_first(w, 1);
			// Their own options take no value.
			while (w->list.count > 1 && *w->list.at[0] == '-')
				drop_first(w, 1);
			continue;
		}
		return;
	}
}

// ---- what is left

// How many words at `i` say nothing about the source's meaning.
static uint32_t dropped(const struct words *w, uint32_t i,
			const char *directory, const char *file)
{
	const char *word = w->list.at[i];

	if (strcmp(word, "-c") == 0 || strcmp(word, "--") == 0)
		return 1;
	if (strcmp(word, "-o") == 0)
		return i + 1 < w->list.count ? 2 : 1;
	if (str_starts(word, "-o") && !str_starts(word, "-objc"))
		return 1;
	if (*word == '-' || !str_ends(word, path_base(file)))
		return 0;
	return str_equal(path_absolute(w->arena, directory, word), file);
}

void words_finish(struct words *w, const char *directory, const char *file)
{
	struct words kept = { .arena = w->arena };

	for (uint32_t i = 0; i < w->list.count;) {
		uint32_t n = i ? dropped(w, i, directory, file) : 0;

		if (!n)
			push(&kept, w->list.at[i++]);
		i += n;
		if (i == 1 && strstr(path_base(kept.list.at[0]), "++"))
			push(&kept, "--driver-mode=g++");
	}
	push(&kept, NULL);
	*w = kept;
}
