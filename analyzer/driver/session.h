// SPDX-License-Identifier: Apache-2.0
// What commands over past runs share: the configuration, the database, its
// runs, and the sources that their findings are about.
#ifndef ONCELINT_DRIVER_SESSION_H
#define ONCELINT_DRIVER_SESSION_H

#include "driver/config.h"
#include "driver/recall.h"

struct session {
	struct config config;
	struct store_db *store;
	struct source_cache sources;
	struct store_runs runs;
};

// Opens the database that the options name; it must have a run. All zero or
// opened, a session is to be closed.
MUST_USE bool session_open(struct session *x, const struct options *o,
			   struct arena *a, struct err *e);
void session_close(struct session *x);

// Reads the run that `word` names ("last", "last~1", "12"), but not what the
// run that `without` names has, if that is not NULL.
MUST_USE bool session_read(struct session *x, struct recall *r,
			   const char *word, const char *without,
			   struct arena *a, struct err *e);

// Refuses operands past `most`.
MUST_USE bool operands_check(const struct options *o, uint32_t most,
			     const char *command, struct err *e);

#endif
