// SPDX-License-Identifier: Apache-2.0
// What the files that turn the syntax tree into IR share. A function is lowered
// in one walk: place.c, expr.c, call.c, init.c and stmt.c read cursors and call
// each other; lower.c holds the function that grows and knows no cursor's
// shape.
#ifndef ONCELINT_FRONT_LOWER_H
#define ONCELINT_FRONT_LOWER_H

#include "front/cx.h"
#include "front/parse.h"
#include "model/ir.h"

// ---- parse.c

// Runs `work` where libclang may recurse as deep as a source nests.
MUST_USE bool front_on_large_stack(void *(*work)(void *), void *data,
				   struct err *e);

// ---- the unit

struct type_entry;
struct callee_entry;
struct closure_entry;
struct field_entry;
struct seen_entry;

struct work { // a function that waits for its turn
	CXCursor cursor;
	bool is_instantiation;
	bool is_pattern;
	bool is_initializer; // the cursor is a variable or field
};

struct tu {
	struct cx cx;
	struct arena *arena;  // the unit's
	struct arena scratch; // one function's child lists and stacks
	struct unit *out;
	struct type_entry *types;
	struct callee_entry *callees;
	struct closure_entry *closures;
	struct field_entry *fields;
	struct seen_entry *seen; // functions that were queued or lowered
	VEC(struct work) queue;
	VEC(struct work) patterns;
	struct arena queue_arena;
	bool is_cplusplus;
	const struct front_prefix *prefix; // that is not walked; or NULL
	bool has_missed;        // what may be declared there was not found
	VEC(struct loc) errors; // where clang reported them
};

// ---- prefix.c

// A text that names the project's functions that a prefix holds, and the file
// that it is read from by each unit after its prefix: of what is precompiled
// libclang walks nothing.
#define PREFIX_OWN "oncelint_own"
#define PREFIX_OWN_FILE "/oncelint-own.h"
void prefix_name_own(const struct front_prefix *p, const char *variable,
		     struct str *out);

// ---- parse.c

// What is set but for `cx.scratch` and `cx.policy` stays.
void tu_begin(struct tu *u);
void tu_end(struct tu *u);

// ---- one function

// An automatic variable or temporary whose end of life is still to come. The
// list runs from the innermost outwards, so a point in a function is known by
// its first element.
struct live {
	struct live *outer;
	uint32_t depth;
	uint32_t place;
	const struct callee *end; // destructor or cleanup function, or NULL
	bool is_cleanup;          // the function is given the address
};

struct jump_target { // of break and continue
	struct jump_target *outer;
	uint32_t break_block;
	uint32_t continue_block; // NONE for a switch
	const struct live *live;
};

struct switch_body {
	struct switch_body *outer;
	VEC(struct switch_case) cases;
	uint32_t default_block; // NONE until there is one
};

struct try_body {
	struct try_body *outer;
	uint32_t *handlers; // with those of outer bodies that may be reached
	uint32_t count;
};

struct label {
	const void *key; // its statement: names can repeat, as in macros
	uint32_t block;
	const struct live *live; // where it stands
	bool is_address_taken;
};

struct pending_goto { // its block waits for the label's place
	uint32_t block;
	uint32_t label;
	const struct live *live;
	struct loc loc;
};

struct variable_entry;
struct visited_entry;

struct lower {
	struct tu *u;
	struct lower *outer; // of a lambda's body: where it stands
	struct function *f;
	struct closure_entry *closure; // of a lambda's body
	uint32_t block;                // NONE: cannot be reached
	struct op dropped;             // what emit gives there
	struct live *live;
	struct jump_target *jump;
	struct switch_body *switch_body;
	struct try_body *try_body;
	struct variable_entry *variables;
	struct visited_entry *visited; // debug builds
	VEC(struct label) labels;
	VEC(struct pending_goto) gotos;
	VEC(uint32_t) computed_gotos; // blocks that jump to a taken label
	uint32_t depth;
	uint32_t implicit; // > 0: what is emitted was not written
	bool is_loop;      // in the condition of a loop
	bool has_va_list;  // a variable of type va_list was seen
};

#define DEPTH_MAX 50000

// ---- type.c

const struct type *type_of(struct tu *u, CXType t);
const struct type *type_integer(void); // int, of what no source declares
const struct type *type_of_cursor(struct tu *u, CXCursor c);
const struct type *type_of_class(struct tu *u, CXCursor record);
// A type made of one known: never NULL.
const struct type *type_pointer_to(struct tu *u, const struct type *t);
const struct type *type_reference_to(struct tu *u, const struct type *t);
bool type_is_reference(const struct type *t);
void types_release(struct tu *u);

