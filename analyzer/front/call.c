// SPDX-License-Identifier: Apache-2.0
// Calls: who is called, on what, with what; builtins that are no calls.
#include "front/lower.h"

#include <string.h>

#include "base/str.h"

static struct loc loc_of(struct lower *l, CXCursor e)
{
	return cx_loc(&l->u->cx, e);
}

static bool is_function(CXCursor c)
{
	switch (clang_getCursorKind(c)) {
	case CXCursor_FunctionDecl:
	case CXCursor_CXXMethod:
	case CXCursor_Constructor:
	case CXCursor_Destructor:
	case CXCursor_ConversionFunction:
		return true;
	default:
		return false;
	}
}

CXCursor call_target(struct lower *l, const struct call *c)
{
	struct cursors parts = cx_parts(&l->u->cx, c->e);

	for (uint32_t i = 0; i < parts.count; i++) {
		const void *key = cx_expression_key(parts.at[i]);
		uint32_t j = 0;
		while (j < c->count &&
		       cx_expression_key(c->arguments[j]) != key)
			j++;
		if (j == c->count)
			return parts.at[i];
	}
	return clang_getNullCursor();
}

void call_take_apart(struct lower *l, CXCursor e, struct call *c)
{
	int n = clang_Cursor_getNumArguments(e);

	c->e = e;
	c->count = n > 0 ? (uint32_t)n : 0;
	c->arguments = ARENA_ARRAY(&l->u->scratch, CXCursor, c->count);
	for (uint32_t i = 0; i < c->count; i++)
		c->arguments[i] = clang_Cursor_getArgument(e, i);
	c->function = clang_getCursorReferenced(e);
	c->target = clang_getNullCursor();
	if (!is_function(c->function))
		c->function = clang_getNullCursor();
	else
		c->callee = callee_of(l->u, c->function);
}

// ---- calls that are none

static bool is_named(const struct callee *c, const char *name)
{
	return strcmp(c->name, name) == 0;
}

bool is_expectation(struct lower *l, CXCursor e, CXCursor *operand)
{
	CXCursor f = clang_getCursorReferenced(e);

	if (!is_function(f) || clang_Cursor_getNumArguments(e) < 2)
		return false;
	const struct callee *c = callee_of(l->u, f);
	if (c->name[0] != '_' || (!is_named(c, "__builtin_expect") &&
				  !is_named(c, "__builtin_expect_with_"
					       "probability")))
		return false;
	*operand = clang_Cursor_getArgument(e, 0);
	return true;
}

// Functions that only give their argument another type.
static bool is_transparent(const struct callee *c)
{
	static const char *const names[] = {
		"std::move",    "std::forward",      "std::as_const",
		"std::launder", "std::forward_like", "__builtin_launder",
	};

	if (c->parameter_count != 1)
		return false;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (is_named(c, names[i]))
			return true;
	return false;
}

bool is_transparent_call(struct lower *l, CXCursor e, CXCursor *operand)
{
	CXCursor f;

	if (clang_getCursorKind(e) != CXCursor_CallExpr ||
	    clang_Cursor_getNumArguments(e) != 1)
		return false;
	f = clang_getCursorReferenced(e);
	if (!is_function(f) || !is_transparent(callee_of(l->u, f)))
		return false;
	*operand = clang_Cursor_getArgument(e, 0);
	return true;
}

// ---- arguments

static enum passing passing_of(const struct type *parameter)
{
	switch (parameter->kind) {
	case TYPE_REFERENCE:
		return parameter->pointee->is_const ? PASS_CONST_REFERENCE
						    : PASS_REFERENCE;
	case TYPE_RVALUE_REFERENCE:
		return PASS_RVALUE_REFERENCE;
	default:
		return PASS_VALUE;
	}
}

// A default argument: nothing is written.
static bool is_absent(struct lower *l, CXCursor e)
{
	return l->u->is_cplusplus &&
	       clang_getCursorKind(e) == CXCursor_UnexposedExpr &&
	       clang_Range_isNull(clang_getCursorExtent(e)) &&
	       !cx_parts(&l->u->cx, e).count;
}

