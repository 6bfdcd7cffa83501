// SPDX-License-Identifier: Apache-2.0
// What the files of the engine share: one solver per function.
#ifndef ONCELINT_FLOW_ENGINE_H
#define ONCELINT_FLOW_ENGINE_H

#include "flow/flow.h"
#include "flow/program.h"
#include "flow/state.h"

// What all functions share.
struct engine {
	struct program program;
	uint32_t unit;  // of the function that is solved
	uint32_t clock; // counts what is solved in groups
	struct record *solved;
	const struct rules *rules;
	const struct flow_parts *parts; // to be linked; NULL in one unit
	const struct flow_options *options;
	struct arena *arena;  // of the result
	struct arena *told;   // of what solving one function tells
	struct arena keep;    // of the function being solved
	struct arena scratch; // of one run over a block
	struct flow_result *out;
	struct constants *constants; // by unit
	uint32_t constant_units;
	struct contracts *contracts;
	// File-local variables that functions with outside callers re-arm.
	VEC(const char *) rearmed;
	// Fields that only one file can name, and that it never reads.
	VEC(const char *) unread;
	VEC(struct stale) stale;
};

// A check made at an operation, over all states that reach it.
struct check {
	uint32_t op;
	uint32_t region;
	uint8_t facet;
	enum finding_kind kind;
	uint32_t made; // operation that made the handle in a right state, NONE
	const struct effect *inner;
	uint32_t total;       // states in which it was made
	uint32_t wrong;       // of these, how many failed
	bool is_certain;      // the typestate was exact in one of them
	struct handle handle; // of the first failing state
	uint32_t trace;
	struct loc loc;
	struct loc end; // where the operation that noticed it stands
	const char *what;
	const char *place; // the handle as written
};

struct block_states {
	VEC(struct state *) at;
	uint32_t widened; // joins forced by the bound
};

struct solver {
	struct engine *engine;
	const struct function *f;
	struct arena *keep;    // until the function is done
	struct arena *scratch; // until the block is done
	struct memory m;
	uint32_t *first_op;    // per block: number of its first operation
	const struct op **ops; // by number
	uint32_t op_count;
	struct block_states *in;
	VEC(struct trace) traces;
	VEC(struct check) checks;
	VEC(struct state *) splits; // made by the current operation
	VEC(struct state *) exits;  // states at return
	uint32_t globals_seen;      // of which is_open is known
	bool reporting;             // the fixpoint is reached: record checks
	bool gave_up;
	bool is_dead; // the current state turned out impossible
	// The operation being executed.
	const struct op *op;
	uint32_t op_number;
	uint32_t run;  // counts executions of operations, of one state each
	bool is_first; // the state has not met the operation before
	uint32_t block;
	struct loc leave;  // of the return being left through
	bool by_thread;    // what happens now happens concurrently
	uint32_t returned; // symbol: memory made here that only the caller gets
	struct sweeps *sweeps;
	struct liveness *live;
};

// ---- eval.c: places and values
uint32_t eval_place(struct solver *sv, struct state *s, uint32_t place);
// Element 0 of an array, any other region itself.
uint32_t eval_first(struct solver *sv, uint32_t region);
// Element `index` of the array, or of what a pointer points to.
uint32_t eval_index(struct solver *sv, uint32_t base, int64_t index,
		    const struct type *type);
struct value eval_load(struct solver *sv, struct state *s, uint32_t region);
// Whether the operation names an element by a variable: which element that is
// may be known in one turn of a loop and not in the next.
bool eval_is_indexed(const struct solver *sv);
struct value eval_operand(struct solver *sv, struct state *s,
			  const struct operand *o);
// The region an operand names by reference or address, NONE if unknown.
uint32_t eval_object(struct solver *sv, struct state *s,
		     const struct operand *o);
// The region behind a pointer value, NONE for null and unknown.
uint32_t eval_pointee(struct solver *sv, struct state *s, struct value v,
		      const struct type *type);
void eval_store(struct solver *sv, struct state *s, uint32_t region,
		struct value v);
// What a region and its parts hold, to be put into another.
struct content {
	uint32_t region;
	struct value whole;
	VEC(struct binding) parts; // in scratch
};
struct content eval_content(struct solver *sv, struct state *s,
			    uint32_t region);
void eval_put(struct solver *sv, struct state *s, uint32_t region,
	      const struct content *c);
