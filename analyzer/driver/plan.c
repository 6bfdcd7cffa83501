// SPDX-License-Identifier: Apache-2.0
#include "driver/plan.h"

#include <string.h>

#include "base/file.h"

void plan_add_file(struct plan *p, struct arena *a, const char *directory,
		   const char *path, const char *const *flags,
		   uint32_t flag_count)
{
	const char **argv = ARENA_ARRAY(a, const char *, flag_count + 2);

	argv[0] = "clang";
	if (flag_count)
		memcpy(argv + 1, flags, flag_count * sizeof(*flags));
	VEC_PUSH(a, &p->units,
		 (struct front_command){ .file = path_absolute(a, directory,
							       path),
					 .directory = directory,
					 .arguments = argv });
}

static bool plan_files(struct plan *p, struct arena *a, const struct options *o,
		       const struct config *c, struct err *e)
{
	if (!o->operands.count)
		return err_set(e, ERR_USAGE, "no file before '--'");
	VEC_EACH (const char *, path, &o->operands)
		plan_add_file(p, a, c->current, *path, o->flags,
			      o->flag_count);
	return true;
}

bool plan_make(struct plan *p, struct arena *a, const struct options *o,
	       const struct config *c, struct err *e)
{
	*p = (struct plan){ 0 };
	if (o->has_flags)
		return plan_files(p, a, o, c, e);
	return err_set(e, ERR_COMPDB, "compile databases come next");
}
