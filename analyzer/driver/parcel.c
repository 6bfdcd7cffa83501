// SPDX-License-Identifier: Apache-2.0
#include "driver/parcel.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/file.h"
#include "model/wire.h"

#define MAGIC 0x4c435031u // "1PCL"
#define VERSION 1u

static void wire_file(struct wire *w, struct parcel_file *f)
{
	wire_text(w, &f->path);
	wire_text(w, &f->text);
	wire_u32(w, &f->rules);
}

static void wire_parcel(struct wire *w, struct parcel *p)
{
	wire_text(w, &p->file);
	wire_text(w, &p->directory);
	wire_text(w, &p->root);
	wire_bool(w, &p->is_strict);
	wire_bool(w, &p->has_hints);
	WIRE_VEC(w, p->words, wire_text);
	WIRE_VEC(w, p->files, wire_file);
	WIRE_VEC(w, p->rules, wire_file);
}

bool parcel_is(const char *path)
{
	char start[4] = "";
	FILE *f = fopen(path, "rbe");
	bool is = f && fread(start, 1, sizeof(start), f) == sizeof(start) &&
		  memcmp(start, "1PCL", sizeof(start)) == 0;

	if (f)
		fclose(f);
	return is;
}

// ---- packing

static const char *read_text(const char *path, struct arena *a, struct err *e)
{
	struct str text = STR_INIT;
	const char *copy = NULL;

	if (file_read(path, &text, e)) {
		if (memchr(text.text, 0, text.length))
			err_set(e, ERR_UNIT, "'%s' is not a text file", path);
		else
			copy = arena_strdup(a, text.text);
	}
	str_release(&text);
	return copy;
}

static bool add_rule(struct parcel *p, uint32_t n, const char *path,
		     const char *name, struct arena *a, struct err *e)
{
	struct parcel_file f = { name, read_text(path, a, e), n };

	if (f.text)
		VEC_PUSH(a, &p->rules, f);
	return f.text != NULL;
}

static int rule_compare(const void *a, const void *b)
{
	const struct parcel_file *x = a, *y = b;

	return x->rules != y->rules ? (x->rules > y->rules) * 2 - 1
				    : strcmp(x->path, y->path);
}

static bool add_rules(struct parcel *p, const struct config *c, struct arena *a,
		      struct err *e)
{
	bool ok = true;

	for (uint32_t i = 0; ok && i < c->rules.count; i++) {
		const char *path = c->rules.at[i];
		DIR *d = path_is_directory(path) ? opendir(path) : NULL;
		const struct dirent *x;

		if (!d)
			ok = add_rule(p, i, path, path_base(path), a, e);
		while (ok && d && (x = readdir(d)))
			if (str_ends(x->d_name, ".json"))
				ok = add_rule(p, i,
					      path_join(a, path, x->d_name),
					      arena_strdup(a, x->d_name), a, e);
		if (d)
			closedir(d);
	}
	if (p->rules.count)
		qsort(p->rules.at, p->rules.count, sizeof(*p->rules.at),
		      rule_compare);
	return ok;
}

static bool add_files(struct parcel *p, const struct front_command *c,
		      struct arena *a, struct err *e)
{
	struct intern names;
	struct unit unit = { 0 };
	struct front front;

	if (!front_init(&front, NULL, e))
		return false;
	intern_init(&names, a);
	bool ok = front_files(&front, c, a, &names, &unit, e);
	VEC_EACH (const char *const, path, &unit.dependencies) {
		struct parcel_file f = { *path,
					 ok ? read_text(*path, a, e) : NULL,
					 0 };

		if (f.text)
			VEC_PUSH(a, &p->files, f);
		else
			ok = false;
	}
	intern_release(&names);
	front_release(&front);
	return ok;
}

bool parcel_pack(const struct front_command *c, const struct config *config,
		 struct arena *a, struct str *out, struct err *e)
{
	struct parcel p = { .file = c->file,
			    .directory = c->directory,
			    .root = config->root,
			    .is_strict = config->is_strict,
			    .has_hints = config->has_hints };
	struct wire w;

	for (uint32_t i = 0; c->words[i]; i++)
		VEC_PUSH(a, &p.words, c->words[i]);
	if (!add_files(&p, c, a, e) || !add_rules(&p, config, a, e))
		return false;
	wire_write_begin(&w, NULL);
	w.arena = a;
	wire_parcel(&w, &p);
	wire_write_end(&w, MAGIC, VERSION, out);
	return true;
}

// ---- unpacking

static bool write_new(const char *path, const char *text, struct err *e)
{
	struct str s = STR_INIT;

	str_add(&s, text);
	bool ok = file_write(path, &s, e);
	str_release(&s);
	return ok;
}

static void add_json(struct str *out, const char *text)
{
	str_add_char(out, '"');
	for (; *text; text++)
		if (*text == '"' || *text == '\\')
			str_printf(out, "\\%c", *text);
		else
			str_add_char(out, *text);
	str_add_char(out, '"');
}