void eval_copy(struct solver *sv, struct state *s, uint32_t dst, uint32_t src);
// The index variable `key` changes: what it named becomes one of many.
void eval_fold_elements(struct solver *sv, struct state *s, uint32_t key);
// Whether nothing in the state can have this name, which the operation that is
// executed gives now: asked each time.
bool eval_is_new(struct solver *sv, uint32_t symbol);
// A fresh unknown value, made by the operation that is executed; `slot` tells
// several of one operation apart: small numbers for its results, a region's own
// for what it writes there.
#define REGION_SLOT(region) ((region) + (1u << 16))
#define SLOT_OLDER (1u << 31) // added: of the turn before
struct value eval_fresh(struct solver *sv, struct state *s, uint32_t slot,
			const struct type *type);
const struct family *eval_family(struct solver *sv, const struct type *type);

// ---- havoc.c
// Unknown code may have changed `region` and what it leads to.
void eval_havoc(struct solver *sv, struct state *s, uint32_t region);
// The same of every global that unknown code can name.
void eval_havoc_globals(struct solver *sv, struct state *s);
// As eval_havoc() of each of these globals and parts of such, which are put in
// order.
void eval_havoc_these(struct solver *sv, struct state *s, uint32_t *regions,
		      uint32_t count);

// ---- handle.c: which handle a place holds
struct subject {
	uint32_t region; // that holds it, NONE if only the value is known
	uint32_t symbol;
	struct handle *handle; // in the state; valid until the next change
	bool is_null;
};
// The handle of `family` at `region`, made unknown if none was known.
struct subject handle_at(struct solver *sv, struct state *s, uint32_t region,
			 const struct family *family);
// The handle that a value is (pointers, ids), `region` may be NONE.
struct subject handle_of_value(struct solver *sv, struct state *s,
			       struct value v, uint32_t region,
			       const struct family *family);
// The region whose value is the handle: the object's content for records.
uint32_t handle_region(struct solver *sv, uint32_t region,
		       const struct family *family);
// Whether a second consumption does nothing: what it is an operation of is
// there for the next one.
bool handle_is_benign(const struct handle *h);
// Whether nobody can consume it any more once `region` is gone.
bool handle_is_lost(struct solver *sv, struct state *s, const struct handle *h,
		    uint32_t region);
// `region` is left moved-from; `old` is what it held.
void handle_moved_out(struct solver *sv, struct state *s, uint32_t region,
		      const struct handle *old, bool given_away);
// A local's lifetime ends, or a place is written over: is something owed?
void handle_end(struct solver *sv, struct state *s, uint32_t region);
void handle_overwrite(struct solver *sv, struct state *s, uint32_t region);
// The memory is given back with all that is in it.
void handle_free(struct solver *sv, struct state *s, uint32_t region);
// The object that `symbol` points to is started again.
void handle_restart(struct solver *sv, struct state *s, uint32_t symbol);
void handle_discard(struct solver *sv, struct state *s, struct value v,
		    bool on_purpose);
// std::move of everything below `src` to `dst` (NONE: to somewhere unknown).
void handle_move(struct solver *sv, struct state *s, uint32_t dst,
		 uint32_t src);
// What a handle points to is read or written.
void handle_dereferenced(struct solver *sv, struct state *s, struct value v,
			 uint32_t region);
// Parameters whose debt comes with the value, by type or as a callback.
void parameters_owed(struct solver *sv, struct state *s);
// A path leaves the function: what such a parameter still owes.
void parameters_leave(struct solver *sv, struct state *s, struct loc loc);
// What `region` and its parts hold owes nothing any more.
void handles_escape_within(struct state *s, const struct memory *m,
			   uint32_t region);
// The object is handed to somebody who expects an operation in it.
void handle_given(struct solver *sv, struct state *s, uint32_t region);
// Unknown code gets the value.
void handle_escape(struct solver *sv, struct state *s, struct value v);

// ---- effect.c: what an operation does to one handle
struct occasion { // of an effect
	const struct effect *effect;
	const char *what;           // the operation's name
	const struct effect *inner; // place in a callee's body, or NULL
	bool is_move;               // the subject was passed by std::move
	bool is_element;            // of an array given to the operation:
	uint32_t element;           // this one
	uint32_t slot;              // tells several results of one call apart
};
// Applies it to the handle at `region` (or to `v` if region is NONE).
void effect_apply(struct solver *sv, struct state *s, uint32_t region,
		  struct value v, const struct occasion *o);
// As effect_apply, without a check, on a handle that was assumed to be in
// another state until now.
void effect_settle(struct solver *sv, struct state *s,
		   const struct handle *before, const struct effect *e,
		   uint32_t op, const char *what);
// What a known answer of a guard says. False if the path cannot be.
bool effect_means(struct solver *sv, struct state *s, uint32_t symbol,
		  enum meaning meaning);

