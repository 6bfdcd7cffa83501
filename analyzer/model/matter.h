// SPDX-License-Identifier: Apache-2.0
// What can lead to a finding all by itself. Looking at a handle, or making one
// that nobody must consume, is harmless unless something else happens too.
#ifndef ONCELINT_MODEL_MATTER_H
#define ONCELINT_MODEL_MATTER_H

#include "model/operation.h"

// Whether a function that does no more than call this can be wrong, or make its
// caller wrong. With `hints` obligations of that severity count.
bool operation_matters(const struct operation *op, bool hints);

// Whether it does more to a handle than to look at one.
bool operation_acts(const struct operation *op);

// Whether values of this family matter where no operation on them is named: C++
// moves and destroys them, or they may not be kept, or all calls make them.
bool family_matters(const struct family *f);

#endif
