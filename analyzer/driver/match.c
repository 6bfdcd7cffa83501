// SPDX-License-Identifier: Apache-2.0
#include "driver/match.h"

#include <ctype.h>
#include <string.h>
#include <uthash.h>

#include "base/file.h"

// What two findings must have in common in a pass, besides kind and family.
#define FUNCTION 1u
#define HANDLE 2u
#define OPERATION 4u
#define PLACE 8u      // the line, carried over the diff
#define STORY 16u     // the texts of its essential steps' lines
#define PLOT 32u      // the same, with a blank for the handle
#define FILE_NAME 64u // the file, under its name of now

static const struct pass {
	unsigned fields;
	enum carried_cause cause;
} passes[] = {
	{ FUNCTION | HANDLE | OPERATION | FILE_NAME | PLACE, CARRIED_EXACT },
	{ FUNCTION | HANDLE | OPERATION | FILE_NAME | STORY, CARRIED_MOVED },
	{ FUNCTION | HANDLE | OPERATION | FILE_NAME, CARRIED_EDITED },
	{ FUNCTION | HANDLE | OPERATION | STORY, CARRIED_MOVED },
	{ FUNCTION | HANDLE | OPERATION, CARRIED_MOVED },
	{ HANDLE | OPERATION | FILE_NAME | STORY, CARRIED_FUNCTION },
	{ HANDLE | OPERATION | STORY, CARRIED_FUNCTION },
	{ FUNCTION | OPERATION | FILE_NAME | PLOT, CARRIED_EDITED },
	{ OPERATION | FILE_NAME | PLACE, CARRIED_EDITED },
	{ OPERATION | FILE_NAME | PLOT, CARRIED_EDITED },
};

struct matcher {
	struct matches *out;
	const struct match_side *old;
	const struct match_side *now;
	const struct diff *diff;
};

// ---- what a finding looks like

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static void add_plain(struct str *s, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!isspace((unsigned char)text[i]))
			str_add_char(s, text[i]);
}

// `word` becomes a blank where it stands for itself.
static void add_without(struct str *s, const char *text, size_t length,
			const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i < length;) {
		bool fits = n && length - i >= n &&
			    memcmp(text + i, word, n) == 0 &&
			    (i == 0 || !is_word(text[i - 1])) &&
			    (i + n == length || !is_word(text[i + n]));

		if (fits)
			str_add_char(s, ' ');
		else
			add_plain(s, text + i, 1);
		i += fits ? n : 1;
	}
}

// Without its comment: one that silences is no other code.
static size_t code_length(const char *text, size_t length)
{
	for (size_t i = 0; i + 1 < length; i++)
		if (text[i] == '/' &&
		    (text[i + 1] == '/' || text[i + 1] == '*'))
			return i;
	return length;
}

static void add_story(struct str *s, const struct match_side *side,
		      const struct finding *f, bool has_handle)
{
	for (uint32_t i = 0; i < f->step_count; i++) {
		const struct loc *l = &f->steps[i].loc;
		size_t length = 0;
		const char *text =
			f->steps[i].is_essential && l->file
				? source_line(
					  source_get(side->sources, l->file),
					  l->line, &length)
				: NULL;

		if (text)
			length = code_length(text, length);
		if (text && has_handle)
			add_plain(s, text, length);
		else if (text)
			add_without(s, text, length,
				    f->handle ? f->handle : "");
		str_add_char(s, '\n');
	}
}

// The file that the old path has become, below now's root.
static const struct diff_file *path_of_now(const struct matcher *m,
					   struct arena *a, const char **path)
{
	const char *old_path =
		path_join(a, m->now->root, path_relative(*path, m->old->root));
	const struct diff_file *f = diff_find_old(m->diff, old_path);

	*path = f && f->new_path ? f->new_path : old_path;
	return f;
}

static void add_place(struct str *s, const struct matcher *m, struct arena *a,
		      bool is_old, const struct finding *f, unsigned fields)
{
	const char *path = f->loc.file;
	uint32_t line = f->loc.line;

	if (is_old) {
		const struct diff_file *file = path_of_now(m, a, &path);

		if (file)
			line = diff_new_line(file, line);
	}
	str_printf(s, "%s\x1f", path_relative(path, m->now->root));
	if (fields & PLACE)
		str_printf(s, "%u\x1f", line);
}

