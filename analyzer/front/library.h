// SPDX-License-Identifier: Apache-2.0
// libclang, loaded when the first unit is parsed: that takes longer than
// everything else a run does that has nothing to parse. Each function is called
// through a pointer, under its own name; library.def lists them.
#ifndef ONCELINT_FRONT_LIBRARY_H
#define ONCELINT_FRONT_LIBRARY_H

#include <clang-c/Index.h>

#include "base/err.h"

// Before any function of libclang is called; does nothing the second time.
MUST_USE bool front_load(struct err *e);

#define CLANG(name) extern __typeof__(name) *library_##name;
#include "front/library.def"
#undef CLANG
#include "front/library_names.h" // made from library.def by CMake

#endif
