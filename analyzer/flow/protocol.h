// SPDX-License-Identifier: Apache-2.0
// Functions over one field of an object, called in any order.
#ifndef ONCELINT_FLOW_PROTOCOL_H
#define ONCELINT_FLOW_PROTOCOL_H

#include "flow/engine.h"

// Adds the findings that follow from all summaries of the unit together.
void protocol_check(struct engine *e);

#endif
