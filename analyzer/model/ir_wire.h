// SPDX-License-Identifier: Apache-2.0
// Functions in flat form, so that linking can solve them without parsing.
#ifndef ONCELINT_MODEL_IR_WIRE_H
#define ONCELINT_MODEL_IR_WIRE_H

#include "base/err.h"
#include "base/str.h"
#include "model/ir.h"

// Appends the functions, with the types and callees they share, to `out`.
// Texts below `root` (may be NULL) are kept relative to it.
void ir_write(const struct function *const *functions, uint32_t count,
	      const char *root, struct str *out);

// Sets the file's functions, in the order they were written. Everything in
// `out` belongs to `a`.
MUST_USE bool ir_read(const void *data, size_t size, const char *root,
		      struct arena *a, struct unit *out, struct err *e);

#endif
