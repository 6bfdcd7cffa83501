// SPDX-License-Identifier: Apache-2.0
// `oncelint link`: artifacts that others made, from files.
#include "driver/gather.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "driver/bundle.h"
#include "driver/command.h"
#include "front/words.h"

typedef VEC(const char *) name_list;

// ---- which files

// Ninja and make quote a name for the shell where it needs that.
static void add_line(const char *line, struct arena *a, name_list *out)
{
	struct words w = { .arena = a };

	if (*line != '\'' && *line != '"') {
		VEC_PUSH(a, out, line);
		return;
	}
	words_split(&w, line);
	VEC_EACH (const char *const, word, &w.list)
		VEC_PUSH(a, out, *word);
}

static bool add_lines(const char *file, struct arena *a, name_list *out,
		      struct err *e)
{
	struct str text = STR_INIT;
	bool ok = file_read(file, &text, e);

	for (char *line = text.text, *end; ok && *line; line = end) {
		end = line + strcspn(line, "\n");
		char *last = end;
		if (*end)
			end++;
		while (last > line && (last[-1] == '\r' || last[-1] == ' '))
			last--;
		if (last > line)
			add_line(arena_strndup(a, line, (size_t)(last - line)),
				 a, out);
	}
	str_release(&text);
	return ok;
}

static bool add_folder(const char *folder, struct arena *a, name_list *out,
		       struct err *e)
{
	DIR *d = opendir(folder);
	const struct dirent *x;
	bool ok = d != NULL;

	if (!d)
		return err_set(e, ERR_IO, "cannot read '%s': %s", folder,
			       strerror(errno));
	while (ok && (x = readdir(d))) {
		const char *path = path_join(a, folder, x->d_name);

		if (strcmp(x->d_name, ".") == 0 || strcmp(x->d_name, "..") == 0)
			continue;
		if (x->d_type == DT_DIR ||
		    (x->d_type == DT_UNKNOWN && path_is_directory(path)))
			ok = add_folder(path, a, out, e);
		else if (str_ends(x->d_name, ARTIFACT_ENDING))
			VEC_PUSH(a, out, path);
	}
	closedir(d);
	return ok;
}

static bool add_operand(const char *word, struct arena *a, name_list *out,
			struct err *e)
{
	uint32_t before = out->count;

	if (strcmp(word, "-") == 0)
		return add_lines("/dev/stdin", a, out, e);
	if (*word == '@')
		return add_lines(word + 1, a, out, e);
	if (!path_is_directory(word)) {
		VEC_PUSH(a, out, word);
		return true;
	}
	if (!add_folder(word, a, out, e))
		return false;
	return out->count > before ||
	       err_set(e, ERR_USAGE, "no *" ARTIFACT_ENDING " below '%s'",
		       word);
}

static int name_compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool find_files(const struct options *o, const struct config *c,
		       struct arena *a, name_list *out, struct err *e)
{
	VEC_EACH (const char *const, word, &o->operands)
		if (!add_operand(*word, a, out, e))
			return false;
	if (!out->count)
		return err_set(e, ERR_USAGE,
			       "no artifacts: name files, folders, @FILE with "
			       "a list, or - for a list on standard input");
	VEC_EACH (const char *, path, out)
		*path = path_absolute(a, c->current, *path);
	qsort(out->at, out->count, sizeof(*out->at), name_compare);
	return true;
}

// ---- reading them

static bool read_bundle(struct bundle *b, const struct options *o,
			const struct config *c, struct err *e)
{
	name_list files = { 0 };
	const char *last = NULL;

	if (!find_files(o, c, b->arena, &files, e))
		return false;
	VEC_EACH (const char *const, path, &files) {
		if (!str_equal(last, *path))
			bundle_read(b, *path);
		last = *path;
	}
	bundle_finish(b, o->is_quiet);
	return true;
}

static int artifact_compare(const void *a, const void *b)
{
	const struct artifact *x = a, *y = b;

	return strcmp(x->file, y->file);
}

static void take_bundle(const struct bundle *b, struct arena *a,
			struct results *out)
{
	uint32_t n = 0;

	out->artifact_count = b->units.count + b->failed_count;
	out->artifacts =
		ARENA_ARRAY(a, struct artifact, out->artifact_count + 1);
	VEC_EACH (const struct bundle_unit, u, &b->units)
		out->artifacts[n++] = u->artifact;
	for (uint32_t i = 0; i < b->failed_count; i++)
		out->artifacts[n++] = b->failed[i];
	if (n)
		qsort(out->artifacts, n, sizeof(*out->artifacts),
		      artifact_compare);
}

static uint32_t milliseconds_since(const struct timespec *then)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint32_t)((now.tv_sec - then->tv_sec) * 1000 +
			  (now.tv_nsec - then->tv_nsec) / 1000000);
}

static bool no_plan(struct plan *p, struct arena *a, const struct options *o,
		    const struct config *c, struct err *e)
{
	(void)a;
	(void)o;
	(void)c;
	(void)e;
	*p = (struct plan){ 0 };
	return true;
}

static bool link_gather(struct analysis *x, struct plan *p,
			const struct options *o, const struct config *c,
			struct arena *a, struct results *out, struct err *e)
{
	struct timespec begun;
	struct bundle b;

	clock_gettime(CLOCK_MONOTONIC, &begun);
	bundle_begin(&b, x, c->root, a);
	if (!read_bundle(&b, o, c, e))
		return false;
	*out = (struct results){ 0 };
	take_bundle(&b, a, out);
	// What could not be read may have had the findings of earlier runs.
	p->is_whole = !b.failed_count;
	out->counts.milliseconds = milliseconds_since(&begun);
	return true;
}

int link_artifacts(const struct options *o, struct arena *a, struct err *e)
{
	static const struct gather gather = { "link", no_plan, link_gather };

	return run_command(&gather, o, a, e);
}

// ---- joining them only

static void tell_failed(const struct bundle *b, const struct config *c)
{
	for (uint32_t i = 0; i < b->failed_count; i++)
		fprintf(stderr, "%s: error: not joined: %s\n",
			path_relative(b->failed[i].file, c->current),
			b->failed[i].reason);
}

static int join(const struct options *o, struct arena *a, struct err *e)
{
	struct analysis x = { 0 };
	struct config c;
	struct bundle b;
	int status = 0;

	if (!config_load(&c, a, o, e))
		return err_exit_status(e->code);
	x.options.strict = c.is_strict;
	x.options.hints = c.has_hints;
	x.packs = load_packs(c.rules.at, c.rules.count, e);
	if (!x.packs)
		return err_exit_status(e->code);
	bundle_begin(&b, &x, c.root, a);
	if (read_bundle(&b, o, &c, e) && bundle_write(&b, o->archive, e)) {
		tell_failed(&b, &c);
		status = b.failed_count ? err_exit_status(ERR_UNIT) : 0;
	}
	packset_free(x.packs);
	return e->code != ERR_NONE ? err_exit_status(e->code) : status;
}

int link_command(const struct options *o, struct arena *a, struct err *e)
{
	return o->archive ? join(o, a, e) : link_artifacts(o, a, e);
}
