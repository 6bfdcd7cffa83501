// SPDX-License-Identifier: Apache-2.0
// Findings: plain data, final when flow/ hands them over.
#ifndef ONCELINT_MODEL_FINDING_H
#define ONCELINT_MODEL_FINDING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"
#include "model/loc.h"

enum severity {
	SEVERITY_HINT,
	SEVERITY_NOTE,
	SEVERITY_WARNING,
	SEVERITY_ERROR
};
enum certainty { CERTAINTY_POSSIBLE, CERTAINTY_DEFINITE };

enum finding_kind {
#define KIND(name, id, severity, cwe, text) KIND_##name,
#include "model/kind.def"
#undef KIND
	KIND_COUNT
};

struct kind_info {
	const char *id; // "double-consume": rule id everywhere
	enum severity severity;
	int cwe;
	const char *text; // one clause, lower case
};

const struct kind_info *kind_info(enum finding_kind kind);
// False if no kind has this id.
bool kind_from_id(const char *id, enum finding_kind *out);
const char *severity_word(enum severity s); // "warning"
bool severity_from_word(const char *word, enum severity *out);
const char *certainty_word(enum certainty c); // "definite"

// What happened at a step of the story.
enum step_kind {
	STEP_PRODUCE,
	STEP_CONSUME,
	STEP_TRANSFER,
	STEP_COMPLETE,
	STEP_OBSERVE,
	STEP_CONDITION, // a branch taken
	STEP_CALL,      // a call entered
	STEP_LOOP,      // another turn
	STEP_LEAVE,     // the path ends
	STEP_STORE,
};

const char *step_word(enum step_kind k); // "consume"

struct step {
	enum step_kind kind;
	bool is_essential; // one of the events the finding is about
	uint32_t depth;    // call nesting, 0 in the reported function
	struct loc loc;
	const char *message;
};

struct edit { // replace [start, end) by text
	struct loc range;
	const char *text;
	uint64_t hash; // of the file that it was made for
};

struct fix {
	const char *description;
	struct edit *edits;
	uint32_t edit_count;
};

struct finding {
	enum finding_kind kind;
	enum severity severity;
	enum certainty certainty;
	const char *family;    // handle id: "pthread"
	const char *pack;      // "posix-threads"
	const char *handle;    // as written: "w->thread"
	const char *operation; // what stands at the place: "pthread_join"
	const char *message;   // first sentence complete, without line numbers
	const char *function;  // qualified name
	const char *function_key; // identity across units
	struct loc loc;
	struct step *steps; // at least two, oldest first
	uint32_t step_count;
	struct fix *fixes;
	uint32_t fix_count;
	uint32_t ordinal;     // among equals in one function, for the identity
	const char *identity; // the same in every run; set by the driver
	bool is_suppressed;
	const char *suppression_reason;
};

// Sorted by place, then kind, then message.
int finding_compare(const void *a, const void *b); // of struct finding *

// Copies everything into `a`, so that it outlives its unit.
struct finding *finding_copy(struct arena *a, const struct finding *f);

struct findings {
	VEC(struct finding *) list;
};

// Sorts, and drops what is equal in place, kind and handle.
void findings_finish(struct findings *f);

#endif
