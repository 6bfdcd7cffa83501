// SPDX-License-Identifier: Apache-2.0
// What a schema cannot say about a pack: it must not contradict itself.
#ifndef ONCELINT_PACK_CHECK_H
#define ONCELINT_PACK_CHECK_H

#include "pack/pack.h"

// Mistakes land in the document of `root`, from which `p` was read.
void check_pack(const struct pack *p, const struct json *root);

bool path_equal(const struct path *a, const struct path *b);

#endif
