// SPDX-License-Identifier: Apache-2.0
// What the engine says about functions besides findings, and what it needs to
// know of one to join it with those of other units.
#ifndef ONCELINT_MODEL_SUMMARY_H
#define ONCELINT_MODEL_SUMMARY_H

#include "model/ir.h"
#include "model/loc.h"
#include "model/operation.h"

// How a function names another one.
enum call_kind {
	CALL_DIRECT,
	CALL_VIRTUAL, // any overrider may be the one
	CALL_ADDRESS, // its address is taken, or a closure made of it
	CALL_GIVEN,   // its address goes where only others can call it
	CALL_KIND_COUNT
};

struct call {
	const char *key; // of the callee
	enum call_kind kind;
	bool is_described; // rules say what it does: its body does not matter
	bool is_system;    // declared in a system header
};

// One function, for its callers in the same unit and in others.
struct summary {
	const char *key; // function.key
	const char *name;
	struct loc loc; // of the name
	// What it does to the handles of its callers; NULL: it touches none.
	const struct operation *operation;
	enum function_kind kind;
	bool is_static;
	bool is_virtual;
	bool is_public;
	bool is_solved; // the unit has solved it
	const char *class_name;
	const char *declared_in;      // see function.declared_in
	const char *const *overrides; // keys; NULL ends, NULL for none
	struct call *calls;           // each key and kind once
	uint32_t call_count;
	uint32_t ir; // number among the unit's kept functions, or NONE
};

// A function that is given as a callback somewhere in the unit.
struct contract {
	const char *key; // of the function
	const struct callback *callback;
	const struct family *family; // of the parameter's handle, or NULL
	const char *by;              // who runs it
};

// A field in which a callback leaves a handle that it has ended.
struct stale {
	const char *field; // key
	const char *callback;
	struct loc callback_loc;
	// On that way it does nothing to the object at all.
	bool is_untouched;
	const char *by; // what made the handle, and runs the callback
	struct loc made;
};

// A function that was not analysed, and why.
struct note {
	const char *function;
	struct loc loc;
	const char *reason;
};

#endif