static struct operand reference_argument(struct lower *l, CXCursor e,
					 const struct type *parameter)
{
	struct operand o = lower_value(l, e, NONE);

	if (o.kind == OPERAND_ADDRESS &&
	    place_at(l, o.place).type->kind == TYPE_ARRAY)
		o = operand_place(o.place); // T (&)[n]
	else if (o.kind == OPERAND_ADDRESS)
		o = operand_place(
			value_place(l, o, parameter->pointee, loc_of(l, e)));
	o.passing = passing_of(parameter);
	return o;
}

// An object: built from another one, which needs no temporary, or made.
static struct operand object_argument(struct lower *l, CXCursor e)
{
	CXCursor inner = peel(l, e);

	if (clang_getCursorKind(inner) == CXCursor_CallExpr &&
	    clang_Cursor_getNumArguments(inner) >= 1) {
		CXCursor f = clang_getCursorReferenced(inner);
		bool is_constructor =
			clang_getCursorKind(f) == CXCursor_Constructor;
		bool is_copy = is_constructor &&
			       clang_CXXConstructor_isCopyConstructor(f);
		bool is_move = is_constructor &&
			       clang_CXXConstructor_isMoveConstructor(f);
		if (is_copy || is_move) {
			struct operand o = operand_place(lower_place(
				l, clang_Cursor_getArgument(inner, 0)));
			o.passing = is_move ? PASS_MOVE : PASS_VALUE;
			return o;
		}
	}
	struct operand o = lower_value(l, e, NONE);
	if (l->u->is_cplusplus)
		o.passing = PASS_MOVE;
	return o;
}

// std::move(x) of an unknown type.
static bool is_dependent_move(struct lower *l, CXCursor e)
{
	if (clang_getCursorKind(e) != CXCursor_CallExpr ||
	    clang_Cursor_getNumArguments(e) != 1 ||
	    is_function(clang_getCursorReferenced(e)))
		return false;
	struct cursors parts = cx_parts(&l->u->cx, e);
	CXCursor d = parts.count
			     ? clang_getCursorReferenced(peel(l, parts.at[0]))
			     : clang_getNullCursor();
	if (clang_getCursorKind(d) != CXCursor_OverloadedDeclRef ||
	    !clang_getNumOverloadedDecls(d))
		return false;
	const char *name = qualified_name(l->u, clang_getOverloadedDecl(d, 0));
	return strcmp(name, "std::move") == 0 ||
	       strcmp(name, "std::forward") == 0;
}

struct operand lower_argument(struct lower *l, CXCursor e,
			      const struct type *parameter)
{
	if (is_absent(l, e))
		return operand_unknown();
	if (!parameter && is_dependent_move(l, peel(l, e))) {
		struct operand o = lower_value(l, e, NONE);
		o.passing = PASS_RVALUE_REFERENCE;
		return o;
	}
	if (parameter && type_is_reference(parameter) && parameter->pointee)
		return reference_argument(l, e, parameter);
	if (parameter ? parameter->kind == TYPE_RECORD
		      : cx_type_kind(e) == CXType_Record)
		return object_argument(l, e);
	return lower_value(l, e, NONE);
}

// Marks what was emitted since `blocks` and `ops` as unordered with the rest.
struct emitted {
	uint32_t block;
	uint32_t ops;
	uint32_t blocks;
};

static struct emitted emitted_now(struct lower *l)
{
	struct emitted at = { l->block, 0, l->f->blocks.count };

	if (l->block != NONE)
		at.ops = l->f->blocks.at[l->block].ops.count;
	return at;
}

static bool mark_unsequenced(struct lower *l, struct emitted from,
			     struct emitted to, bool do_mark)
{
	bool any = false;

