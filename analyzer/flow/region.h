// SPDX-License-Identifier: Apache-2.0
// Where values live and what they are called: the memory model of the engine.
//
// A region is a piece of memory: a variable, what an unknown pointer points to,
// or a part of another region. A symbol is a value that is not known. Both are
// interned per function, so equal means identical, and both are named by where
// they come from, so that two visits of an operation give the same names.
// After Xu, Kremenek, Zhang: A Memory Model for Static Analysis of C Programs
// (ISoLA 2010).
#ifndef ONCELINT_FLOW_REGION_H
#define ONCELINT_FLOW_REGION_H

#include "base/arena.h"
#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/ir.h"

enum value_kind {
	VALUE_UNKNOWN,
	VALUE_UNINITIALIZED, // a local before its first assignment
	VALUE_INTEGER,       // null is 0
	VALUE_SYMBOL,
	VALUE_ADDRESS, // of region `id`
	VALUE_FUNCTION,
	VALUE_CLOSURE, // a lambda object; captures are parts of its region
	VALUE_TEXT,    // a string: some address, never null
};

struct value {
	enum value_kind kind;
	uint32_t id; // symbol or region
	union {
		int64_t integer;
		const struct callee *function;
		const char *closure; // key of the body
	};
};

bool value_equal(const struct value *a, const struct value *b);

enum region_kind {
	REGION_VARIABLE, // of the function; `id` is the variable
	REGION_GLOBAL,   // named by its USR, mentioned here or not
	REGION_POINTEE,  // what symbol `id` points to
	REGION_VALUE,    // an object known only as symbol `id`
	REGION_FIELD,
	REGION_INDEX,
	REGION_ELEMENT, // of an array: `key` is the index variable's region,
			// NONE stands for all the others
	REGION_CAPTURE, // of a closure; `id` is the capture's index
	REGION_CONTENT, // the operation behind a handle object
};

struct region {
	enum region_kind kind;
	uint32_t parent;  // NONE for roots
	uint32_t root;    // itself if it is one
	uint32_t depth;   // steps from the root
	uint32_t through; // the symbol that leads to the root, NONE
	uint32_t home;    // see region_home()
	uint32_t entry;   // the symbol of what it holds at entry, NONE so far
	uint32_t content; // its REGION_CONTENT, NONE so far
	bool is_key;      // elements of arrays are named by it
	bool is_open;     // a global that unknown code may write
	bool is_renewed;  // see eval_havoc_globals(),
	bool has_renewed; // and of a root, whether a part is
	uint32_t id;
	uint32_t key;
	int64_t index;
	const char *field;
	const char *field_usr;
	const struct type *type; // may be NULL
};

enum symbol_kind {
	SYMBOL_ENTRY,   // what region `a` holds when the function is entered
	SYMBOL_MADE,    // by operation `a`; `b` tells several of one apart
	SYMBOL_MERGED,  // at point `a`, in region `b`, from different values
	SYMBOL_BINARY,  // symbol `a` operator `integer`
	SYMBOL_BINARY2, // symbol `a` operator symbol `b`
};

struct symbol {
	enum symbol_kind kind;
	enum binary_operator operator;
	uint32_t a;
	uint32_t b;
	uint32_t from;    // the older symbol it is made of, or found through;
			  // NONE. SYMBOL_BINARY2 is made of `b`, too
	uint32_t pointee; // the region that it points to, NONE so far
	uint32_t mark;    // see state_collect()
	uint32_t seen;    // see reveal(): the newest of memory's
	uint32_t run;     // see eval_is_new()
	int64_t integer;
	const struct type *type; // may be NULL
};

// Where paths meet is numbered: the starts of blocks, then all exits, then
// behind each operation.
static inline uint32_t point_behind(const struct function *f, uint32_t op)
{
	return f->blocks.count + 1 + op;
}

// A common name for what is in `region` where paths meet.
struct merged_name {
	uint32_t region;
	uint32_t symbol;
};

struct merged_names {
	VEC(struct merged_name) list; // sorted by region
};

struct region_entry;
struct symbol_entry;

struct memory {
	struct arena *arena; // scratch
	const struct function *function;
	VEC(struct region) regions;
	VEC(struct symbol) symbols;
	VEC(uint32_t) globals;       // regions that are REGION_GLOBAL
	struct merged_names *merged; // by point
	uint32_t *variables;         // their regions, and 1; 0: not yet
	struct last_field *last_fields;
	uint32_t mark; // the newest of symbols' marks
	uint32_t seen;
	struct intern names; // equal field names are equal pointers
	struct region_entry *region_table;
	struct symbol_entry *symbol_table;
};

void memory_init(struct memory *m, struct arena *scratch,
		 const struct function *f);
void memory_release(struct memory *m);

uint32_t region_variable(struct memory *m, uint32_t variable);
uint32_t region_global(struct memory *m, const char *name, const char *usr,
		       const struct type *type);
uint32_t region_pointee(struct memory *m, uint32_t symbol,
			const struct type *type);
uint32_t region_value(struct memory *m, uint32_t symbol);
uint32_t region_field(struct memory *m, uint32_t parent, const char *field,
		      const char *usr, const struct type *type);
uint32_t region_index(struct memory *m, uint32_t parent, int64_t index,
		      const struct type *type);
uint32_t region_element(struct memory *m, uint32_t parent, uint32_t key,
			const struct type *type);
uint32_t region_capture(struct memory *m, uint32_t parent, uint32_t index);
uint32_t region_content(struct memory *m, uint32_t parent);
// The same step as `step` makes from its own parent, made from `parent`.
uint32_t region_restep(struct memory *m, uint32_t parent, uint32_t step);

uint32_t symbol_entry(struct memory *m, uint32_t region);
uint32_t symbol_made(struct memory *m, uint32_t op, uint32_t slot,
		     const struct type *type);
uint32_t symbol_merged(struct memory *m, uint32_t point, uint32_t region);
uint32_t symbol_binary(struct memory *m, uint32_t a,
		       enum binary_operator operator, int64_t integer);
uint32_t symbol_binary2(struct memory *m, uint32_t a,
			enum binary_operator operator, uint32_t b);

// Whether `part` is `whole` or a part of it.
bool region_within(const struct memory *m, uint32_t part, uint32_t whole);
// As region_within, but also through pointers that were read from `whole`.
bool region_reaches(const struct memory *m, uint32_t whole, uint32_t part);
// The root that `r` is a part of.
uint32_t region_root(const struct memory *m, uint32_t r);
// The outermost root, through pointers that it held at entry.
uint32_t region_home(const struct memory *m, uint32_t r);
// Whether it is, or is reached from, a region that is renewed; of those that
// are, roots are globals.
bool region_is_renewed(const struct memory *m, uint32_t r);
// Whether it is a local of this function, directly (not through a pointer).
bool region_is_local(const struct memory *m, uint32_t r);
// Whether several objects share this name: the element for "all the others".
bool region_is_weak(const struct memory *m, uint32_t r);

// As a person would write it: "w->thread", "t[i]".
void region_text(const struct memory *m, uint32_t r, struct str *out);

#endif
