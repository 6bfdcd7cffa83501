// SPDX-License-Identifier: Apache-2.0
#include "driver/session.h"

#include "base/file.h"

bool session_open(struct session *x, const struct options *o, struct arena *a,
		  struct err *e)
{
	if (!config_load(&x->config, a, o, e))
		return false;
	const char *path = x->config.database;
	if (!path)
		return err_set(e, ERR_USAGE,
			       "the configuration keeps no database: name one "
			       "with --db");
	if (!path_exists(path))
		return err_set(e, ERR_USAGE,
			       "there is no database '%s' yet: 'oncelint "
			       "check' makes one, or name one with --db",
			       path);
	x->store = store_open_to_read(path, e);
	if (!x->store || !store_read_runs(x->store, a, &x->runs, e))
		return false;
	return x->runs.list.count ||
	       err_set(e, ERR_USAGE, "'%s' has no run yet", path);
}

void session_close(struct session *x)
{
	store_close(x->store);
	source_release(&x->sources);
}

bool operands_check(const struct options *o, uint32_t most, const char *command,
		    struct err *e)
{
	return o->operands.count <= most ||
	       err_set(e, ERR_USAGE,
		       "'%s' is one operand too many (see 'oncelint %s "
		       "--help')",
		       o->operands.at[most], command);
}

bool session_read(struct session *x, struct recall *r, const char *word,
		  const char *without, struct arena *a, struct err *e)
{
	const struct store_run_row *run = recall_find(&x->runs, word, e);
	const struct store_run_row *other =
		run && without ? recall_find(&x->runs, without, e) : NULL;

	*r = (struct recall){ .runs = x->runs };
	return run && (other || !without) &&
	       recall_read(r, x->store, a, run, other, &x->sources, e);
}
