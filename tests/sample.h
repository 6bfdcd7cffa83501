// SPDX-License-Identifier: Apache-2.0
// One finding for tests of what comes after the engine.
#ifndef ONCELINT_TESTS_SAMPLE_H
#define ONCELINT_TESTS_SAMPLE_H

#include "model/finding.h"

#define SAMPLE_SOURCE                                                          \
	"void stop(struct pool *p)\n"                                          \
	"{\n"                                                                  \
	"\tpthread_join(p->thread, NULL);\n"                                   \
	"\tpthread_join(p->thread, NULL);\n"                                   \
	"}\n"

static inline struct finding *sample_finding(struct arena *a, const char *file)
{
	struct finding *f = ARENA_NEW(a, struct finding);
	struct step *steps = ARENA_ARRAY(a, struct step, 2);

	steps[0] = (struct step){ STEP_CONSUME,
				  true,
				  0,
				  { file, 3, 2, 3, 30, NULL, 0 },
				  "joined here first" };
	steps[1] = (struct step){ STEP_CONSUME,
				  true,
				  0,
				  { file, 4, 2, 4, 30, NULL, 0 },
				  "joined again" };
	*f = (struct finding){ .kind = KIND_DOUBLE_CONSUME,
			       .severity = SEVERITY_ERROR,
			       .certainty = CERTAINTY_DEFINITE,
			       .family = "pthread",
			       .pack = "posix-threads",
			       .handle = "p->thread",
			       .operation = "pthread_join",
			       .message = "'p->thread' is joined twice",
			       .function = "stop",
			       .function_key = "c:@F@stop",
			       .loc = { file, 4, 2, 4, 30, NULL, 0 },
			       .steps = steps,
			       .step_count = 2 };
	return f;
}

#endif
