// SPDX-License-Identifier: Apache-2.0
// What is known at one point of one path: values of regions, facts about
// symbols, and the typestate of every handle. Property simulation (Das, Lerner,
// Seigle: ESP, PLDI 2002): states that agree on every typestate merge, states
// that differ stay apart.
#ifndef ONCELINT_FLOW_STATE_H
#define ONCELINT_FLOW_STATE_H

#include "flow/region.h"
#include "model/operation.h"

// The lattice of one facet is the power set of these.
enum typestate {
	TS_UNKNOWN = 1,   // came from outside
	TS_EMPTY = 2,     // no operation: moved-from, default, null
	TS_PENDING = 4,   // not complete, as far as is known
	TS_COMPLETE = 8,  // complete, result not taken
	TS_CONSUMED = 16, // taken; of a completed facet: completed
	TS_TRANSFERRED = 32,
};
#define TS_LIVE (TS_PENDING | TS_COMPLETE)
#define TS_DEAD (TS_CONSUMED | TS_TRANSFERRED)

// How a handle got where it is; kept for wording and for the kind of finding.
enum handle_flag {
	HANDLE_ESCAPED = 1, // unknown code may have it: it owes nothing
	HANDLE_STORED = 2,  // in a field, global or container
	HANDLE_BY_WAIT_ALL = 4,
	HANDLE_BY_THREAD = 8, // the consumption happens concurrently
	HANDLE_MAYBE = 16,    // the typestate is a guess: silent by default
	HANDLE_WEAK = 32,     // stands for several elements
	HANDLE_BORROWED = 64,
	HANDLE_OWED = 128,    // made here, or received with the debt
	HANDLE_GUARDED = 256, // a test showed that it is live
	HANDLE_STRANGE = 512, // found where something unknown was written
	HANDLE_DETACHED = 1024,
	HANDLE_BY_MOVE = 2048,
	HANDLE_REPORTED = 4096,
	HANDLE_OBSERVED = 8192,
	HANDLE_GARBAGE = 16384,   // empty since it was never written
	HANDLE_NULLED = 32768,    // empty since a consumer wrote null
	HANDLE_PAID = 2097152,    // its outcome is known: it owes nothing
	HANDLE_INDEXED = 1048576, // an element named by a variable
	HANDLE_PROVEN = 524288,   // a test showed that it is complete
	HANDLE_DOUBTED = 262144,  // as an untested result would have it
	HANDLE_NULL_OK = 131072,  // consumed by what takes null as well
	HANDLE_UNPROVEN =
		65536, // result taken where completion is the caller's
};

// An event in the life of a handle.
struct event {
	struct loc loc;
	uint32_t op; // NONE if not from an operation of this function
	uint32_t block;
	enum step_kind step;
	const char *what;           // the operation's name
	const struct effect *inner; // where in a callee it happens, or NULL
};

struct handle {
	uint32_t symbol;
	const struct family *family;
	uint8_t set[FACET_MAX];
	const struct obligation *owes; // of consumption
	int8_t permits; // MODE_COUNTED: how many consumptions are left
	uint32_t flags;
	uint32_t made;            // trace node of its production, NONE
	uint32_t last[FACET_MAX]; // trace node of the last change, NONE
	uint32_t region;          // where it was last seen
};

struct binding {
	uint32_t region;
	struct value value;
};

#define FEW_VALUES 9 // the widest interval whose holes are all remembered

// low <= symbol <= high, and it is none of `differs`.
struct fact {
	uint32_t symbol;
	int64_t low;
	int64_t high;
	uint32_t differ_count;
	int64_t differs[FEW_VALUES - 1];
};

// An effect that the value of `result` decides, when somebody tests it.
struct pending {
	uint32_t result;             // symbol
	uint32_t symbol;             // the handle's
	const struct choice *choice; // or a guard:
	const struct effect *guard;
	struct handle before;  // the handle as it was before the call
	struct handle assumed; // as it became by the unchecked assumption
	uint32_t op;
	uint32_t region;
};

// The path's story, newest first; shared between states.
struct trace {
	uint32_t previous; // NONE at the entry
	uint32_t symbol;   // of the handle, or of the value tested; NONE
	enum step_kind step;
	enum effect_kind effect; // that made the step, NONE for others
	uint32_t op;             // NONE for conditions
	uint32_t block;
	struct loc loc;
	const char *text;                  // the operation's name
	const struct condition *condition; // STEP_CONDITION
	bool holds;
	const struct effect *inner; // the place in the callee, NULL
};