	if (from.block == NONE)
		return false;
	for (uint32_t b = from.block; b != NONE;) {
		struct block *block = &l->f->blocks.at[b];
		uint32_t first = b == from.block ? from.ops : 0;
		uint32_t last = b == to.block ? to.ops : block->ops.count;
		for (uint32_t i = first; i < last; i++) {
			any = true;
			if (do_mark)
				block->ops.at[i].is_unsequenced = true;
		}
		if (b == from.block)
			b = from.blocks < to.blocks ? from.blocks : NONE;
		else
			b = b + 1 < to.blocks ? b + 1 : NONE;
	}
	return any;
}

// A parameter that is built by a move is an operation of its argument too, even
// though it is part of the call.
static void order_arguments(struct lower *l, const struct emitted *marks,
			    const struct operand *arguments, uint32_t count)
{
	uint32_t busy = 0;

	for (uint32_t i = 0; i < count; i++)
		busy += mark_unsequenced(l, marks[i], marks[i + 1], false) ||
			arguments[i].passing == PASS_MOVE;
	for (uint32_t i = 0; busy > 1 && i < count; i++)
		mark_unsequenced(l, marks[i], marks[i + 1], true);
}

static struct operand *lower_arguments(struct lower *l, const struct call *c,
				       uint32_t first)
{
	uint32_t n = c->count - first;
	struct operand *out = ARENA_ARRAY(l->u->arena, struct operand, n);
	struct emitted *marks =
		ARENA_ARRAY(&l->u->scratch, struct emitted, n + 1);

	for (uint32_t i = 0; i < n; i++) {
		const struct type *parameter =
			i < c->callee->parameter_count
				? c->callee->parameters[i]
				: NULL;
		marks[i] = emitted_now(l);
		out[i] = lower_argument(l, c->arguments[first + i], parameter);
	}
	marks[n] = emitted_now(l);
	if (n > 1)
		order_arguments(l, marks, out, n);
	return out;
}

// ---- the object

// static_cast<T &&>(x), (T &&)x and T(x); the type is not in the cursor.
static bool is_rvalue_cast(struct lower *l, CXCursor e)
{
	const char *end;
	const char *p = cx_spelling(&l->u->cx, e, &end);

	if (clang_getCursorKind(e) == CXCursor_CXXFunctionalCastExpr)
		return true;
	for (; p && p + 1 < end && !strchr(">);", *p); p++)
		if (p[0] == '&' && p[1] == '&')
			return true;
	return false;
}

bool is_rvalue(struct lower *l, CXCursor object)
{
	CXCursor inner;

	object = peel(l, object);
	switch (clang_getCursorKind(object)) {
	case CXCursor_CallExpr:
		if (is_transparent_call(l, object, &inner))
			return true;
		return !type_is_reference(type_of(
			l->u, clang_getResultType(clang_getCursorType(
				      clang_getCursorReferenced(object)))));
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXFunctionalCastExpr:
		return is_rvalue_cast(l, object);
	default:
		return false;
	}
}

static void set_receiver(struct lower *l, struct call *c, struct operand *out,
			 const struct type **type, uint32_t place,
			 bool is_moved)
{
	*out = operand_place(place);
	*type = place_at(l, place).type;
	out->passing = is_moved              ? PASS_RVALUE_REFERENCE
		       : c->callee->is_const ? PASS_CONST_REFERENCE
					     : PASS_REFERENCE;
}

// How many arguments belong to the receiver: of an operator the first.
static uint32_t lower_receiver(struct lower *l, struct call *c,
			       struct operand *out, const struct type **type)
{
	CXCursor target = peel(l, c->target);

	if (c->callee->is_static || c->callee->kind == CALLEE_CONSTRUCTOR)
		return c->count > c->callee->parameter_count &&
				       !c->callee->is_variadic
			       ? c->count - c->callee->parameter_count
			       : 0;
	if (clang_getCursorKind(target) == CXCursor_MemberRefExpr) {
		struct cursors parts = cx_parts(&l->u->cx, target);
		bool is_moved = parts.count &&
				!cx_is_pointer(cx_type_kind(parts.at[0])) &&
				is_rvalue(l, parts.at[0]);
		set_receiver(l, c, out, type, member_object(l, target),
			     is_moved);
		return 0;
	}
	if (!c->count)
		return 0;
	bool is_moved = is_rvalue(l, c->arguments[0]);
	set_receiver(l, c, out, type, lower_place(l, c->arguments[0]),
		     is_moved);
	return 1;
}