// ---- call.c, summary application and unknown callees
void call_exec(struct solver *sv, struct state *s, const struct op *op);
void await_exec(struct solver *sv, struct state *s, const struct op *op);
// The summary of the function that the present unit calls by this key, or NULL.
const struct operation *summary_of(const struct engine *e, const char *key);
const struct operation *summary_in(const struct engine *e, struct record *r);

// ---- dispatch.c
// The overriders that the virtual call `op` may reach: one, if it can be told
// what object it is called on; none, if that class is not known.
struct record_list dispatch_targets(struct solver *sv, struct state *s,
				    const struct op *op);

// ---- apply.c: operations of packs, and summaries
void apply_operation(struct solver *sv, struct state *s, const struct op *op,
		     const struct operation *operation, const char *what);
// One effect, on every place that its subject denotes at `op`; `inner` is where
// in a callee's body it happens, or NULL.
void apply_effect(struct solver *sv, struct state *s, const struct op *op,
		  const struct effect *e, const char *what,
		  const struct effect *inner);
// The call's value is one of its arguments.
void apply_alias(struct solver *sv, struct state *s, const struct op *op,
		 const struct operation *operation);
// The value of the call, unknown if nobody keeps it.
struct value apply_result(struct solver *sv, struct state *s,
			  const struct op *op);

// ---- argument.c: what the arguments say before the call
enum truth argument_test(struct solver *sv, struct state *s,
			 const struct op *op, const struct when *w);
// Whether only the result will tell.
bool when_is_open(const struct when *w);
void argument_set_attribute(struct solver *sv, struct state *s,
			    const struct op *op,
			    const struct operation *operation);

// Whether the rules say what becomes of argument `i`.
bool argument_is_described(const struct op *op, struct operation_list list,
			   uint32_t i);

// ---- language.c
// memset, std::swap and their like; false if the callee is none of them.
bool language_exec(struct solver *sv, struct state *s, const struct op *op);
// Whether it is the C library's free().
bool language_is_free(const struct callee *c);
// Makes a std::function or its like; false if the callee does not.
bool language_wrap(struct solver *sv, struct state *s, const struct op *op);

// ---- container.c
// Appends to a std::vector or its like; false if the callee does not.
bool container_exec(struct solver *sv, struct state *s, const struct op *op);

// ---- inline.c: summaries
// May add states to sv->splits. False if no outcome is possible.
bool apply_summary(struct solver *sv, struct state *s, const struct op *op,
		   const struct operation *summary, const char *what);

// Whether the outcome's conditions on what came in can hold now.
bool outcome_can_be(struct solver *sv, struct state *s, const struct op *op,
		    const struct outcome *o);

// Whether `w` is a test of memory where the outcome writes what makes the next
// such test fail, as in `if (!taken) taken = true;`.
bool outcome_claims(const struct outcome *o, const struct when *w);

// ---- callback.c: functions and closures that the callee runs
void callbacks_run(struct solver *sv, struct state *s, const struct op *op,
		   const struct operation *operation, const char *what);
// Calls the body `key` with `closure` (its region, NONE for functions).
// A lambda that captures a handle whose right is gone, and consumes it.
void closure_check(struct solver *sv, struct state *s, const struct op *op,
		   uint32_t closure);
bool closure_call(struct solver *sv, struct state *s, const struct op *op,
		  const char *key, uint32_t closure, const char *what);

// ---- path.c: paths of an interface, at a call
struct target {
	uint32_t region; // NONE if only a value is known
	struct value value;
	bool is_move;      // given by std::move
	uint32_t argument; // index, NONE for others
};
struct targets {
	VEC(struct target) list;
};
// Every place that the path denotes at `op`, none if it denotes nothing here.
void path_targets(struct solver *sv, struct state *s, const struct op *op,
		  const struct path *p, struct targets *out);

// ---- refine.c: conditions
// Assumes the condition (or its negation). False if the path cannot be.
bool refine_condition(struct solver *sv, struct state *s,
		      const struct condition *c, bool holds);
bool refine_symbol(struct solver *sv, struct state *s, uint32_t symbol,
		   enum binary_operator operator, int64_t integer);
bool refine_value(struct solver *sv, struct state *s, struct value v,
		  enum binary_operator operator, int64_t integer);
bool refine_values(struct solver *sv, struct state *s, struct value l,
		   enum binary_operator operator, struct value r);
// Decides what the pending effects can now tell. False: cannot be.
bool refine_pendings(struct solver *sv, struct state *s, uint32_t symbol);
// Other questions of the same call about the same handle go on from what `p`
// assumes; from `before`, if that is known by now.
void follow_pendings(struct state *s, const struct pending *p,
		     const struct handle *before);
// How two values compare, as far as that is told by which they are.
enum truth values_compare(struct value l, enum binary_operator operator,
			  struct value r);
