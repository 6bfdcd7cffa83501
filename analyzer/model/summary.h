// SPDX-License-Identifier: Apache-2.0
// What the engine says about functions besides findings.
#ifndef ONCELINT_MODEL_SUMMARY_H
#define ONCELINT_MODEL_SUMMARY_H

#include "model/loc.h"
#include "model/operation.h"

// What one function does to the handles of its callers.
struct summary {
	const char *key; // function.key
	const char *name;
	struct loc loc; // of the name
	const struct operation *operation;
};

// A function that was not analysed, and why.
struct note {
	const char *function;
	struct loc loc;
	const char *reason;
};

#endif