// ---- in templates that nothing instantiates: names are all there is

static const struct callee *dependent(struct lower *l, const char *name)
{
	return callee_dependent(l->u, name);
}

// The last word of a member expression, whose cursor has no name.
static const char *member_name(struct lower *l, CXCursor member)
{
	const char *name = cx_name(&l->u->cx, member);

	return *name ? name : cx_last_word(&l->u->cx, member);
}

static bool lower_dependent_target(struct lower *l, struct call *c,
				   struct operand *receiver)
{
	CXCursor target = peel(l, c->target);
	CXCursor d = clang_getCursorReferenced(target);

	if (clang_getCursorKind(target) == CXCursor_MemberRefExpr) {
		if (clang_getCursorKind(d) == CXCursor_FieldDecl ||
		    clang_getCursorKind(d) == CXCursor_VarDecl)
			return false;
		const char *name = member_name(l, target);
		*receiver = operand_place(member_object(l, target));
		receiver->passing = PASS_REFERENCE;
		c->callee = dependent(l, name);
		return true;
	}
	if (clang_getCursorKind(d) != CXCursor_OverloadedDeclRef)
		return false;
	c->callee =
		clang_getNumOverloadedDecls(d)
			? dependent(l, qualified_name(
					       l->u,
					       clang_getOverloadedDecl(d, 0)))
			: dependent(l, cx_name(&l->u->cx, d));
	return true;
}

// Through a pointer; or a function after all, as in (f)(x).
static void lower_target(struct lower *l, struct call *c, struct operand *out)
{
	struct operand o = { 0 };

	if (!clang_Cursor_isNull(c->target) &&
	    lower_dependent_target(l, c, out))
		return;
	if (!clang_Cursor_isNull(c->target))
		o = lower_value(l, c->target, NONE);
	if (o.kind == OPERAND_FUNCTION) {
		c->callee = o.function;
		return;
	}
	if (o.kind == OPERAND_PLACE) {
		struct place p = place_at(l, o.place);
		if (p.projection == PROJECT_DEREF &&
		    p.type->kind == TYPE_FUNCTION)
			o.place = p.base;
	}
	*out = o;
	c->callee =
		callee_indirect(l->u, clang_Cursor_isNull(c->target)
					      ? clang_getCursorType(c->e)
					      : clang_getCursorType(c->target));
}

// ---- the result

struct result {
	uint32_t dst;
	struct operand value;
	bool is_discarded;
};

static struct result result_of(struct lower *l, const struct call *c,
			       uint32_t into, enum want want, struct loc loc)
{
	struct result r = { .dst = NONE };
	const struct type *t = c->callee->result;
	CXType written = clang_getCursorType(c->e);

	if (t->kind == TYPE_VOID || c->callee->is_noreturn)
		return r;
	if (type_is_reference(t)) {
		if (want == WANT_NOTHING)
			return r;
		r.dst = temporary(l, t, loc);
		r.value = operand_place(place_deref(l, r.dst));
		return r;
	}
	r.is_discarded = want == WANT_NOTHING;
	if (cx_type_kind(c->e) == CXType_Record)
		r.dst = into != NONE ? into : temporary_object(l, written, loc);
	else
		r.dst = into != NONE
				? into
				: temporary(l, type_of(l->u, written), loc);
	r.value = operand_place(r.dst);
	return r;
}

// A result that is made from what `into` holds until then cannot be made there:
// `task = next(task)`.
static uint32_t free_place(struct lower *l, uint32_t into,
			   const struct operand *receiver,
			   const struct operand *arguments, uint32_t count)
{
	if (into == NONE || is_reached_from(l, receiver, into))
		return NONE;
	for (uint32_t i = 0; i < count; i++)
		if (is_reached_from(l, &arguments[i], into))
			return NONE;
	return into;
}