static void make_key(struct str *s, const struct matcher *m, struct arena *a,
		     bool is_old, const struct finding *f, unsigned fields)
{
	const char *const parts[] = { fields & FUNCTION ? f->function : "",
				      fields & HANDLE ? f->handle : "",
				      fields & OPERATION ? f->operation : "" };

	str_clear(s);
	str_printf(s, "%d\x1f%s\x1f%s\x1f", (int)f->kind,
		   f->pack ? f->pack : "", f->family ? f->family : "");
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		if (parts[i])
			add_plain(s, parts[i], strlen(parts[i]));
		str_add_char(s, '\x1f');
	}
	if (fields & (FILE_NAME | PLACE))
		add_place(s, m, a, is_old, f, fields);
	if (fields & (STORY | PLOT))
		add_story(s, is_old ? m->old : m->now, f, fields & STORY);
}

// ---- a pass

// Old findings with one key, in order.
struct bucket {
	char *key;
	VEC(uint32_t) list;
	uint32_t used;
	UT_hash_handle hh;
};

static struct bucket *bucket_of(struct bucket **all, struct arena *a,
				const struct str *key, bool is_made)
{
	struct bucket *b;

	HASH_FIND(hh, *all, key->text, key->length, b);
	if (b || !is_made)
		return b;
	b = ARENA_NEW(a, struct bucket);
	b->key = arena_memdup(a, key->text, key->length + 1);
	HASH_ADD_KEYPTR(hh, *all, b->key, key->length, b);
	return b;
}

static bool has_other_file(const struct matcher *m, struct arena *a,
			   uint32_t old, uint32_t now)
{
	const char *before =
		path_relative(m->old->findings[old]->loc.file, m->old->root);
	const char *path = m->old->findings[old]->loc.file;

	path_of_now(m, a, &path);
	return str_equal(path, m->now->findings[now]->loc.file) &&
	       !str_equal(before, path_relative(path, m->now->root));
}

static void join(struct matcher *m, struct arena *a, uint32_t old, uint32_t now,
		 enum carried_cause cause)
{
	if (cause == CARRIED_EXACT && has_other_file(m, a, old, now))
		cause = CARRIED_FILE;
	m->out->old[old] = (struct carried){ cause, now };
	m->out->now[now] = (struct carried){ cause, old };
}

// A line that the diff changed is at no place.
static bool has_place(const struct matcher *m, struct arena *a,
		      const struct finding *f)
{
	const char *path = f->loc.file;
	const struct diff_file *file = path_of_now(m, a, &path);

	return !file || diff_new_line(file, f->loc.line);
}

static void run_pass(struct matcher *m, const struct pass *p)
{
	struct arena a = { 0 };
	struct bucket *all = NULL;
	struct str key = STR_INIT;

	for (uint32_t i = 0; i < m->old->count; i++) {
		const struct finding *f = m->old->findings[i];

		if (m->out->old[i].cause != CARRIED_NONE ||
		    ((p->fields & PLACE) && !has_place(m, &a, f)))
			continue;
		make_key(&key, m, &a, true, f, p->fields);
		struct bucket *b = bucket_of(&all, &a, &key, true);
		VEC_PUSH(&a, &b->list, i);
	}
	for (uint32_t i = 0; all && i < m->now->count; i++) {
		if (m->out->now[i].cause != CARRIED_NONE ||
		    (m->now->is_old[i] && p != passes))
			continue;
		make_key(&key, m, &a, false, m->now->findings[i], p->fields);
		struct bucket *b = bucket_of(&all, &a, &key, false);
		if (b && b->used < b->list.count)
			join(m, &a, b->list.at[b->used++], i, p->cause);
	}
	HASH_CLEAR(hh, all);
	str_release(&key);
	arena_release(&a);
}

void match_findings(struct matches *out, struct arena *a,
		    const struct match_side *old, const struct match_side *now,
		    const struct diff *d)
{
	struct matcher m = { out, old, now, d };

	out->old = ARENA_ARRAY(a, struct carried, old->count);
	out->now = ARENA_ARRAY(a, struct carried, now->count);
	for (size_t i = 0; i < COUNT_OF(passes); i++)
		run_pass(&m, &passes[i]);
}
