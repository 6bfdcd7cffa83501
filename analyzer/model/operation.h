// SPDX-License-Identifier: Apache-2.0
// What a function does to handles. A rule pack's entry and the summary inferred
// from a body are this one type: a pack is a hand-written summary of code whose
// body is not there. Format of packs: docs/rule-format.md.
#ifndef ONCELINT_MODEL_OPERATION_H
#define ONCELINT_MODEL_OPERATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "model/finding.h"
#include "model/ir.h"

// ---- families of handles

// When two places denote the same operation.
enum identity {
	IDENTITY_VALUE,   // equal values: pthread_t, pid_t
	IDENTITY_SLOT,    // the variable, nulled by the consumer: MPI_Request
	IDENTITY_POINTEE, // the object pointed to: GTask *, aiocb
	IDENTITY_OBJECT,  // the object itself: std::future
	IDENTITY_CURSOR,  // a position only: io_uring_cqe
};

enum copy_policy { COPY_ALIAS, COPY_FORBIDDEN, COPY_SHARES, COPY_COUNTS };
enum handle_mode { MODE_ONCE, MODE_COUNTED, MODE_MULTI };
enum start_policy { START_EAGER, START_LAZY, START_OTHER };
enum after_consume {
	AFTER_DEAD,
	AFTER_NULLED,
	AFTER_FREED,
	AFTER_EMPTY,
	AFTER_MOVED_FROM
};
enum permission { PERMIT_ALLOW, PERMIT_WARN, PERMIT_FORBID };
enum storage_place {
	STORAGE_FIELD,
	STORAGE_GLOBAL,
	STORAGE_STATIC_LOCAL,
	STORAGE_CONTAINER,
	STORAGE_ARRAY,
	STORAGE_LAMBDA_COPY,
	STORAGE_LAMBDA_MOVE,
	STORAGE_LAMBDA_REF,
	STORAGE_RETURN,
	STORAGE_OUT_PARAM,
	STORAGE_COUNT
};

#define AT_SCOPE_EXIT 1u
#define AT_OVERWRITE 2u
#define AT_DISCARD 4u
#define AT_PARAMETER 8u // also owed when received by value
#define UNLESS_ESCAPED 1u
#define UNLESS_STORED 2u

// must_be_consumed, must_be_completed
struct obligation {
	bool is_set;
	enum severity level; // SEVERITY_HINT: only on request
	unsigned at;         // AT_*
	unsigned unless;     // UNLESS_*
	uint8_t facet;
};

enum match_kind {
	MATCH_TYPEDEF,
	MATCH_RECORD,
	MATCH_TEMPLATE,
	MATCH_POINTER_TO,
	MATCH_ENUM_LIKE,
	MATCH_PRODUCED, // no type says it: tracked from its producer only
};

struct argument_match { // a template argument that must be spelled so
	uint32_t index;
	const char *text;
};

struct null_value {
	bool is_pointer; // nullptr, NULL
	bool is_integer;
	int64_t integer;
	const char *macro; // or enum constant's name
};

// How a mistake with a handle is mended; NULL where there is no such way.
struct family_fix {
	const char *guard;          // method: true while it may be consumed
	const char *share_method;   // makes one that may be consumed often,
	const char *share_function; // of it,
	const char *share_type;     // or is one
	const char *const *later;   // functions that may be last; NULL ends
};

#define FACET_MAX 4

struct family {
	const char *id;
	const char *pack;
	const char *title; // for messages: "thread", "future"; never NULL
	enum match_kind match;
	const char *name; // of the type
	bool is_derived_too;
	const struct argument_match *arguments;
	uint32_t argument_count;
	enum identity identity;
	enum copy_policy copy;
	bool move_copies;
	enum handle_mode mode;
	enum start_policy start;
	const struct null_value *nulls;
	uint32_t null_count;
	const char *facets[FACET_MAX];
	uint8_t facet_count; // at least 1
	enum permission storage[STORAGE_COUNT];
	struct obligation must_be_consumed;
	struct obligation must_be_completed;
	enum after_consume after;
	bool is_made_by_calls; // any call whose value has this type makes one
	const char *second;    // outcome word: "wrong_object", or NULL
	const char *second_detail; // one clause, or NULL
	struct family_fix fix;
};

// ---- paths from a function's interface

