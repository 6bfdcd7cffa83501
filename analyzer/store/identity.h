// SPDX-License-Identifier: Apache-2.0
// The identity of a finding: the same in every run, wherever the code moves in
// its file or its file in the tree. Made of the kind, the handle's family, the
// enclosing function's name, the operation and the handle as written without
// blanks, and a number among findings that are equal in all that.
#ifndef ONCELINT_STORE_IDENTITY_H
#define ONCELINT_STORE_IDENTITY_H

#include "model/finding.h"

// Sets `identity` (32 hex digits, in `a`) and `ordinal` of every finding. They
// must be sorted and final: the number follows their order.
void identity_assign(struct findings *f, struct arena *a);

#endif
