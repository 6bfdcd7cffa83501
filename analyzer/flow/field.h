// SPDX-License-Identifier: Apache-2.0
// What the functions over one object do to one of its fields, for the files
// that judge it.
#ifndef ONCELINT_FLOW_FIELD_H
#define ONCELINT_FLOW_FIELD_H

#include <uthash.h>

#include "flow/engine.h"

// What one function does to one field of its object.
struct field_event {
	const struct record *function;
	const struct operation *summary;
	const struct outcome *outcome;
	const struct effect *effect;
	bool is_guarded; // something tells whether it happens, or undoes it
};

struct field_entry {
	const char *usr;
	const char *name;
	VEC(struct field_event) events;
	UT_hash_handle hh;
};

struct protocol {
	struct engine *engine;
	struct field_entry *fields;
	struct field_entry *globals;
	bool *is_called; // by record
};

// ---- protocol.c
// The field that the path ends in, if it is one of the function's object.
const struct path_step *field_step(const struct path *p);
bool field_same_path(const struct path *a, const struct path *b);
// Whether the same outcome makes the handle itself before this event.
bool field_is_own_product(const struct field_event *x);
const char *field_handle_name(struct arena *a, const struct effect *e);
// Whether the function calls the one with this key by its name.
bool field_calls(const struct record *f, const char *key);
// Whether some caller's sequence already showed that this event goes wrong.
bool field_is_told(const struct protocol *p, const struct field_event *x);

// ---- kept.c
// A field that nobody reads, in an object whose other handles have an end.
void tell_unread(struct protocol *p, const struct field_entry *f);
// One in which a callback leaves what it has ended.
void tell_stale(struct protocol *p, const struct field_entry *f);

#endif
