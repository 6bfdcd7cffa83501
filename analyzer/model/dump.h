// SPDX-License-Identifier: Apache-2.0
// The IR as text, for people and golden tests.
#ifndef ONCELINT_MODEL_DUMP_H
#define ONCELINT_MODEL_DUMP_H

#include "base/str.h"
#include "model/ir.h"

// Appends one function: header, blocks, operations, terminators. File names
// are left out, so that the text is the same everywhere.
void dump_function(struct str *out, const struct function *f);
void dump_unit(struct str *out, const struct unit *u);

#endif
