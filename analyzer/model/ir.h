// SPDX-License-Identifier: Apache-2.0
// The control-flow IR: what a function does, with no word about rules. Pure
// data in a unit's arena. Built by front/, read by flow/, printed by dump.c.
//
// Evaluation order is C's and C++17's: the order of operations is the order of
// evaluation, so nothing here is nested. Short circuits, ?:, loops and
// switches are blocks and terminators. Temporaries are variables.
#ifndef ONCELINT_MODEL_IR_H
#define ONCELINT_MODEL_IR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"
#include "model/loc.h"

#define NONE UINT32_MAX

// ---- types: as much of them as a rule can ask about

enum type_kind {
	TYPE_OTHER,
	TYPE_VOID,
	TYPE_BOOL,
	TYPE_INTEGER, // and characters and enumerations
	TYPE_POINTER, // and nullptr_t, member pointers, block pointers
	TYPE_REFERENCE,
	TYPE_RVALUE_REFERENCE,
	TYPE_RECORD,
	TYPE_ARRAY,
	TYPE_FUNCTION,
};

struct type {
	enum type_kind kind;
	bool is_const;
	// A record's or enumeration's qualified name without inline
	// namespaces and template arguments ("std::future"), else as spelled.
	const char *name;
	const char *spelling;       // canonical, for messages
	const char *const *aliases; // typedef names, outermost first; NULL ends
	const char *const *arguments; // template arguments, spelled; NULL ends
	const char *const *bases;     // names of all base records; NULL ends
	const struct type *pointee;   // of pointer, reference; array's element
	int64_t length;               // of an array, -1 if not known
	bool has_destructor; // a record whose destructor does something
};

// ---- variables and places

enum variable_kind {
	VARIABLE_PARAMETER,
	VARIABLE_LOCAL,
	VARIABLE_TEMPORARY,
	VARIABLE_GLOBAL, // namespace scope, static member, static local
	VARIABLE_THIS,   // the pointer `this`
	VARIABLE_CAPTURE,
	VARIABLE_RETURN, // what the caller gets
};

struct variable {
	enum variable_kind kind;
	uint32_t index;   // of the parameter or capture
	const char *name; // as written; "" for temporaries
	const char *usr;  // VARIABLE_GLOBAL only, else NULL
	const struct type *type;
	struct loc loc;
};

enum projection {
	PROJECT_NONE,    // the variable itself
	PROJECT_FIELD,   // .name
	PROJECT_DEREF,   // *base
	PROJECT_INDEX,   // [constant]
	PROJECT_ELEMENT, // [variable], `index_place` says which; NONE: any
};

// An interned access path: one step from `base`. Paths deeper than PLACE_DEPTH
// are cut to an unknown element.
struct place {
	enum projection projection;
	uint32_t variable; // the root
	uint32_t base;     // place, NONE for a root
	uint32_t depth;
	const char *field;     // name, PROJECT_FIELD
	const char *field_usr; // one for all members of a union, may be NULL
	int64_t index;         // PROJECT_INDEX
	uint32_t index_place;  // PROJECT_ELEMENT
	const struct type *type;
};
#define PLACE_DEPTH 8

// ---- operands

enum operand_kind {
	OPERAND_NONE,
	OPERAND_PLACE,   // the value (or, by reference, the object) at a place
	OPERAND_ADDRESS, // &place
	OPERAND_INTEGER,
	OPERAND_NULL,
	OPERAND_STRING,   // some pointer that is not null
	OPERAND_FUNCTION, // the address of a function
	OPERAND_UNKNOWN,
};

enum passing {
	PASS_VALUE,            // copied, or a scalar
	PASS_MOVE,             // an object built from an rvalue
	PASS_REFERENCE,        // T &
	PASS_CONST_REFERENCE,  // const T &
	PASS_RVALUE_REFERENCE, // T &&
};

struct operand {
	enum operand_kind kind;
	enum passing passing;
	uint32_t place;
	int64_t integer;
	const struct callee *function; // OPERAND_FUNCTION
	const char
		*name; // constant's spelling: enum constant or macro, or NULL
};

// ---- callees

enum callee_kind {
	CALLEE_FUNCTION,
	CALLEE_METHOD,
	CALLEE_CONSTRUCTOR,
	CALLEE_DESTRUCTOR,
	CALLEE_INDIRECT, // through a pointer; `receiver` is the pointer's value
};

enum ref_qualifier { REF_NONE, REF_LVALUE, REF_RVALUE };

// One per called function and unit. Operators are methods or functions whose
// `name` ends in "operator=", "operator()", "operator co_await", ...
struct callee {
	enum callee_kind kind;
	const char *usr;  // NULL for CALLEE_INDIRECT
	const char *key;  // names the definition across units, see function.key
	const char *name; // qualified, as type.name: "std::future::get"
	const char *short_name;
	const char *class_name; // of a method, else NULL
	const char *const *class_bases;
	enum ref_qualifier ref;
	bool is_const;
	bool is_static;
	bool is_virtual;
	bool is_variadic;
	bool is_noreturn;
	bool is_noexcept;
	bool is_nodiscard;
	bool is_system;    // declared in a system header
	bool has_body;     // its body is lowered in this unit
	bool is_dependent; // known by name only, in an uninstantiated template
	const struct type *result;
	const struct type *const *parameters;
	uint32_t parameter_count;
	// annotate("oncelint:...") texts after the colon; a parameter's is
	// "N:text". NULL ends; NULL for none.
	const char *const *annotations;
};

// ---- operations

enum op_kind {
#define OP(name, word, text) OP_##name,
#include "model/op.def"
#undef OP
};