// ---- name.c

const char *qualified_name(struct tu *u, CXCursor declaration);
const char *function_key(struct tu *u, CXCursor function);
// Of a field, or of the union whose members share one: a type that is defined
// in the unit's own source is another one than its namesake elsewhere.
const char *field_key(struct tu *u, CXCursor field);
// The key of a lambda's body, from its closure class.
const char *closure_key(struct tu *u, CXCursor closure_class);
const char *const *override_keys(struct tu *u, CXCursor method);
bool is_scope(enum CXCursorKind kind); // a namespace, class or enumeration
bool is_closure(CXCursor record);
bool is_generic_call(CXCursor method); // of a lambda, for some argument types
bool is_instantiated(CXCursor function);

// ---- callee.c

// The callee for a declaration, with everything that is known of it. Queues
// its body when only calls lead there (instantiations).
const struct callee *callee_of(struct tu *u, CXCursor function);
const struct callee *callee_named(struct tu *u, const char *name);
const struct callee *callee_dependent(struct tu *u, const char *name);
const struct callee *callee_indirect(struct tu *u, CXType function);
// The destructor that runs for a type; NULL if it has nothing to do.
const struct callee *destructor_of(struct tu *u, CXType t);
// The constructor that runs where nothing is written; NULL if the class
// declares none.
const struct callee *default_constructor_of(struct tu *u, CXType t);
// The functions of the project that the prefix holds.
struct cursors prefix_own(struct tu *u);
const struct callee *cleanup_of(struct tu *u, CXCursor variable);
void callees_release(struct tu *u);

const char *const *annotations_of(struct tu *u, CXCursor function);

// ---- lower.c: places, operations, blocks, scopes

struct operand operand_place(uint32_t place);
struct operand operand_address(struct lower *l, uint32_t place);
struct operand operand_integer(int64_t value);
struct operand operand_null(void);
struct operand operand_unknown(void);

uint32_t place_field(struct lower *l, uint32_t base, const char *name,
		     const char *usr, const struct type *type);
uint32_t place_deref(struct lower *l, uint32_t base);
uint32_t place_deref_as(struct lower *l, uint32_t base,
			const struct type *type);
uint32_t place_index(struct lower *l, uint32_t base, int64_t i,
		     const struct type *type);
uint32_t place_element(struct lower *l, uint32_t base, uint32_t index_place,
		       const struct type *type);
// A copy, so that growing `places` does no harm.
struct place place_at(const struct lower *l, uint32_t place);

uint32_t variable_new(struct lower *l, const struct variable *v);
// A new temporary.
uint32_t temporary(struct lower *l, const struct type *t, struct loc loc);
// The same for an object, which is destroyed with its full expression.
uint32_t temporary_object(struct lower *l, CXType t, struct loc loc);

// A bug, in debug builds, if this function has lowered the call before.
void visit_once(struct lower *l, CXCursor e);
void visits_release(struct lower *l);

struct op *emit(struct lower *l, enum op_kind kind, struct loc loc);
void emit_copy(struct lower *l, uint32_t dst, struct operand src, bool is_init,
	       struct loc loc);

// The value is thrown away; `on_purpose`: the code says so.
void emit_discard(struct lower *l, uint32_t place, bool on_purpose,
		  struct loc loc);

uint32_t block_new(struct lower *l);
// Its exceptions go where those of the current place go.
void block_in_try(struct lower *l, uint32_t block);
void block_enter(struct lower *l, uint32_t block); // ends the old by a jump
void block_start(struct lower *l, uint32_t block); // the old one is ended
void end_jump(struct lower *l, uint32_t to);
void end_branch(struct lower *l, const struct condition *c, uint32_t yes,
		uint32_t no, struct loc loc);
void end_with(struct lower *l, enum terminator_kind kind, struct loc loc);

void live_push(struct lower *l, uint32_t place, const struct callee *end,
	       bool is_cleanup);
// Ends lives down to `until`, which is not ended; live_leave also forgets.
void live_end(struct lower *l, const struct live *until, struct loc loc);
void live_leave(struct lower *l, struct live *until, struct loc loc);

// The label that a label statement, or what refers to it, means.
uint32_t label_of(struct lower *l, CXCursor c);
void gotos_resolve(struct lower *l);

// Takes out blocks that cannot be reached or do nothing.
void function_tidy(struct lower *l);

// ---- place.c

