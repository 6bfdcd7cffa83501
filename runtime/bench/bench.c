// SPDX-License-Identifier: Apache-2.0
//
// Runs the benchmarks and prints a JSON object a line. Bytes, calls and
// instructions are exact and the same every time; nanoseconds are the best of
// several runs and still only a hint.
//
// usage: bench [-i] [-q] [PREFIX...]
//   -i  under callgrind: dump instruction counts, one dump a benchmark
//   -q  quick: bytes only
#include "bench.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef HAVE_CALLGRIND
#	include <valgrind/callgrind.h>
#else
#	define CALLGRIND_ZERO_STATS
#	define CALLGRIND_DUMP_STATS_AT(name) ((void)(name))
#endif

#include <once/executor.h>

#include "count.h"

enum { RUNS = 9, INSTRUCTIONS_N = 1000, COUNT_N = 10000 };

volatile uint64_t bench_sink;
struct vt_loop *bench_loop;

static const struct bench *const tables[] = {
	bench_core,  bench_coroutine, bench_chain, bench_stream, bench_std,
#ifdef HAVE_GLIB
	bench_glib,
#endif
#ifdef HAVE_BOOST
	bench_boost,
#endif
#ifdef HAVE_QT
	bench_qt,
#endif
};

void bench_fail(const char *what)
{
	fprintf(stderr, "%s failed\n", what);
	exit(EXIT_FAILURE);
}

struct options {
	bool instructions;
	bool quick;
	char **prefixes;                 // NULL-terminated; none: all
	struct count (*count_now)(void); // NULL where nothing counts
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static uint64_t at_most(unsigned n, uint64_t most)
{
	return n < most ? n : most;
}

static void dump_instructions(const struct bench *b)
{
	uint64_t n = at_most(b->n, INSTRUCTIONS_N);
	char name[128];

	snprintf(name, sizeof(name), "%s %u", b->name, (unsigned)n);
	b->run(n);
	CALLGRIND_ZERO_STATS;
	b->run(n);
	CALLGRIND_DUMP_STATS_AT(name);
}

static void print_bytes(const struct bench *b, const struct options *o)
{
	uint64_t n = at_most(b->n, COUNT_N);
	struct count before, used;

	b->run(n);
	before = o->count_now();
	b->run(n);
	used = count_minus(o->count_now(), before);
	printf(", \"bytes\": %g, \"mallocs\": %g",
	       (double)used.bytes / (double)n, (double)used.calls / (double)n);
}

static void print_time(const struct bench *b)
{
	double best = 0;

	for (int i = 0; i < RUNS; i++) {
		double start = now();

		b->run(b->n);
		start = (now() - start) / b->n;
		if (!i || start < best)
			best = start;
	}
	printf(", \"ns\": %.3g", best);
}

static void measure(const struct bench *b, const struct options *o)
{
	if (o->instructions) {
		dump_instructions(b);
		return;
	}
	printf("{\"case\": \"%s\"", b->name);
	if (o->count_now)
		print_bytes(b, o);
	if (!o->quick)
		print_time(b);
	puts("}");
	fflush(stdout);
}

static bool is_wanted(const struct bench *b, char **prefixes)
{
	if (!*prefixes)
		return true;
	for (; *prefixes; prefixes++)
		if (!strncmp(b->name, *prefixes, strlen(*prefixes)))
			return true;
	return false;
}

static void parse(struct options *o, char **argv)
{
	void *counter = dlsym(RTLD_DEFAULT, "count_now");

	memcpy(&o->count_now, &counter, sizeof(counter));
	for (argv++; *argv && **argv == '-'; argv++) {
		if (!strcmp(*argv, "-i"))
			o->instructions = true;
		else if (!strcmp(*argv, "-q"))
			o->quick = true;
		else
			bench_fail("usage: bench [-i] [-q] [PREFIX...]: it");
	}
	o->prefixes = argv;
}

int main(int argc, char **argv)
{
	struct options options = { 0 };

	(void)argc;
	parse(&options, argv);
#ifdef UNOPTIMISED
	fputs("bench: a debug build: figures would be lies; bytes only\n",
	      stderr);
	options.quick = true;
#endif
	bench_loop = vt_loop_new();
	if (!bench_loop)
		bench_fail("vt_loop_new");
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		for (const struct bench *b = tables[i]; b->run; b++)
			if (is_wanted(b, options.prefixes))
				measure(b, &options);
	vt_loop_free(bench_loop);
	return EXIT_SUCCESS;
}