enum binary_operator {
	BINARY_EQUAL,
	BINARY_NOT_EQUAL,
	BINARY_LESS,
	BINARY_LESS_EQUAL,
	BINARY_GREATER,
	BINARY_GREATER_EQUAL,
	BINARY_ADD,
	BINARY_SUBTRACT,
	BINARY_AND, // bitwise
	BINARY_OR,
	BINARY_XOR,
	BINARY_MULTIPLY,
	BINARY_DIVIDE,
	BINARY_REMAINDER,
	BINARY_SHIFT_LEFT,
	BINARY_SHIFT_RIGHT,
	BINARY_OTHER,
};

struct capture {
	const char *name;
	enum passing passing; // PASS_VALUE, PASS_MOVE or PASS_REFERENCE
	struct operand from;
};

struct op {
	enum op_kind kind;
	enum binary_operator binary;
	uint32_t dst; // place, NONE if the result is not kept
	struct operand src;
	struct operand src2;
	const struct callee *callee;
	const struct type *receiver_type; // static type of the object
	struct operand receiver;          // of a method: the object itself
	struct operand *arguments;
	uint32_t argument_count;
	// CLOSURE: the body's key and what it captures.
	const char *function_key;
	struct capture *captures;
	uint32_t capture_count;
	bool is_virtual_call; // dispatched at run time
	bool is_init;         // COPY, MOVE: dst had no value before
	bool is_unsequenced;  // with other arguments of the same call
	bool is_implicit;     // written by the compiler (destructor, cleanup)
	struct loc loc;
};

// ---- blocks

// lhs operator rhs, on scalars; truth of x is x != 0.
struct condition {
	enum binary_operator operator;
	struct operand lhs;
	struct operand rhs;
};

enum terminator_kind {
	TERM_JUMP,        // to target[0]
	TERM_BRANCH,      // to target[0] if the condition holds, else target[1]
	TERM_SWITCH,      // by `value`
	TERM_RETURN,      // VARIABLE_RETURN holds the value
	TERM_THROW,       // to the block's handlers, else out of the function
	TERM_UNREACHABLE, // after a noreturn call
};

struct switch_case {
	int64_t low;
	int64_t high;
	const char *name; // enum constant, or NULL
	uint32_t target;
};

struct terminator {
	enum terminator_kind kind;
	uint32_t target[2]; // SWITCH: target[0] is the default
	struct condition condition;
	struct operand value; // SWITCH
	struct switch_case *cases;
	uint32_t case_count;
	bool is_loop;     // BRANCH that decides on another turn of a loop
	bool has_default; // SWITCH
	struct loc loc;
};

struct block {
	VEC(struct op) ops;
	struct terminator terminator;
	uint32_t *handlers; // blocks of the catch clauses around it
	uint32_t handler_count;
};

// ---- functions

enum function_kind {
	FUNCTION_PLAIN,
	FUNCTION_METHOD,
	FUNCTION_CONSTRUCTOR,
	FUNCTION_DESTRUCTOR,
	FUNCTION_LAMBDA,
	FUNCTION_INITIALIZER, // a global's or default member's initialiser
};

struct function {
	enum function_kind kind;
	const char *usr;
	// Names the function across units: the USR if it has external
	// linkage, else made unique by the file (and offset, for lambdas).
	const char *key;
	const char *name;             // qualified
	const char *class_name;       // of a method, else NULL
	const char *class_key;        // USR of the record, else NULL
	const char *const *overrides; // keys of overridden methods; NULL ends
	const char *const *annotations;
	const struct type *result;
	bool is_static; // no caller outside the unit
	bool is_virtual;
	bool is_coroutine;
	bool is_pattern;          // an uninstantiated template: names only
	bool is_instantiation;    // of a template: reported once for all
	bool is_public;           // a method that anyone may call
	bool has_errors;          // clang reported an error inside
	const char *not_analysed; // why lowering gave up, or NULL
	struct loc loc;           // of the name
	// The file of the first declaration of it, or of what it overrides.
	const char *declared_in;
	uint32_t parameter_count; // variables 0..n-1 are the parameters
	uint32_t this_variable;   // NONE if there is none
	uint32_t return_variable;
	VEC(struct variable) variables;
	VEC(struct place) places;
	struct place_index *place_index; // of ir.c, so that interning is fast
	VEC(struct block) blocks;        // 0 is the entry
};

// The place of variable `v` itself.
uint32_t place_root(struct function *f, struct arena *a, uint32_t v);

// One step from `base`, interned; `like` says which step (its projection,
// field, index and type are read). NONE when the path would be too deep.
uint32_t place_step(struct function *f, struct arena *a, uint32_t base,
		    const struct place *like);

// How a person would write the place: "t", "this->worker_", "pool[*].id".
const char *place_text(const struct function *f, struct arena *a, uint32_t p);

const char *op_word(enum op_kind kind);
const char *binary_word(enum binary_operator operator);

// Something with a type that a header of the project declares.
struct declaration {
	const char *name; // without qualification
	const char *file;
	const char *type;  // canonical spelling; of a class, one for each base
	bool is_annotated; // a function whose attributes speak of handles
};

// What one translation unit gives.
struct unit {
	struct arena *arena; // borrowed; holds everything below
	const char *file;    // main source, as in the compile database
	VEC(struct function *) functions;
	VEC(struct declaration) declarations;
	VEC(const char *) dependencies; // every file read, absolute
	uint32_t error_count;           // errors clang reported with a place
	const char *first_error;
	uint64_t parse_us;          // processor time: of the compiler library,
	uint64_t lower_us;          // and from its syntax tree to the IR
	const char *downgrade;      // what of its command was given up, or NULL
	bool has_prefix;            // its prefix was of use
	uint32_t skipped_functions; // could touch no handle
	struct unit_fields *fields; // reserved for object protocols
};

#endif
