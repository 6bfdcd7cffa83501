// SPDX-License-Identifier: Apache-2.0
#include "driver/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define HEARTBEAT 10.0
#define REDRAW 0.2

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void progress_begin(struct progress *p, uint32_t total, bool is_quiet)
{
	*p = (struct progress){ .is_quiet = is_quiet,
				.is_terminal = isatty(STDERR_FILENO) == 1,
				.started = now(),
				.total = total };
	p->spoken = p->started;
}

void progress_tick(struct progress *p)
{
	double t = now();

	if (p->is_quiet ||
	    t - p->spoken < (p->is_terminal ? REDRAW : HEARTBEAT))
		return;
	p->spoken = t;
	if (p->is_terminal) {
		fprintf(stderr, "\r[%u/%u] %u finding%s\033[K", p->done,
			p->total, p->findings, p->findings == 1 ? "" : "s");
		fflush(stderr);
		p->has_line = true;
	} else {
		fprintf(stderr, "oncelint: %u of %u units, %.0f s\n", p->done,
			p->total, t - p->started);
	}
}

void progress_end(struct progress *p)
{
	if (p->has_line)
		fputs("\r\033[K", stderr);
	p->has_line = false;
}

double progress_seconds(const struct progress *p)
{
	return now() - p->started;
}