enum path_root {
	PATH_ARGUMENT, // argument `index`; as an object if by reference
	PATH_THIS,     // the object a method is called on
	PATH_RETURN,
	PATH_OPERAND,          // of co_await
	PATH_GLOBAL,           // `usr`
	PATH_CAPTURE,          // capture `index` of the closure called
	PATH_EACH_ARGUMENT,    // every argument from `index` on
	PATH_ARGUMENT_OF_TYPE, // the first argument of type `usr`
	PATH_ALL,              // every handle of the family pending here
};

struct path_step {
	enum projection projection;
	const char *field;     // name
	const char *field_usr; // NULL: by name only
	int64_t index;
	const struct type *type; // of what is there, NULL if not known
};

#define PATH_STEPS 6

struct path {
	enum path_root root;
	uint32_t index;
	const char *usr;
	const char *name; // of the global or parameter, for messages
	uint32_t count;
	struct path_step steps[PATH_STEPS];
	bool is_address;      // &place: the handle is at the argument's address
	const char *of_field; // the argument is this field of the handle
	bool is_elements;     // every element; `element_count` (0: unknown) or
			  // `count_argument` says how many
	uint32_t element_count;
	bool is_range;           // a container or iterator pair, each element
	uint32_t count_argument; // NONE if not given
	uint32_t index_out_argument; // Waitany: which one, NONE if not given
};

// ---- conditions, effects, outcomes

enum when_kind {
	WHEN_RETURN,   // the returned value
	WHEN_ARGUMENT, // argument `index`'s value
	WHEN_OUT,      // *argument `index`, after the call
	WHEN_FLAG,     // argument `index` has flag `name`
	WHEN_NO_FLAG,
	WHEN_ATTRIBUTE, // argument `index` points to an attribute object that
			// was set detached
	WHEN_PATH,      // the value at `path` when the function is entered
	WHEN_PATHS,     // the same, compared with the one at `other`
	WHEN_THROWS,    // it leaves by an exception
};

// `value operator constant`; several constants are alternatives (of
// NOT_EQUAL: none of them). A name that starts with '-' is negated. FLAG and
// NO_FLAG: one, none of the named bits; OUT: != 0 or == 0; ATTRIBUTE: == 1 or
// == 0; THROWS: the names are exceptions, "*" is any.
struct when {
	enum when_kind kind;
	uint32_t index;
	struct path path;
	const struct path *other; // PATHS only
	enum binary_operator operator;
	const int64_t *values;
	const char *const *names; // spelled constants; NULL entries: by value
	uint32_t value_count;
	bool is_subject; // compare with the handle itself (waitpid)
};

enum effect_kind {
#define EFFECT(name, id, text) EFFECT_##name,
#include "model/effect.def"
#undef EFFECT
	EFFECT_COUNT
};

// What a guard's answer means.
enum meaning {
	MEANS_NOTHING,
	MEANS_LIVE,
	MEANS_EMPTY,
	MEANS_COMPLETE,
	MEANS_COMPLETE_OR_EMPTY,
	MEANS_PENDING,
};

// How an object or argument is given, or how a method is qualified.
enum ref_filter { ANY_REF, LVALUE_REF, CONST_REF, RVALUE_REF };

struct effect {
	enum effect_kind kind;
	const struct family *family; // NULL: whatever handle is there
	struct path subject;
	uint8_t facet;
	const struct family *to;  // CONVERT, SHARE
	enum ref_filter given_as; // only if the subject is given so
	bool requires_complete;
	bool null_ok; // nothing happens to null or an empty handle
	bool blocks;
	bool has_after; // `after` overrides the family's
	enum after_consume after;
	const struct obligation *owes; // overrides the family's, or NULL
	enum meaning true_means;       // GUARD
	enum meaning false_means;
	// In summaries: where in the body it happens, for the story, and the
	// name of the operation done there.
	struct loc loc;
	const char *operation;
	bool is_moved; // TRANSFER: moved out of the place, which is then empty
	bool is_maybe; // weak: one of several elements, or some paths merged
	// PRODUCE: the place has a new pointer in it; not so where the object
	// that its pointer names is started again.
	bool is_placed;
	// In summaries, PRODUCE: comparisons that the new value meets.
	struct when *known;
	uint32_t known_count;
};

// What is written through the interface: `path` gets an integer, the value or
// the address of what was at `from` at entry, or something unknown.
enum stored { STORED_UNKNOWN, STORED_INTEGER, STORED_VALUE, STORED_ADDRESS };

