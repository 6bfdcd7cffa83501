// SPDX-License-Identifier: Apache-2.0
// Prefixes are made by workers, in a folder that is gone before any is used:
// what remains are open files without a name, which end with the run.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "driver/prefix.h"
#include "driver/worker.h"

struct making {
	struct prefixes *x;
	struct analysis *analysis;
	char *folder;
	VEC(struct prefix *) list;
};

static const char *path_of(const struct making *m, uint32_t task,
			   struct arena *a)
{
	return arena_printf(a, "%s/%u.pch", m->folder, task);
}

// The answer is the files that were read, each with its end; none: it failed.
static void work(void *data, uint32_t task, bool is_retry, struct str *message)
{
	struct making *m = data;
	const struct prefix *p = m->list.at[task];
	struct arena a = { 0 };
	struct front_prefix made;

	if (!is_retry &&
	    unit_precompile(m->analysis, &m->x->plan->units.at[p->like],
			    p->names, p->macros, path_of(m, task, &a), &a,
			    &made))
		VEC_EACH (const char *const, file, &made.files)
			str_add_bytes(message, *file, strlen(*file) + 1);
	arena_release(&a);
}

// The compiler's own are no files of the system or the project.
static bool is_builtin(const char *path)
{
	return strstr(path, "/clang/") && strstr(path, "/include/");
}

// What was not expected to be read was not asked what it depends on.
static bool read_files(struct making *m, struct prefix *p,
		       const struct str *message)
{
	const char *end = message->text + message->length;

	for (const char *at = message->text; at < end; at += strlen(at) + 1) {
		if (!is_builtin(at) && !prefix_reaches(m->x, p->headers, at))
			return false;
		VEC_PUSH(m->x->arena, &p->made.files,
			 arena_strdup(m->x->arena, at));
	}
	return p->made.files.count > 0;
}

static void done(void *data, uint32_t task, const char *retried,
		 const struct str *message)
{
	struct making *m = data;
	struct prefix *p = m->list.at[task];
	struct arena a = { 0 };
	const char *path = path_of(m, task, &a);

	(void)retried;
	p->state = PREFIX_FAILED;
	p->made = (struct front_prefix){ 0 };
	p->file = open(path, O_RDONLY | O_CLOEXEC);
	if (p->file >= 0 && read_files(m, p, message)) {
		p->made.path =
			arena_printf(m->x->arena, "/proc/self/fd/%d", p->file);
		p->state = PREFIX_MADE;
	}
	unlink(path);
	arena_release(&a);
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

void prefixes_make(struct prefixes *x, struct analysis *analysis,
		   const struct config *c)
{
	struct making m = { .x = x, .analysis = analysis };
	struct arena a = { 0 };
	const char *folder = getenv("TMPDIR");

	VEC_EACH (struct prefix *const, p, &x->list)
		if ((*p)->state == PREFIX_WANTED)
			VEC_PUSH(&a, &m.list, *p);
	m.folder = arena_printf(&a, "%s/oncelint-XXXXXX",
				folder && *folder ? folder : "/tmp");
	if (m.list.count && mkdtemp(m.folder)) {
		make(&m, c);
		rmdir(m.folder);
	}
	arena_release(&a);
}
