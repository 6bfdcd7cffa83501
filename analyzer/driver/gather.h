// SPDX-License-Identifier: Apache-2.0
// A run over artifacts that were made before.
#ifndef ONCELINT_DRIVER_GATHER_H
#define ONCELINT_DRIVER_GATHER_H

#include "driver/run.h"

// What folders are searched for, and what artifacts are called by default.
#define ARTIFACT_ENDING ".oncelint"

// Links and reports those that the operands name; returns the exit status.
int link_artifacts(const struct options *o, struct arena *a, struct err *e);

#endif
