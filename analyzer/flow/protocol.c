// SPDX-License-Identifier: Apache-2.0
// Methods of one object, called in any order: fields that more than one of them
// consumes with nothing that keeps them apart.
#include "flow/engine.h"

void protocol_check(struct engine *e)
{
	(void)e;
}
