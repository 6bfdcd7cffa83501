// SPDX-License-Identifier: Apache-2.0
// Prefixes are made by workers, into files in memory that have no name and end
// with the run.
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file.h"
#include "driver/prefix.h"
#include "driver/worker.h"
#include "model/wire.h"

#define MAGIC 0x7872706fu
#define VERSION 2u

struct making {
	struct prefixes *x;
	struct analysis *analysis;
	char *folder;
	VEC(struct prefix *) list;
};

// As this process and those that it forks name it.
static const char *path_of(struct arena *a, int file)
{
	return arena_printf(a, "/proc/self/fd/%d", file);
}

static void wire_path(struct wire *w, const char **path)
{
	wire_text(w, path);
}

static void wire_made(struct wire *w, struct front_prefix *p, bool *is_on_top)
{
	WIRE_VEC(w, p->files, wire_path);
	WIRE_VEC(w, p->names, wire_path);
	wire_u32(w, &p->own_count);
	wire_bool(w, is_on_top);
}

static void write_made(struct front_prefix *p, struct str *message)
{
	bool is_on_top = p->names_path != NULL;
	struct wire w;

	wire_write_begin(&w, NULL);
	wire_made(&w, p, &is_on_top);
	wire_write_end(&w, MAGIC, VERSION, message);
}

// An empty answer: it cannot be made.
static void work(void *data, uint32_t task, bool is_retry, struct str *message)
{
	struct making *m = data;
	const struct prefix *p = m->list.at[task];
	struct arena a = { 0 };
	struct front_prefix made;
	struct front_precompile how = {
		.like = &m->x->plan->units.at[p->like],
		.macros = p->macros,
		.headers = p->names,
		.scratch = arena_printf(&a, "%s/%u", m->folder, task),
		.base = path_of(&a, p->base),
		.names = path_of(&a, p->by_name),
		.path = path_of(&a, p->on_top),
	};

	if (!is_retry && unit_precompile(m->analysis, &how, &a, &made))
		write_made(&made, message);
	arena_release(&a);
}

// The compiler's own are no files of the system or the project.
static bool is_builtin(const char *path)
{
	return strstr(path, "/clang/") && strstr(path, "/include/");
}

// What was not expected to be read was not asked what it depends on.
static bool is_as_expected(struct making *m, const struct prefix *p)
{
	VEC_EACH (const char *const, file, &p->made.files)
		if (!is_builtin(*file) &&
		    !prefix_reaches(m->x, p->headers, *file))
			return false;
	return true;
}

static bool read_made(struct making *m, struct prefix *p,
		      const struct str *message)
{
	struct arena *a = m->x->arena;
	struct err e = ERR_INIT;
	bool is_on_top = false;
	struct wire w;

	bool ok = message->length &&
		  wire_read_begin(&w, a, NULL, MAGIC, VERSION, message->text,
				  message->length, &e);
	if (ok) {
		wire_made(&w, &p->made, &is_on_top);
		ok = wire_read_end(&w, &e);
	}
	p->made.path = path_of(a, is_on_top ? p->on_top : p->base);
	p->made.names_path = path_of(a, p->by_name);
	err_release(&e);
	return ok;
}

static void done(void *data, uint32_t task, const char *retried,
		 const struct str *message)
{
	struct making *m = data;
	struct prefix *p = m->list.at[task];

	(void)retried;
	p->made = (struct front_prefix){ 0 };
	p->state = read_made(m, p, message) && is_as_expected(m, p)
			   ? PREFIX_MADE
			   : PREFIX_FAILED;
}

static void failed(void *data, uint32_t task, const char *reason)
{
	struct making *m = data;

	(void)reason;
	m->list.at[task]->state = PREFIX_FAILED;
}

static void make(struct making *m, const struct config *c)
{
	struct err e = ERR_INIT;
	struct pool pool = { .jobs = c->jobs,
			     .timeout = c->timeout,
			     .memory = c->memory,
			     .data = m,
			     .work = work,
			     .done = done,
			     .failed = failed };

	if (!pool_run(&pool, m->list.count, &e))
		for (uint32_t i = 0; i < m->list.count; i++)
			failed(m, i, NULL);
	err_release(&e);
}

static bool has_files(struct prefix *p)
{
	p->base = memfd_create("oncelint", MFD_CLOEXEC);
	p->on_top = memfd_create("oncelint", MFD_CLOEXEC);
	p->by_name = memfd_create("oncelint", MFD_CLOEXEC);
	return p->base >= 0 && p->on_top >= 0 && p->by_name >= 0;
}

void prefix_close(struct prefix *p)
{
	int *const files[] = { &p->base, &p->on_top, &p->by_name };

	for (size_t i = 0; i < COUNT_OF(files); i++) {
		if (*files[i] >= 0)
			close(*files[i]);
		*files[i] = -1;
	}
}

void prefixes_make(struct prefixes *x, struct analysis *analysis,
		   const struct config *c)
{
	struct making m = { .x = x, .analysis = analysis };
	struct arena a = { 0 };
	const char *folder = getenv("TMPDIR");

	VEC_EACH (struct prefix *const, p, &x->list)
		if ((*p)->state == PREFIX_WANTED && has_files(*p))
			VEC_PUSH(&a, &m.list, *p);
	m.folder = arena_printf(&a, "%s/oncelint-XXXXXX",
				folder && *folder ? folder : "/tmp");
	if (m.list.count && mkdtemp(m.folder)) {
		make(&m, c);
		rmdir(m.folder);
	}
	VEC_EACH (struct prefix *const, p, &x->list)
		if ((*p)->state != PREFIX_MADE)
			prefix_close(*p);
	arena_release(&a);
}
