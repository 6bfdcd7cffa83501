// SPDX-License-Identifier: Apache-2.0
// A file is a row of units and a last message that says how many and which, so
// that a file cut short is not taken for a smaller one. A unit is a head, and
// the artifact as it is.
#include "driver/bundle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/file.h"
#include "driver/command.h"
#include "model/wire.h"

#define HEAD_MAGIC 0x44454831u // "1HED"
#define END_MAGIC 0x444e4531u  // "1END"
#define VERSION 1u

struct dependency {
	const char *path;
	uint64_t hash; // of its contents; 0: not known
};

// What a run says of a unit, and its artifact does not.
struct head {
	const char *version; // of the program
	uint64_t settings;
	const char *file;
	enum unit_status status;
	const char *reason;
	uint64_t size; // of the artifact that follows
	VEC(struct dependency) dependencies;
};

struct end {
	uint32_t count;
	uint64_t hash; // of the units since the file's start or the last end
};

static void wire_dependency(struct wire *w, struct dependency *d)
{
	wire_text(w, &d->path);
	wire_u64(w, &d->hash);
}

static void wire_head(struct wire *w, struct head *h)
{
	wire_text(w, &h->version);
	wire_u64(w, &h->settings);
	wire_text(w, &h->file);
	WIRE_ENUM(w, h->status, UNIT_STATUS_COUNT);
	wire_text(w, &h->reason);
	wire_u64(w, &h->size);
	WIRE_VEC(w, h->dependencies, wire_dependency);
}

static void wire_end(struct wire *w, struct end *x)
{
	wire_u32(w, &x->count);
	wire_u64(w, &x->hash);
}

void bundle_begin(struct bundle *b, const struct analysis *x, const char *root,
		  struct arena *a)
{
	const uint64_t settings[] = { x->options.strict, x->options.hints,
				      packset_hash(x->packs) };

	*b = (struct bundle){
		.arena = a,
		.root = root,
		.settings = XXH3_64bits(settings, sizeof(settings)),
	};
	packset_rules(x->packs, &b->rules);
}

// ---- writing

static uint64_t hash_file(const char *path)
{
	struct str text = STR_INIT;
	struct err ignored = ERR_INIT;
	uint64_t hash = file_read(path, &text, &ignored)
				? XXH3_64bits(text.text, text.length)
				: 0;

	str_release(&text);
	err_release(&ignored);
	return hash;
}

static void fill_head(struct bundle *b, const struct artifact *x,
		      struct head *h)
{
	*h = (struct head){
		.version = ONCELINT_VERSION,
		.settings = b->settings,
		.file = x->file,
		.status = x->status == UNIT_CACHED ? UNIT_DONE : x->status,
		.reason = x->reason,
	};
	VEC_EACH (const char *const, path, &x->dependencies)
		VEC_PUSH(b->arena, &h->dependencies,
			 (struct dependency){
				 *path, b->parcel
						? parcel_hash(b->parcel, *path)
						: hash_file(*path) });
}

void bundle_add(struct bundle *b, const struct artifact *x)
{
	struct str flat = STR_INIT, text = STR_INIT;
	struct head h;
	struct wire w;

	if (x->flat)
		str_add_bytes(&flat, x->flat, x->flat_size);
	else
		artifact_write(x, b->root, &flat);
	fill_head(b, x, &h);
	h.size = flat.length;
	wire_write_begin(&w, b->root);
	wire_head(&w, &h);
	wire_write_end(&w, HEAD_MAGIC, VERSION, &text);
	str_add_bytes(&text, flat.text, flat.length);
	VEC_PUSH(
		b->arena, &b->units,
		(struct bundle_unit){
			.bytes = arena_memdup(b->arena, text.text, text.length),
			.size = text.length,
			.artifact = *x });
	str_release(&text);
	str_release(&flat);
}

bool bundle_write(const struct bundle *b, const char *path, struct err *e)
{
	struct str text = STR_INIT;
	struct end end = { .count = b->units.count };
	struct wire w;

	VEC_EACH (const struct bundle_unit, u, &b->units)
		str_add_bytes(&text, u->bytes, u->size);
	end.hash = XXH3_64bits(text.text, text.length);
	wire_write_begin(&w, NULL);
	wire_end(&w, &end);
	wire_write_end(&w, END_MAGIC, VERSION, &text);
	bool ok = file_write(path, &text, e);
	str_release(&text);
	return ok;
}

// ---- reading

struct reader {
	struct bundle *bundle;
	const char *path;
	const char *start; // since the last end
	const char *at, *end;
	uint32_t count; // units since the last end
	bool is_whole;  // ends with an end
};

static void fail(struct bundle *b, const char *file, const char *reason)
{
	if (b->failed_count == b->failed_room)
		b->failed = vec_grown(b->arena, b->failed, b->failed_count,
				      &b->failed_room, sizeof(*b->failed));
	b->failed[b->failed_count++] = (struct artifact){
		.file = file,
		.status = UNIT_FAILED,
		.reason = arena_strdup(b->arena, reason),
	};
}

static bool read_end(struct reader *r, size_t size, struct err *e)
{
	struct end end = { 0 };
	struct wire w;

	if (!wire_read_begin(&w, r->bundle->arena, NULL, END_MAGIC, VERSION,
			     r->at, size, e))
		return false;
	wire_end(&w, &end);
	if (!wire_read_end(&w, e))
		return false;
	if (end.count != r->count ||
	    end.hash != XXH3_64bits(r->start, (size_t)(r->at - r->start)))
		return err_set(e, ERR_IO,
			       "%u units where %u were written: it is not "
			       "whole",
			       r->count, end.count);
	return true;
}