// The place that `e` names; of a value, a temporary that holds it.
uint32_t lower_place(struct lower *l, CXCursor e);
// What a pointer's value points to.
uint32_t pointee_place(struct lower *l, struct operand pointer,
		       const struct type *type, struct loc loc);
// The value at a place: an array is its address.
struct operand place_value(struct lower *l, uint32_t place);
// Any value, kept at a place.
uint32_t value_place(struct lower *l, struct operand o, const struct type *type,
		     struct loc loc);
uint32_t element_place(struct lower *l, CXCursor base, CXCursor index);
uint32_t member_object(struct lower *l, CXCursor member);
// A field of the object at a place, not looked through if it is a reference.
uint32_t field_place(struct lower *l, uint32_t object, CXCursor field);
// Whether naming the place does nothing else.
bool is_plain_place(struct lower *l, CXCursor e);
// Whether the operand is this place, its address, or lies behind it.
bool is_reached_from(const struct lower *l, const struct operand *o,
		     uint32_t place);

// The place of a variable, parameter, capture or global; of what it refers to
// if it is a reference.
uint32_t variable_place(struct lower *l, CXCursor declaration);
// A name for a place that exists, as structured bindings are.
void variable_alias(struct lower *l, CXCursor declaration, uint32_t place);
// A new variable of this function; its root place.
uint32_t variable_declare(struct lower *l, CXCursor declaration,
			  enum variable_kind kind, uint32_t index);
uint32_t this_place(struct lower *l); // the pointer
void variables_release(struct lower *l);
void fields_release(struct tu *u);

// Parentheses and implicit conversions taken off.
CXCursor peel(struct lower *l, CXCursor e);
const struct type *type_of_peeled(struct lower *l, CXCursor e);

// ---- expr.c, operator.c, condition.c

// The value of `e`. A new value goes to the place `into` if it is not NONE, and
// is then that place; else to a temporary.
struct operand lower_value(struct lower *l, CXCursor e, uint32_t into);
enum binary_operator binary_operator_of(enum CXBinaryOperatorKind kind);
bool operator_is_comparison(enum binary_operator operator);
bool operator_is_logical(enum CXBinaryOperatorKind kind);
bool operator_compare(enum binary_operator operator, int64_t a, int64_t b);
struct operand lower_binary(struct lower *l, CXCursor e, uint32_t into);
struct operand lower_unary(struct lower *l, CXCursor e, uint32_t into);
struct operand lower_compound_assignment(struct lower *l, CXCursor e);
// ++ and --; the old value is kept only if it is used.
struct operand lower_step(struct lower *l, CXCursor e,
			  enum CXUnaryOperatorKind kind, bool is_value_used);
// Only what `e` does; `on_purpose`: its value was cast to void.
void lower_effect(struct lower *l, CXCursor e, bool on_purpose);
void lower_full_effect(struct lower *l, CXCursor e); // and ends temporaries
// Goes to `yes` if `e` is true, else to `no`; temporaries live on.
void lower_condition(struct lower *l, CXCursor e, uint32_t yes, uint32_t no);
void lower_full_condition(struct lower *l, CXCursor e, uint32_t yes,
			  uint32_t no, bool is_loop);
// A value that a place is to get; `into` as above.
void lower_assign(struct lower *l, uint32_t dst, CXCursor e, bool is_init);
// A constant that case labels and indexes are made of.
bool lower_constant(struct lower *l, CXCursor e, int64_t *value,
		    const char **name);
bool is_too_deep(struct lower *l);

// ---- call.c

// A call taken apart. Children come in source order (an operator stands between
// its operands), so the callee is the child that is no argument.
struct call {
	CXCursor e;
	CXCursor function; // null: through a pointer
	CXCursor target;   // the child that names the callee, or null
	const struct callee *callee;
	CXCursor *arguments;
	uint32_t count;
};

enum want { WANT_NOTHING, WANT_VALUE };
struct operand lower_call(struct lower *l, CXCursor e, uint32_t into,
			  enum want want, bool on_purpose);
// __builtin_expect(x, ...): `*operand` is x.
bool is_expectation(struct lower *l, CXCursor e, CXCursor *operand);
void call_take_apart(struct lower *l, CXCursor e, struct call *c);
CXCursor call_target(struct lower *l, const struct call *c);

// ---- known.c

// Calls of the standard library that name or move places (*p, p->, v[i],
// exchange), and assignment of objects.
bool lower_known(struct lower *l, struct call *c, uint32_t into,
		 struct operand *out);
