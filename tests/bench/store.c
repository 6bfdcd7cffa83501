// SPDX-License-Identifier: Apache-2.0
// Fills a database with findings that look like real ones: a path, a function
// and a source line of their own, three steps each.
//
//     bench_store DATABASE FINDINGS RUNS CHANGED
//
// RUNS runs over FINDINGS findings, of which CHANGED go and as many come with
// each run. Prints one JSON object: seconds for the first run, and for the
// others on average.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/vec.h"
#include "store/identity.h"
#include "store/store.h"

#define PER_FILE 40

struct world {
	struct arena arena;
	uint32_t count;
	uint32_t first; // of the findings that are there
};

// Of the processor: other programs do not count.
static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static const char *line_of(void *data, const char *file, uint32_t line,
			   size_t *length)
{
	static const char text[] =
		"\tstatus = pthread_join(workers[        ].thread, NULL);";
	struct world *w = data;
	uint32_t n = line * 2654435761u;

	// Each its own, at next to no cost.
	char *copy = arena_strndup(&w->arena, text, sizeof(text) - 1);
	*length = sizeof(text) - 1;
	for (const char *p = file; *p; p++)
		n = *p >= '0' && *p <= '9' ? n * 31 + (uint32_t)*p : n;
	for (char *p = strchr(copy, '[') + 1; *p == ' '; p++, n >>= 4)
		*p = "0123456789abcdef"[n & 15];
	return copy;
}

static const char *file_of(struct arena *a, uint32_t n)
{
	uint32_t file = n / PER_FILE;

	return arena_printf(a, "/project/src/module%u/source%u.c",
			    file / 100, file);
}

static struct finding *finding_of(struct arena *a, uint32_t n, const char *file)
{
	struct finding *f = ARENA_NEW(a, struct finding);
	uint32_t line = 10 + n % PER_FILE * 25;
	const char *name = arena_printf(a, "worker_stop_%u", n);

	*f = (struct finding){
		.kind = KIND_DOUBLE_CONSUME,
		.severity = SEVERITY_ERROR,
		.certainty = CERTAINTY_DEFINITE,
		.family = "pthread",
		.pack = "posix-threads",
		.handle = "workers[i].thread",
		.operation = "pthread_join",
		.message = "thread 'workers[i].thread' is consumed again by "
			   "'pthread_join': undefined; the id may already name "
			   "another thread",
		.function = name,
		.function_key = name,
		.loc = { file, line, 11, line, 48, NULL, 0 },
		.step_count = 3,
	};
	f->steps = ARENA_ARRAY(a, struct step, 3);
	f->steps[0] =
		(struct step){ STEP_PRODUCE,
			       false,
			       0,
			       { file, line - 8, 2, line - 8, 40, NULL, 0 },
			       "made here by 'pthread_create'" };
	f->steps[1] =
		(struct step){ STEP_CONSUME,
			       true,
			       0,
			       { file, line - 4, 2, line - 4, 40, NULL, 0 },
			       "first consumed here by 'pthread_join'" };
	f->steps[2] = (struct step){ STEP_CONSUME, true, 0, f->loc,
				     "consumed again here by 'pthread_join'" };
	return f;
}

static void fail(struct err *e)
{
	fprintf(stderr, "bench_store: %s\n", e->text.text);
	exit(2);
}

// The findings from `first` on, as a run leaves them to the store.
static void make(struct world *w, struct findings *out)
{
	const char *file = NULL;

	for (uint32_t i = 0; i < w->count; i++) {
		uint32_t n = w->first + i;

		if (!file || n % PER_FILE == 0)
			file = file_of(&w->arena, n);
		VEC_PUSH(&w->arena, &out->list, finding_of(&w->arena, n, file));
	}
	findings_finish(out);
	identity_assign(out, &w->arena);
}

static double keep(struct world *w, const char *path)
{
	struct err e = ERR_INIT;
	struct findings all = { 0 };
	struct store_run run = { "bench", "oncelint check", "/project",
				 true };
	struct store_counts counts = { .findings = w->count };
	struct store_history history;

	make(w, &all);
	double start = seconds();
	struct store_db *s = store_open(path, &e);
	if (!s || !store_begin_run(s, &run, &e))
		fail(&e);
	if (!store_add_findings(s, all.list.at, all.list.count, line_of, w, &e))
		fail(&e);
	if (!store_end_run(s, &counts, &history, &e))
		fail(&e);
	store_close(s);
	double spent = seconds() - start;
	arena_reset(&w->arena);
	return spent;
}

int main(int argc, char **argv)
{
	struct world w = { .first = 0 };

	if (argc != 5) {
		fprintf(stderr, "usage: bench_store DATABASE FINDINGS RUNS "
				"CHANGED\n");
		return 2;
	}
	w.count = (uint32_t)strtoul(argv[2], NULL, 10);
	uint32_t runs = (uint32_t)strtoul(argv[3], NULL, 10);
	uint32_t changed = (uint32_t)strtoul(argv[4], NULL, 10);
	double first = keep(&w, argv[1]), rest = 0;
	for (uint32_t i = 1; i < runs; i++) {
		w.first += changed;
		rest += keep(&w, argv[1]);
	}
	printf("{\"findings\": %u, \"runs\": %u, \"changed\": %u, "
	       "\"first_run_s\": %.3f, \"later_run_s\": %.3f}\n",
	       w.count, runs, changed, first, runs > 1 ? rest / (runs - 1) : 0);
	arena_release(&w.arena);
	return 0;
}
