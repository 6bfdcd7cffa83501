// SPDX-License-Identifier: Apache-2.0
#ifndef ONCELINT_DRIVER_NINJA_H
#define ONCELINT_DRIVER_NINJA_H

#include "driver/config.h"
#include "driver/plan.h"

// Appends a file for ninja, run in the working directory, that makes an
// artifact of each unit and one archive of all. Failure: a unit's command
// cannot be had.
MUST_USE bool ninja_write(const struct plan *p, const struct config *c,
			  const struct options *o, struct str *out,
			  struct err *e);

#endif