static bool check_head(const struct bundle *b, const struct head *h,
		       struct err *e)
{
	if (!h->version || !h->file)
		return err_set(e, ERR_IO, "a unit without a name");
	if (strcmp(h->version, ONCELINT_VERSION) != 0)
		return err_set(e, ERR_IO,
			       "made by oncelint %s, and this is %s: make it "
			       "again",
			       h->version, ONCELINT_VERSION);
	if (h->settings != b->settings)
		return err_set(e, ERR_IO,
			       "made with other rules, or other --strict or "
			       "--hints: give 'tu' and 'link' the same "
			       "configuration");
	return true;
}

static void take(struct reader *r, const struct head *h, const void *bytes,
		 size_t size, const void *flat, struct err *e)
{
	struct bundle *b = r->bundle;
	struct bundle_unit u = { .bytes = bytes,
				 .size = size,
				 .from = r->path };

	if (!check_head(b, h, e) ||
	    !artifact_read(flat, (size_t)h->size, b->root, &b->rules, b->arena,
			   &u.artifact, e))
		return;
	u.artifact.status = h->status;
	u.artifact.reason = h->reason;
	VEC_PUSH(b->arena, &b->units, u);
}

// A unit, sound or not. False: where the next one begins is not known.
static bool read_unit(struct reader *r, size_t size, struct err *e)
{
	struct err wrong = ERR_INIT;
	struct head h = { 0 };
	struct wire w;

	if (!wire_read_begin(&w, r->bundle->arena, r->bundle->root, HEAD_MAGIC,
			     VERSION, r->at, size, e))
		return false;
	wire_head(&w, &h);
	if (!wire_read_end(&w, e))
		return false;
	const char *flat = r->at + size;
	if (h.size > (size_t)(r->end - flat))
		return err_set(e, ERR_IO, "it is cut short");
	take(r, &h, r->at, size + (size_t)h.size, flat, &wrong);
	if (wrong.code != ERR_NONE)
		fail(r->bundle, r->path,
		     h.file ? arena_printf(
				      r->bundle->arena, "%s: %s",
				      path_relative(h.file, r->bundle->root),
				      wrong.text.text)
			    : wrong.text.text);
	err_release(&wrong);
	r->count++;
	r->at = flat + h.size;
	return true;
}

static bool has_magic(const struct reader *r, const char *magic)
{
	return r->end - r->at >= 4 && memcmp(r->at, magic, 4) == 0;
}

static bool read_message(struct reader *r, struct err *e)
{
	size_t size = wire_size(r->at, (size_t)(r->end - r->at));

	if (!size)
		return err_set(e, ERR_IO,
			       has_magic(r, "1HED") || has_magic(r, "1END")
				       ? "it is cut short"
				       : "it is no artifact of oncelint");
	r->is_whole = has_magic(r, "1END");
	if (!r->is_whole)
		return read_unit(r, size, e);
	if (!read_end(r, size, e))
		return false;
	r->at += size;
	r->start = r->at;
	r->count = 0;
	return true;
}

void bundle_read(struct bundle *b, const char *path)
{
	struct str text = STR_INIT;
	struct err e = ERR_INIT;
	bool ok = file_read(path, &text, &e);
	const char *data = arena_memdup(b->arena, text.text, text.length);
	struct reader r = {
		.bundle = b,
		.path = arena_strdup(b->arena, path),
		.start = data,
		.at = data,
		.end = data + text.length,
	};

	while (ok && r.at < r.end)
		ok = read_message(&r, &e);
	if (ok && !r.is_whole)
		ok = err_set(&e, ERR_IO,
			     text.length ? "it is cut short" : "it is empty");
	if (!ok)
		fail(b, r.path, e.text.text);
	err_release(&e);
	str_release(&text);
}

// ---- the set

// As they are written: where the project's root is does not matter.
static int unit_compare(const void *a, const void *b)
{
	const struct bundle_unit *x = a, *y = b;
	int order = memcmp(x->bytes, y->bytes,
			   x->size < y->size ? x->size : y->size);

	return order ? order : (x->size > y->size) - (x->size < y->size);
}

static int name_compare(const void *a, const void *b)
{
	const struct bundle_unit *x = a, *y = b;
	int order = unit_compare(x, y);

	return order || !x->from || !y->from ? order : strcmp(x->from, y->from);
}

static int failed_compare(const void *a, const void *b)
{
	const struct artifact *x = a, *y = b;
	int order = strcmp(x->file, y->file);

	return order ? order : strcmp(x->reason, y->reason);
}

void bundle_finish(struct bundle *b, bool is_quiet)
{
	uint32_t kept = 0;

	if (b->failed_count)
		qsort(b->failed, b->failed_count, sizeof(*b->failed),
		      failed_compare);
	if (!b->units.count)
		return;
	qsort(b->units.at, b->units.count, sizeof(*b->units.at), name_compare);
	for (uint32_t i = 0; i < b->units.count; i++) {
		const struct bundle_unit *u = &b->units.at[i];

		if (!kept || unit_compare(&b->units.at[kept - 1], u) != 0)
			b->units.at[kept++] = *u;
		else if (!is_quiet && u->from)
			fprintf(stderr, "%s: note: '%s' is there already\n",
				u->from,
				path_relative(u->artifact.file, b->root));
	}
	b->units.count = kept;
}