struct store {
	struct path path;
	enum stored what;
	int64_t integer;  // STORED_INTEGER
	struct path from; // STORED_VALUE, STORED_ADDRESS
	// STORED_UNKNOWN: comparisons that the value meets all the same.
	struct when *known;
	uint32_t known_count;
};

// One way a call can go: if all of `when` hold, all of `effects` happen.
struct outcome {
	struct when *when;
	uint32_t when_count;
	struct effect *effects;
	uint32_t effect_count;
	struct store *stores;
	uint32_t store_count;
	bool is_unlikely; // an error path
};

// Exactly one of `outcomes` happens. For packs the first whose conditions hold;
// while nobody has tested the result, `unchecked` is assumed.
struct choice {
	// About constant arguments: the choice applies only if all hold, and
	// as "maybe" when that cannot be told.
	struct when *only_if;
	uint32_t only_if_count;
	// Earlier choices about the same place, by their conditions: this one
	// applies only if none of them does.
	const struct choice *const *unless;
	uint32_t unless_count;
	struct outcome *outcomes;
	uint32_t outcome_count;
	bool has_unchecked; // false in summaries: outcomes are paths
	struct effect unchecked;
};

// A function or closure argument that the callee runs.
enum callback_runs { RUNS_ONCE, RUNS_MANY, RUNS_THREAD };

struct callback {
	uint32_t argument;
	enum callback_runs runs;
	const struct family *family; // of the handle received, NULL: any
	uint32_t parameter;          // that receives it, NONE if none
	bool is_capture;             // or: it arrives in the captures
	uint32_t pass_argument;      // arrives as parameter pass_parameter,
	uint32_t pass_parameter;     // NONE if nothing is passed on;
	bool passes_rest;            // and the following ones, in order
	enum effect_kind gives;      // COMPLETE, TRANSFER, BORROW or NONE
	enum effect_kind must;       // COMPLETE or CONSUME on every path; NONE
	// Functions whose value, inside the callback, is the handle that the
	// operation produces; NULL ends, NULL for none.
	const char *const *self;
	// On the received handle, or the one that the operation produces,
	// once the callback has run; when it returns zero; anything else; NONE
	// if unset.
	enum effect_kind on_return;
	enum effect_kind return_false;
	enum effect_kind return_true;
};

enum operation_match {
	MATCH_FUNCTION,
	MATCH_METHOD,
	MATCH_OPERATOR, // co_await
	MATCH_CONSTRUCTOR,
	MATCH_DESTRUCTOR,
	MATCH_MACRO,
	MATCH_ANNOTATION,
};

// Conditions on the callee that a name does not tell.
struct operation {
	enum operation_match match;
	const char *name; // function's or method's name, or a regex
	bool is_regex;
	const char *class_name;
	bool derived_too;
	enum ref_filter ref;
	int is_const; // -1: either
	uint32_t min_arguments;
	uint32_t max_arguments; // NONE: any number
	const char *param_type; // some parameter has this type, or NULL
	const char *pack; // or the key of the function it was inferred from
	const char *text; // how messages call it, NULL: the callee's name
	const char *note; // one sentence for the reader, or NULL
	struct choice *choices;
	uint32_t choice_count;
	struct callback *callbacks;
	uint32_t callback_count;
	bool is_summary;
	bool is_incomplete; // a summary that a limit cut short: be kind
	bool never_returns;
	// The value is argument `alias_argument` itself, or what it points to;
	// with alias_nulls that place is null afterwards.
	bool is_alias;
	uint32_t alias_argument;
	bool alias_deref;
	bool alias_nulls;
	// Sets up the attribute object that argument `attribute_argument`
	// points to: detached if argument `attribute_value` is the constant.
	const char *attribute_detached; // its name; NULL: no such operation
	uint32_t attribute_argument;
	uint32_t attribute_value;
	// A summary's effects may be incomplete because of callees outside
	// the unit; these are their keys.
	const char **open_callees;
	uint32_t open_callee_count;
};

const char *effect_word(enum effect_kind k); // "consume"
bool effect_from_word(const char *word, enum effect_kind *out);

// Appends a summary the way fixtures and `debug summary` show it:
//   "t: consume", "*s.thread: consume if return == 0", "-" for nothing.
void operation_dump(struct str *out, const struct operation *op);
// "arg0.thread", "this->worker_", "return", "::global".
void path_text(struct str *out, const struct path *p);

#endif
