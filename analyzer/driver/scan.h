// SPDX-License-Identifier: Apache-2.0
// What a source text names and includes, without a compiler: identifiers as
// hashes, with how they stand. All branches of conditionals are read, comments
// and literals are not.
#ifndef ONCELINT_DRIVER_SCAN_H
#define ONCELINT_DRIVER_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

#define NAME_CALLED 1u   // name(
#define NAME_VALUE 2u    // otherwise, where an expression or type may be
#define NAME_DECLARED 4u // `int name`, `T *name`: a variable is called so
#define NAME_MEMBER 8u   // .name, ->name
#define NAME_DEFINED 16u // name(...) {
#define NAME_MACRO 32u   // some time in a macro's body
#define NAME_CODE 64u    // some time outside of one
#define NAME_FREE (NAME_CALLED | NAME_VALUE | NAME_DECLARED)

struct scan_name {
	uint32_t hash;
	uint8_t how;   // NAME_*, of all places together
	uint16_t line; // of the first in code, as in scan_question; or less
};

// Under which condition a line stands: none but an include guard, one that is
// not told, or else the hash of the only name that must be defined.
#define ALWAYS 0u
#define PERHAPS UINT32_MAX

struct scan_include {
	const char *name; // NULL: a macro says what
	uint32_t macro;   // hash of the macro's name, or of that which gives it
	uint32_t condition;
	uint32_t before; // so many of `defined` stand before it
	bool is_angled;
	bool is_next;
};

struct scan_macro {
	uint32_t hash;
	uint32_t first, count; // what its body names, in `bodies`
};

struct scan_definition {
	uint32_t hash;
	bool is_text; // as a string literal
};

struct scan_question {
	uint32_t hash;
	uint32_t line; // after so many of `includes`
};

struct scan {
	VEC(struct scan_name) names; // each once
	VEC(struct scan_include) includes;
	VEC(struct scan_macro) macros; // those that name something
	VEC(uint32_t) bodies;
	VEC(struct scan_include) named;      // macros whose body is a header
	VEC(struct scan_definition) defined; // and undefined, in order
	// Asked about by #if and its kin, but for include guards and defaults
	// (`#ifndef X`, `#define X`).
	VEC(struct scan_question) asked;
	bool is_guarded; // read a second time it says nothing
};

// The name of annotations in literals: annotate("oncelint:consume").
#define SCAN_ANNOTATION "oncelint:"

struct scan_table;

// What is kept from text to text. All zero is ready.
struct scanner {
	struct scan_table *table;
	// Called for each name that is new in its text; may be NULL.
	void (*see)(void *data, const char *name, size_t length, uint32_t hash);
	void *data;
};

uint32_t scan_hash(const char *name, size_t length);

// Everything in `out` belongs to `a`, nothing of `text` is kept.
void scan_text(struct scanner *s, const char *text, size_t length,
	       struct arena *a, struct scan *out);

void scanner_release(struct scanner *s);

#endif