struct state {
	VEC(struct binding) bindings; // sorted by region
	VEC(struct fact) facts;       // sorted by symbol
	VEC(struct handle) handles;   // sorted by symbol
	VEC(struct pending) pendings; // in order of the calls
	VEC(uint32_t) escaped;        // values that unknown code has seen
	VEC(uint64_t) passed;         // a bit for each operation on the way
	uint32_t trace;               // newest node, NONE
	uint64_t signature; // of what state_agrees() compares, once collected
	bool is_unlikely;   // an exit after a failure that nobody tested
};

struct state *state_copy(struct arena *a, const struct state *s);

// ---- values
// The value bound to exactly this region, or NULL.
const struct value *state_bound(const struct state *s, uint32_t region);
void state_bind(struct state *s, struct arena *a, uint32_t region,
		struct value v);
void state_unbind(struct state *s, uint32_t region);
// Drops what is bound to `whole` and to its parts.
void state_unbind_within(struct state *s, const struct memory *m,
			 uint32_t whole);

// ---- handles
struct handle *state_handle(struct state *s, uint32_t symbol); // NULL if none
struct handle *state_handle_add(struct state *s, struct arena *a,
				const struct handle *h);
bool state_has_handle(const struct state *s, uint32_t symbol);
// Whether the value `user` is computed from, or found through, `used`.
bool symbol_uses(const struct memory *m, uint32_t user, uint32_t used);
// How many places hold this symbol, or the address of a part of what it points
// to.
uint32_t state_holders(const struct state *s, const struct memory *m,
		       uint32_t symbol);
// Marks the operation as one on the way; false if it was one already.
bool state_pass(struct state *s, uint32_t op);
// New values of these names are about to be made: nothing keeps the old ones.
void state_forget_symbols(struct state *s, struct memory *m,
			  const uint32_t *symbols, uint32_t count);
// What is called `from` is called `to` from now on; an old `to` is forgotten.
void state_rename_symbol(struct state *s, struct arena *a, struct memory *m,
			 uint32_t from, uint32_t to);

// Unknown code has seen this value, about which nothing is known here.
void state_escape(struct state *s, struct arena *a, uint32_t symbol);
bool state_is_escaped(const struct state *s, uint32_t symbol);

// ---- facts
// What is known of the symbol, NULL if that is nothing.
const struct fact *state_fact(const struct state *s, uint32_t symbol);
// True when the condition is certain to hold.
enum truth { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN };
enum truth state_test(const struct state *s, const struct memory *m,
		      uint32_t symbol, enum binary_operator operator,
		      int64_t integer);
// Adds that `symbol operator integer` holds. False if that cannot be.
bool state_assume(struct state *s, struct arena *a, const struct memory *m,
		  uint32_t symbol, enum binary_operator operator,
		  int64_t integer);

// ---- collect.c
// Drops what need not be known any more, and signs the rest.
void state_collect(struct state *s, struct memory *m, struct arena *a);

// ---- merge.c: the lattice. States have been collected.
uint64_t state_signature(const struct state *s);
// Whether both agree on every typestate, so that they may merge.
bool state_agrees(const struct state *a, const struct state *b);
// Merges `from` into `into` (they agree), whose memory is of `keep`. True if
// `into` changed.
bool state_merge(struct state *into, const struct state *from, struct memory *m,
		 struct arena *keep, struct arena *scratch, uint32_t point);
// How much would be lost by joining the two.
uint32_t state_distance(const struct state *a, const struct state *b);
// Joins typestates too, as the last resort when there are too many states.
bool state_widen(struct state *into, const struct state *from, struct memory *m,
		 struct arena *keep, struct arena *scratch, uint32_t point);

enum binary_operator binary_negated(enum binary_operator operator);
enum binary_operator binary_swapped(enum binary_operator operator);
// What the comparison of two unknown values is called: a test, its negation
// (`is_negated`), and both turned round have one name.
uint32_t symbol_comparison(struct memory *m, uint32_t a,
			   enum binary_operator operator, uint32_t b,
			   bool *is_negated);
bool binary_holds(int64_t a, enum binary_operator operator, int64_t b);

#endif