// The compiler library looks for each path here first.
static bool lay_files(const struct parcel *p, struct arena *a, struct err *e)
{
	struct str map = STR_INIT;
	bool ok = true;

	str_add(&map, "{\"version\": 0, \"case-sensitive\": \"true\", "
		      "\"use-external-names\": \"false\", \"roots\": [");
	for (uint32_t i = 0; ok && i < p->files.count; i++) {
		const char *copy = arena_printf(a, "%s/%u", p->folder, i);

		str_add(&map, i ? ",\n{\"type\": \"file\", \"name\": "
				: "\n{\"type\": \"file\", \"name\": ");
		add_json(&map, p->files.at[i].path);
		str_add(&map, ", \"external-contents\": ");
		add_json(&map, copy);
		str_add_char(&map, '}');
		ok = write_new(copy, p->files.at[i].text, e);
	}
	str_add(&map, "]}\n");
	ok = ok && write_new(arena_printf(a, "%s/map", p->folder), map.text, e);
	str_release(&map);
	return ok;
}

static const char *rules_folder(const struct parcel *p, uint32_t n,
				struct arena *a)
{
	return arena_printf(a, "%s/rules-%u", p->folder, n);
}

static bool lay_rules(const struct parcel *p, struct arena *a, struct err *e)
{
	VEC_EACH (const struct parcel_file, f, &p->rules) {
		const char *folder = rules_folder(p, f->rules, a);

		if (strchr(f->path, '/'))
			return err_set(e, ERR_IO, "no name of a pack: '%s'",
				       f->path);
		if (mkdir(folder, 0700) != 0 && errno != EEXIST)
			return err_set(e, ERR_IO, "cannot make '%s': %s",
				       folder, strerror(errno));
		if (!write_new(path_join(a, folder, f->path), f->text, e))
			return false;
	}
	return true;
}

static bool lay_out(struct parcel *p, struct arena *a, struct err *e)
{
	const char *above = getenv("TMPDIR");
	char *folder = arena_printf(a, "%s/oncelint-XXXXXX",
				    above && *above ? above : "/tmp");

	if (!mkdtemp(folder))
		return err_set(e, ERR_IO, "cannot make '%s': %s", folder,
			       strerror(errno));
	p->folder = folder;
	return lay_files(p, a, e) && lay_rules(p, a, e);
}

static bool read_parcel(struct parcel *p, const struct str *text,
			struct arena *a, struct err *e)
{
	struct wire w;

	if (!wire_read_begin(&w, a, NULL, MAGIC, VERSION, text->text,
			     text->length, e))
		return false;
	wire_parcel(&w, p);
	return wire_read_end(&w, e) &&
	       ((p->file && p->directory && p->root && p->words.count) ||
		err_set(e, ERR_IO, "not a whole unit"));
}

bool parcel_unpack(struct parcel *p, const char *path, struct arena *a,
		   struct err *e)
{
	struct str text = STR_INIT;
	bool ok = file_read(path, &text, e) && read_parcel(p, &text, a, e) &&
		  lay_out(p, a, e);

	str_release(&text);
	if (!ok)
		err_prefix(e, "%s", path);
	return ok;
}

// ---- in its place

void parcel_use(struct parcel *p, struct arena *a, struct config *config,
		struct front_command *c)
{
	const char **words = ARENA_ARRAY(a, const char *, p->words.count + 3);
	uint32_t n = 0;

	VEC_EACH (const char *const, word, &p->words)
		words[n++] = *word;
	words[n++] = "-ivfsoverlay";
	words[n++] = arena_printf(a, "%s/map", p->folder);
	*c = (struct front_command){ .file = p->file,
				     .directory = p->directory,
				     .words = words };
	VEC_EACH (const struct parcel_file, f, &p->files)
		if (str_equal(f->path, p->file))
			p->buffer = (struct front_buffer){ p->file, f->text,
							   strlen(f->text) };
	if (p->buffer.file) {
		c->buffers = &p->buffer;
		c->buffer_count = 1;
	}
	config->root = p->root;
	config->is_strict = p->is_strict;
	config->has_hints = p->has_hints;
	config->rules.count = 0;
	for (uint32_t i = 0; i < p->rules.count; i++)
		if (!i || p->rules.at[i].rules != p->rules.at[i - 1].rules)
			VEC_PUSH(a, &config->rules,
				 rules_folder(p, p->rules.at[i].rules, a));
}

uint64_t parcel_hash(const struct parcel *p, const char *path)
{
	VEC_EACH (const struct parcel_file, f, &p->files)
		if (str_equal(f->path, path))
			return XXH3_64bits(f->text, strlen(f->text));
	return 0;
}

static void remove_folder(const char *path, struct arena *a)
{
	DIR *d = opendir(path);
	const struct dirent *x;

	while (d && (x = readdir(d))) {
		const char *below = path_join(a, path, x->d_name);

		if (strcmp(x->d_name, ".") == 0 || strcmp(x->d_name, "..") == 0)
			continue;
		if (unlink(below) != 0)
			remove_folder(below, a);
	}
	if (d)
		closedir(d);
	rmdir(path);
}

void parcel_remove(struct parcel *p)
{
	struct arena scratch = { 0 };

	if (p->folder)
		remove_folder(p->folder, &scratch);
	p->folder = NULL;
	arena_release(&scratch);
}