// Builtins that ask the compiler about an argument, and do not evaluate it.
bool lower_unevaluated(struct lower *l, const struct call *c,
		       struct operand *out);
// Constructors of the standard library that are plain values: std::atomic's.
bool lower_known_construct(struct lower *l, const struct call *c, uint32_t dst);
// Whether `e` only asks if a smart pointer holds something.
bool lower_truth(struct lower *l, CXCursor e, uint32_t *place);
// C11's and GNU's atomic builtins; false if `e` is none.
bool lower_atomic(struct lower *l, CXCursor e, const struct cursors *parts,
		  uint32_t into, struct operand *out);
// std::move(x) and the like: `*operand` is x.
bool is_transparent_call(struct lower *l, CXCursor e, CXCursor *operand);
struct operand lower_argument(struct lower *l, CXCursor e,
			      const struct type *parameter);
bool is_rvalue(struct lower *l, CXCursor object);

// ---- init.c

// dst = e, where dst had no value before.
void lower_init(struct lower *l, uint32_t dst, CXCursor e);
// A constructor's call builds `dst`.
void lower_construct(struct lower *l, CXCursor e, uint32_t dst);
struct operand lower_aggregate(struct lower *l, CXCursor e, uint32_t into);
void lower_local(struct lower *l, CXCursor variable);
void lower_bindings(struct lower *l, CXCursor declaration);
void lower_bindings_of(struct lower *l, CXCursor declaration, uint32_t object);
// What a variable or field starts with, null if nothing is written.
CXCursor initializer_of(struct tu *u, CXCursor variable);
// ---- stmt.c, jump.c

void lower_stmt(struct lower *l, CXCursor s);
void lower_scoped(struct lower *l, CXCursor s); // a scope without braces
void lower_switch(struct lower *l, CXCursor s);
void lower_case(struct lower *l, CXCursor s);
void lower_label(struct lower *l, CXCursor s);
void lower_label_only(struct lower *l, CXCursor s); // not what it labels
void lower_goto(struct lower *l, CXCursor s);
void lower_computed_goto(struct lower *l, CXCursor s);
void lower_break(struct lower *l, CXCursor s);
void lower_continue(struct lower *l, CXCursor s);
void lower_return(struct lower *l, CXCursor s);
struct operand lower_statement_expression(struct lower *l, CXCursor e,
					  uint32_t into);

// ---- cxx.c

void lower_range_for(struct lower *l, CXCursor s);
void lower_try(struct lower *l, CXCursor s);
// co_return and statements with attributes.
void lower_unexposed_stmt(struct lower *l, CXCursor s);
bool is_await(struct lower *l, const struct cursors *parts);
struct operand lower_await(struct lower *l, CXCursor e,
			   const struct cursors *parts, uint32_t into);
struct operand lower_new(struct lower *l, CXCursor e, uint32_t into);
void lower_delete(struct lower *l, CXCursor e);
// The field, and the temporaries of its initializer.
void lower_field_init(struct lower *l, uint32_t dst, CXCursor e);
// What comes before a constructor's body.
void lower_constructor_inits(struct lower *l, CXCursor constructor,
			     const struct cursors *parts);

// ---- lambda.c

struct operand lower_lambda(struct lower *l, CXCursor e, uint32_t into);
// What a body uses of the function around it.
uint32_t capture_place(struct lower *l, CXCursor declaration);
void capture_this(struct lower *l);
// Declares what is known to be captured. False if the class is no closure that
// was lowered.
bool closure_enter(struct lower *l, CXCursor closure_class);
void closures_release(struct tu *u);

// ---- decl.c

// Lowers what the unit defines, and what that leads to.
void lower_unit(struct tu *u);
// A function that is called and defined in the unit: only this way leads to
// instantiations and to functions of others. Each is lowered once.
void queue_function(struct tu *u, CXCursor function);
// The same for methods of a class inside a function, and for what a variable
// that is no automatic one starts with.
void queue_members(struct tu *u, CXCursor record);

// export.c: notes a declaration that other units may see too.
void export_declaration(struct tu *u, CXCursor c);
// Whether it would note this function, of a header.
bool is_exported(struct tu *u, CXCursor function);
// The file where callers learn of a function: that of its first declaration, or
// of the method's that it overrides.
const char *declared_in(struct tu *u, CXCursor function);
void queue_initializer(struct tu *u, CXCursor variable);
// Parameters, body and end of a function or lambda that was described.
void lower_function_body(struct lower *l, CXCursor function);

#endif