static struct operand emit_call(struct lower *l, struct call *c, uint32_t into,
				enum want want, bool on_purpose)
{
	struct operand receiver = { .place = NONE };
	const struct type *receiver_type = NULL;
	uint32_t first = 0;

	if (clang_Cursor_isNull(c->function))
		lower_target(l, c, &receiver);
	else if (c->callee->kind != CALLEE_FUNCTION)
		first = lower_receiver(l, c, &receiver, &receiver_type);
	struct operand *arguments = lower_arguments(l, c, first);
	struct loc loc = loc_of(l, c->e);
	into = free_place(l, into, &receiver, arguments, c->count - first);
	struct result r = result_of(l, c, into, want, loc);
	struct op *op = emit(l, OP_CALL, loc);
	op->dst = r.dst;
	op->callee = c->callee;
	op->receiver = receiver;
	op->receiver_type = receiver_type;
	op->arguments = arguments;
	op->argument_count = c->count - first;
	op->is_virtual_call =
		c->callee->is_virtual && clang_Cursor_isDynamicCall(c->e);
	if (r.is_discarded)
		emit_discard(l, r.dst, on_purpose, loc);
	if (c->callee->is_noreturn)
		end_with(l, TERM_UNREACHABLE, loc);
	return r.value;
}

struct operand lower_call(struct lower *l, CXCursor e, uint32_t into,
			  enum want want, bool on_purpose)
{
	struct call c = { 0 };
	CXCursor inner;
	struct operand o;

	visit_once(l, e);
	call_take_apart(l, e, &c);
	if (c.callee && c.callee->kind == CALLEE_CONSTRUCTOR) {
		uint32_t dst =
			into != NONE
				? into
				: temporary_object(l, clang_getCursorType(e),
						   loc_of(l, e));
		lower_construct(l, e, dst);
		return operand_place(dst);
	}
	if (c.callee && is_expectation(l, e, &inner))
		return lower_value(l, inner, into);
	if (c.callee && is_transparent_call(l, e, &inner)) {
		o = operand_place(lower_place(l, inner));
		if (want == WANT_NOTHING) {
			struct op *op = emit(l, OP_DISCARD, loc_of(l, e));
			op->src = o;
			op->src.passing = PASS_RVALUE_REFERENCE;
		}
		return o;
	}
	if (c.callee && lower_unevaluated(l, &c, &o))
		return o;
	c.target = call_target(l, &c);
	if (!c.callee && is_dependent_move(l, e))
		return operand_place(lower_place(l, c.arguments[0]));
	if (c.callee && lower_known(l, &c, into, &o))
		return o;
	return emit_call(l, &c, into, want, on_purpose);
}

void lower_construct(struct lower *l, CXCursor e, uint32_t dst)
{
	struct call c = { 0 };
	struct loc loc = loc_of(l, e);

	call_take_apart(l, e, &c);
	bool is_copy = clang_CXXConstructor_isCopyConstructor(c.function);
	bool is_move = clang_CXXConstructor_isMoveConstructor(c.function);
	if ((is_copy || is_move) && c.count) {
		uint32_t from = lower_place(l, c.arguments[0]);
		struct op *op = emit(l, is_move ? OP_MOVE : OP_COPY, loc);
		op->dst = dst;
		op->src = operand_place(from);
		op->callee = c.callee;
		op->is_init = true;
		return;
	}
	if ((!c.count && clang_isPODType(clang_getCursorType(e))) ||
	    lower_known_construct(l, &c, dst))
		return;
	struct operand *arguments = lower_arguments(l, &c, 0);
	struct op *op = emit(l, OP_CALL, loc);
	op->callee = c.callee;
	op->receiver = operand_place(dst);
	op->receiver.passing = PASS_REFERENCE;
	op->receiver_type = place_at(l, dst).type;
	op->arguments = arguments;
	op->argument_count = c.count;
	op->is_init = true;
}
