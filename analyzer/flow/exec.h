// SPDX-License-Identifier: Apache-2.0
// One operation on one state, and what storing a handle away means.
#ifndef ONCELINT_FLOW_EXEC_H
#define ONCELINT_FLOW_EXEC_H

#include "flow/engine.h"

// Changes `s`. A call with several outcomes adds states to sv->splits; an
// impossible one sets sv->is_dead.
void exec_op(struct solver *sv, struct state *s, const struct op *op);

// ---- storage.c: places where a family's handles must not be kept
void storage_store(struct solver *sv, struct state *s, const struct op *op);
void storage_capture(struct solver *sv, struct state *s, const struct op *op,
		     const struct capture *c, uint32_t part);

#endif