// The truth of one `when` about the value of `symbol`.
enum truth when_test(struct solver *sv, const struct state *s,
		     const struct when *w, struct value v, uint32_t subject);
bool constant_value(struct engine *e, const char *name, int64_t *out);

// ---- rearm.c: what unknown code can do by calling back
// Looks for them in the summaries; true if there are any.
bool rearm_find(struct engine *e);
// Whether the function has to be solved again, with what is known now.
bool rearm_concerns(const struct engine *e, const struct record *r);
// Whether unknown code can change the global with this USR, as the present unit
// has it.
bool rearm_is_open(const struct engine *e, const char *usr);

// ---- unread.c
// Looks for the fields that nobody reads.
void unread_find(struct engine *e, const struct unit *u);
// Whether it is such a field of the unit.
bool is_unread(const struct engine *e, uint32_t unit, const char *field_usr);

// ---- stale.c
// Looks for the fields where a callback leaves what it has ended.
void stale_find(struct engine *e, const struct unit *u);

// ---- solve.c
// Runs `sv` to the fixpoint, then records checks and exit states. sv->gave_up
// tells that a limit was hit.
void solve_function(struct solver *sv);
uint32_t block_successor(const struct block *b, uint32_t i);
uint32_t op_block(const struct solver *sv, uint32_t op);

// ---- join.c
// Adds `s`, which is used up, to the states at `point` (a block, or behind an
// operation), in `keep`. The number of the one that changed, NONE if none did.
uint32_t states_join(struct solver *sv, struct block_states *in,
		     struct state *s, uint32_t point, uint32_t most,
		     struct arena *keep);

// ---- live.c
// Finds which locals are read after the start of each of the `count` blocks in
// `order`, which is best the reverse postorder.
void live_find(struct solver *sv, const uint32_t *order, uint32_t count);
// On the way from the present block to `to`: drops what locals hold that nobody
// reads any more, but what is to be judged at their end.
void live_drop(const struct solver *sv, struct state *s, uint32_t to);

// ---- trace.c
uint32_t trace_add(struct solver *sv, struct state *s, const struct trace *t);
void check_add(struct solver *sv, struct state *s, enum finding_kind kind,
	       bool wrong, bool certain, const struct handle *h,
	       uint32_t region, uint8_t facet, const struct occasion *o);
// Turns failed checks into findings.
void report_checks(struct solver *sv);

// ---- guard.c
// Whether a path that does not make a handle at `made` has to take one more
// decision, which those that do make it also take, to get to `used`.
bool is_decided_again(struct solver *sv, uint32_t made, uint32_t used);

// ---- interface.c: places as callers can name them
// Appends the way to `region` from the interface; false if there is none.
bool interface_path(struct solver *sv, uint32_t region, struct path *p);
// Whether the caller sees what the function leaves in `region`; sets *p.
bool interface_visible(struct solver *sv, uint32_t region, struct path *p);
// New memory with a handle in it that is returned as `v`, and kept nowhere
// else: callers can name it, once sv->returned says so. NONE if it is not.
uint32_t interface_memory(struct solver *sv, const struct state *s,
			  struct value v);
bool path_is_many(const struct path *p);    // several elements at once
bool path_is_element(const struct path *p); // an element, or several
bool interface_same(const struct path *a, const struct path *b);

// ---- premise.c: what an exit state knows of values, as conditions
struct whens {
	VEC(struct when) list;
};
// `like`, with this comparison.
void premise_add(struct arena *a, struct whens *to, struct when like,
		 enum binary_operator operator, int64_t k);
// All that is known of `symbol`, as comparisons of what `like` is about.
void premise_facts(struct arena *a, struct whens *to, const struct state *s,
		   struct when like, uint32_t symbol);
// What the path assumed about values that came from outside.
void premise_entry(struct solver *sv, struct arena *a, struct whens *to,
		   const struct state *s);

// ---- constant.c
// All that is known of a function that is not solved: the one value it returns.
// NULL if there is no such value.
const struct operation *constant_summary(struct arena *a,
					 const struct function *f);
// That it ends the program on every way through it; NULL if it does not.
const struct operation *ending_summary(struct engine *e,
				       const struct function *f);

// ---- outcome.c
// Leaves at most `most` outcomes.
void outcomes_limit(struct arena *a, struct choice *c, uint32_t most);

// ---- summarize.c
const struct operation *summarize(struct solver *sv);

// ---- sweep.c: loops over all elements
// Whether operation `op` runs once for every element each time its loop runs.
bool sweep_covers(struct solver *sv, uint32_t op);
bool sweep_same_loop(struct solver *sv, uint32_t a, uint32_t b);
bool sweep_same_bounds(struct solver *sv, uint32_t a, uint32_t b);

#endif
