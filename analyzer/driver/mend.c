// SPDX-License-Identifier: Apache-2.0
#include "driver/mend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "fix/edit.h"

struct mended_file {
	const char *path;
	struct str text;
	uint64_t hash;
	bool is_read;
	struct splices splices;
};

struct mender {
	struct report *report;
	struct arena *arena;
	VEC(struct mended_file) files;
};

static struct mended_file *file_of(struct mender *m, const char *path)
{
	VEC_EACH (struct mended_file, x, &m->files)
		if (strcmp(x->path, path) == 0)
			return x;
	struct mended_file x = { .path = path, .text = STR_INIT };
	struct err e = ERR_INIT;

	// What is left is quoted as it was.
	source_get(m->report->sources, path);
	x.is_read = file_read(path, &x.text, &e);
	x.hash = edit_hash(x.text.text, x.text.length);
	err_release(&e);
	VEC_PUSH(m->arena, &m->files, x);
	return &VEC_LAST(&m->files);
}

// NULL, or why the fix cannot be done.
static const char *obstacle(struct mender *m, const struct fix *x)
{
	for (uint32_t i = 0; i < x->edit_count; i++) {
		const struct edit *edit = &x->edits[i];
		struct mended_file *f = file_of(m, edit->range.file);

		if (!f->is_read || f->hash != edit->hash)
			return "its file has changed since it was analysed";
		if (!splices_fit(&f->splices, f->text.text, f->text.length,
				 edit))
			return "its fix meets another one; run again";
	}
	return NULL;
}

static bool mend(struct mender *m, const struct finding *f)
{
	const struct fix *x = f->fixes;
	const char *reason = obstacle(m, x);

	if (reason) {
		fprintf(stderr, "%s:%u: not fixed: %s\n",
			report_path(m->report, f->loc.file), f->loc.line,
			reason);
		return false;
	}
	for (uint32_t i = 0; i < x->edit_count; i++) {
		struct mended_file *file = file_of(m, x->edits[i].range.file);

		splices_add(&file->splices, m->arena, file->text.text,
			    file->text.length, &x->edits[i]);
	}
	return true;
}

// Those that are mended leave the report.
static void mend_all(struct mender *m, bool is_shown, struct mended *out)
{
	struct report *r = m->report;
	struct finding **left =
		ARENA_ARRAY(m->arena, struct finding *, r->finding_count);
	struct report_record *records =
		ARENA_ARRAY(m->arena, struct report_record, r->finding_count);
	uint32_t kept = 0;

	for (uint32_t i = 0; i < r->finding_count; i++) {
		struct finding *f = r->findings[i];
		bool is_mended =
			!f->is_suppressed && f->fix_count && mend(m, f);

		out->findings += is_mended;
		if (is_mended && !is_shown)
			continue;
		if (r->records)
			records[kept] = r->records[i];
		left[kept++] = f;
	}
	r->findings = left;
	r->finding_count = kept;
	if (r->records)
		r->records = records;
}

static int file_compare(const void *a, const void *b)
{
	const struct mended_file *x = a, *y = b;

	return strcmp(x->path, y->path);
}

static bool write_file(const struct mended_file *f, struct err *e)
{
	struct str text = STR_INIT;

	splices_apply(&f->splices, f->text.text, f->text.length, &text);
	bool ok = file_write(f->path, &text, e);
	str_release(&text);
	return ok;
}

bool fixes_apply(struct report *r, bool is_shown, struct arena *a,
		 struct str *diff, struct mended *out, struct err *e)
{
	struct mender m = { .report = r, .arena = a };
	bool ok = true;

	*out = (struct mended){ 0 };
	mend_all(&m, is_shown, out);
	if (m.files.count)
		qsort(m.files.at, m.files.count, sizeof(*m.files.at),
		      file_compare);
	VEC_EACH (struct mended_file, f, &m.files) {
		if (ok && f->splices.list.count) {
			out->files++;
			if (is_shown)
				splices_diff(
					&f->splices, report_path(r, f->path),
					f->text.text, f->text.length, diff);
			else
				ok = write_file(f, e);
		}
		str_release(&f->text);
	}
	return ok;
}
