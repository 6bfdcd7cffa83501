// SPDX-License-Identifier: Apache-2.0
// C++ alone: ranges, exceptions, coroutines, constructors, new and delete.
#include "front/lower.h"

#include <string.h>

#include "base/str.h"

static struct cursors parts_of(struct lower *l, CXCursor c)
{
	return cx_parts(&l->u->cx, c);
}

static struct loc loc_of(struct lower *l, CXCursor c)
{
	return cx_loc(&l->u->cx, c);
}

static struct loc end_of(struct lower *l, CXCursor c)
{
	return cx_loc_end(&l->u->cx, c);
}

// ---- for (x : range)

// One turn takes the next element; those of an array of known length have a
// number.
struct range {
	uint32_t place;
	uint32_t counter; // a place, NONE if nobody counts
};

static uint32_t range_element(struct lower *l, const struct range *r,
			      CXCursor variable)
{
	const struct type *t = place_at(l, r->place).type;
	const struct type *element = type_of_cursor(l->u, variable);

	if (t->kind == TYPE_ARRAY && t->pointee)
		element = t->pointee;
	else if (type_is_reference(element) && element->pointee)
		element = element->pointee;
	return place_element(l, r->place, r->counter, element);
}

// A counter from zero, named like the variable.
static void count_elements(struct lower *l, CXCursor variable, struct range *r)
{
	const struct type *t = place_at(l, r->place).type;
	struct loc loc = loc_of(l, variable);

	if (t->kind != TYPE_ARRAY || t->length <= 0)
		return;
	struct variable v = { .kind = VARIABLE_LOCAL,
			      .name = cx_name(&l->u->cx, variable),
			      .type = type_integer(),
			      .loc = loc };
	r->counter = place_root(l->f, l->u->arena, variable_new(l, &v));
	emit_copy(l, r->counter, operand_integer(0), true, loc);
}

static struct condition has_more(struct lower *l, const struct range *r)
{
	struct condition more = { BINARY_NOT_EQUAL, operand_unknown(),
				  operand_integer(0) };

	if (r->counter != NONE)
		more = (struct condition){
			BINARY_LESS, operand_place(r->counter),
			operand_integer(place_at(l, r->place).type->length)
		};
	return more;
}

static void count_on(struct lower *l, const struct range *r, struct loc loc)
{
	struct op *op;

	if (r->counter == NONE)
		return;
	op = emit(l, OP_BINARY, loc);
	op->dst = r->counter;
	op->binary = BINARY_ADD;
	op->src = operand_place(r->counter);
	op->src2 = operand_integer(1);
}

static void next_element(struct lower *l, CXCursor variable,
			 const struct range *range)
{
	struct loc loc = loc_of(l, variable);

	if (clang_getCursorKind(variable) != CXCursor_VarDecl) {
		lower_bindings_of(l, variable,
				  range_element(l, range, variable));
		return;
	}
	uint32_t element = range_element(l, range, variable);
	uint32_t place = variable_declare(l, variable, VARIABLE_LOCAL, 0);
	emit(l, OP_DECLARE, loc)->dst = place;
	struct op *op = emit(
		l,
		type_is_reference(place_at(l, place).type) ? OP_BIND : OP_COPY,
		loc);
	op->dst = place;
	op->src = operand_place(element);
	op->is_init = true;
	live_push(l, place, destructor_of(l->u, clang_getCursorType(variable)),
		  false);
}

// The loop variable comes first; its initialiser is the hidden iterator's.
void lower_range_for(struct lower *l, CXCursor s)
{
	struct cursors c = parts_of(l, s);
	struct live *mark = l->live;

	if (c.count < 3)
		return;
	struct range range = { lower_place(l, c.at[c.count - 2]), NONE };
	struct live *around = l->live;
	count_elements(l, c.at[0], &range);
	uint32_t head = block_new(l), body = block_new(l);
	uint32_t next = block_new(l), out = block_new(l);
	block_enter(l, head);
	struct condition more = has_more(l, &range);
	bool was_loop = l->is_loop;
	l->is_loop = true;
	end_branch(l, &more, body, out, loc_of(l, s));
	l->is_loop = was_loop;
	block_start(l, body);
	next_element(l, c.at[0], &range);
	struct jump_target t = { l->jump, out, next, around };
	l->jump = &t;
	lower_stmt(l, c.at[c.count - 1]);
	l->jump = t.outer;
	live_leave(l, around, end_of(l, s));
	block_enter(l, next);
	count_on(l, &range, loc_of(l, s));
	end_jump(l, head);
	block_start(l, out);
	if (l->live != mark)
		live_leave(l, mark, end_of(l, s));
}

// ---- try

static bool has_parameter(struct lower *l, CXCursor handler)
{
	struct cursors c = parts_of(l, handler);

	return c.count && clang_getCursorKind(c.at[0]) == CXCursor_VarDecl;
}

static struct try_body *try_make(struct lower *l, const struct cursors *c)
{
	struct try_body *t = ARENA_NEW(&l->u->scratch, struct try_body);
	uint32_t outer = l->try_body ? l->try_body->count : 0;
	bool catches_all = false;

	t->outer = l->try_body;
	t->handlers = ARENA_ARRAY(l->u->arena, uint32_t, c->count + outer);
	for (uint32_t i = 1; i < c->count; i++) {
		t->handlers[t->count++] = block_new(l);
		catches_all |= !has_parameter(l, c->at[i]);
	}
	for (uint32_t i = 0; !catches_all && i < outer; i++)
		t->handlers[t->count++] = l->try_body->handlers[i];
	return t;
}

static void lower_catch(struct lower *l, CXCursor handler)
{
	struct cursors c = parts_of(l, handler);
	struct live *mark = l->live;

	if (c.count > 1) {
		uint32_t v = variable_declare(l, c.at[0], VARIABLE_LOCAL, 0);
		emit(l, OP_DECLARE, loc_of(l, c.at[0]))->dst = v;
		live_push(l, v,
			  destructor_of(l->u, clang_getCursorType(c.at[0])),
			  false);
	}
	if (c.count)
		lower_stmt(l, c.at[c.count - 1]);
	live_leave(l, mark, end_of(l, handler));
}

void lower_try(struct lower *l, CXCursor s)
{
	struct cursors c = parts_of(l, s);

	if (!c.count)
		return;
	struct try_body *t = try_make(l, &c);
	uint32_t join = block_new(l);
	l->try_body = t;
	block_enter(l, block_new(l));
	lower_stmt(l, c.at[0]);
	l->try_body = t->outer;
	end_jump(l, join);
	for (uint32_t i = 1; i < c.count; i++) {
		block_start(l, t->handlers[i - 1]);
		lower_catch(l, c.at[i]);
		end_jump(l, join);
	}
	block_start(l, join);
}

// ---- coroutines

// The operand as written, then four calls that libclang shows for it, which
// repeat the operand: they are never walked.
bool is_await(struct lower *l, const struct cursors *parts)
{
	if (parts->count < 2)
		return false;
	CXCursor last = peel(l, parts->at[parts->count - 1]);
	if (parts->count == 5)
		return clang_getCursorKind(last) == CXCursor_CallExpr &&
		       cx_is_named(last, "await_resume");
	if (parts->count == 2 &&
	    clang_getCursorKind(last) == CXCursor_UnaryOperator)
		return clang_getCursorUnaryOperatorKind(last) ==
		       CXUnaryOperator_Coawait;
	if (parts->count != 2 ||
	    clang_getCursorKind(last) != CXCursor_DeclRefExpr)
		return false;
	CXCursor d = clang_getCursorReferenced(last);
	return clang_getCursorKind(d) == CXCursor_OverloadedDeclRef &&
	       cx_is_named(d, "operator co_await");
}

static const struct callee *await_operator(struct lower *l,
					   const struct cursors *parts)
{
	if (parts->count != 5)
		return NULL;
	CXCursor common = peel(l, parts->at[1]);
	if (clang_getCursorKind(common) != CXCursor_CallExpr ||
	    !cx_is_named(common, "operator co_await"))
		return NULL;
	return callee_of(l->u, clang_getCursorReferenced(common));
}

static struct operand lower_yield(struct lower *l, CXCursor e, CXCursor call)
{
	struct operand o = operand_unknown();

	if (clang_Cursor_getNumArguments(call) > 0)
		o = lower_argument(l, clang_Cursor_getArgument(call, 0), NULL);
	emit(l, OP_YIELD, loc_of(l, e))->src = o;
	return operand_unknown();
}

struct operand lower_await(struct lower *l, CXCursor e,
			   const struct cursors *parts, uint32_t into)
{
	CXCursor operand = peel(l, parts->at[0]);
	struct loc loc = loc_of(l, e);

	if (clang_getCursorKind(operand) == CXCursor_CallExpr &&
	    cx_starts_with(&l->u->cx, e, "co_yield"))
		return lower_yield(l, e, operand);
	bool is_moved = is_rvalue(l, operand);
	uint32_t from = lower_place(l, operand);
	CXType t = clang_getCursorType(e);
	const struct type *type = type_of(l->u, t);
	bool is_void = type->kind == TYPE_VOID;
	if (into == NONE && !is_void)
		into = temporary_object(l, t, loc);
	struct op *op = emit(l, OP_AWAIT, loc);
	op->dst = is_void ? NONE : into;
	op->src = operand_place(from);
	op->src.passing = is_moved ? PASS_RVALUE_REFERENCE : PASS_REFERENCE;
	op->callee = await_operator(l, parts);
	if (is_void)
		return (struct operand){ 0 };
	return operand_place(type_is_reference(type) ? place_deref(l, into)
						     : into);
}

// A local is moved from, as a return would.
static void co_return_value(struct lower *l, uint32_t dst, CXCursor e)
{
	CXCursor inner = peel(l, e);
	CXCursor moved = inner;
	bool is_moved = is_transparent_call(l, inner, &moved) ||
			clang_getCursorKind(inner) == CXCursor_DeclRefExpr;

	if (!is_moved || cx_type_kind(inner) != CXType_Record) {
		lower_assign(l, dst, e, true);
		return;
	}
	uint32_t from = lower_place(l, moved);
	struct op *op = emit(l, OP_MOVE, loc_of(l, e));
	op->dst = dst;
	op->src = operand_place(from);
	op->is_init = true;
}

// `co_return e` shows e, then the promise's call with e again.
static void lower_co_return(struct lower *l, CXCursor s,
			    const struct cursors *parts)
{
	struct live *mark = l->live;
	uint32_t dst = l->f->return_variable;

	if (parts->count > 1) {
		CXCursor e = parts->at[0];
		if (dst == NONE || cx_type_kind(e) == CXType_Void)
			lower_effect(l, e, true);
		else
			co_return_value(l, place_root(l->f, l->u->arena, dst),
					e);
		live_leave(l, mark, end_of(l, e));
	}
	live_end(l, NULL, loc_of(l, s));
	end_with(l, TERM_RETURN, loc_of(l, s));
}

void lower_unexposed_stmt(struct lower *l, CXCursor s)
{
	struct cursors parts = parts_of(l, s);

	if (!parts.count)
		return;
	if (cx_starts_with(&l->u->cx, s, "co_return"))
		lower_co_return(l, s, &parts);
	else
		lower_stmt(l, parts.at[parts.count - 1]); // [[likely]] s
}

// ---- constructors

static bool is_delegating(CXCursor constructor, CXCursor e)
{
	CXCursor parent = clang_getCursorSemanticParent(constructor);

	return clang_equalTypes(
		clang_getCanonicalType(clang_getCursorType(e)),
		clang_getCanonicalType(clang_getCursorType(parent)));
}

struct member_init {
	const void *field;
	CXCursor e;
};

struct member_inits {
	struct lower *l;
	uint32_t object;
	bool is_union; // of its members at most a written one starts
	VEC(struct member_init) written;
};

void lower_field_init(struct lower *l, uint32_t dst, CXCursor e)
{
	struct live *mark = l->live;

	lower_init(l, dst, e);
	if (l->live != mark)
		live_leave(l, mark, end_of(l, e));
}

// The constructor that the compiler calls has no place in the syntax tree.
static void start_by_default(struct lower *l, uint32_t dst, CXCursor field)
{
	const struct callee *c =
		default_constructor_of(l->u, clang_getCursorType(field));

	if (!c)
		return;
	struct op *op = emit(l, OP_CALL, loc_of(l, field));
	op->dst = NONE;
	op->callee = c;
	op->receiver = operand_place(dst);
	op->receiver.passing = PASS_REFERENCE;
	op->receiver_type = place_at(l, dst).type;
	op->is_init = true;
}

// Members start in the order of their declaration, whatever is written.
static enum CXVisitorResult start_member(CXCursor field, void *data)
{
	struct member_inits *m = data;
	struct lower *l = m->l;
	const void *key = cx_key(field);
	uint32_t dst = field_place(l, m->object, field);

	for (uint32_t i = 0; i < m->written.count; i++) {
		if (m->written.at[i].field != key)
			continue;
		lower_field_init(l, dst, m->written.at[i].e);
		return CXVisit_Continue;
	}
	CXCursor e = initializer_of(l->u, field);
	if (!clang_Cursor_isNull(e))
		lower_field_init(l, dst, e);
	else if (!m->is_union)
		start_by_default(l, dst, field);
	return CXVisit_Continue;
}

void lower_constructor_inits(struct lower *l, CXCursor constructor,
			     const struct cursors *parts)
{
	struct member_inits m = { .l = l };
	CXCursor record = clang_getCursorSemanticParent(constructor);
	bool delegates = false;

	if (l->f->this_variable == NONE)
		return;
	m.object = place_deref(l, this_place(l));
	m.is_union = clang_getCursorKind(record) == CXCursor_UnionDecl;
	for (uint32_t i = 0; i < parts->count; i++) {
		CXCursor c = parts->at[i];
		if (clang_getCursorKind(c) == CXCursor_MemberRef &&
		    i + 1 < parts->count) {
			struct member_init w = {
				cx_key(clang_getCursorReferenced(c)),
				parts->at[++i]
			};
			VEC_PUSH(&l->u->scratch, &m.written, w);
		} else if (clang_isExpression(clang_getCursorKind(c))) {
			delegates |= is_delegating(constructor, c);
			lower_field_init(l, m.object, c);
		}
	}
	if (!delegates)
		clang_Type_visitFields(clang_getCursorType(record),
				       start_member, &m);
}

// ---- new and delete

static bool is_initializer(CXCursor e, CXCursor new)
{
	enum CXCursorKind kind = clang_getCursorKind(e);
	CXType made = clang_getPointeeType(
		clang_getCanonicalType(clang_getCursorType(new)));

	if (clang_equalTypes(clang_getCanonicalType(clang_getCursorType(e)),
			     clang_getCanonicalType(made)))
		return true; // made in place by a call

	return kind == CXCursor_InitListExpr ||
	       (kind == CXCursor_CallExpr &&
		clang_getCursorKind(clang_getCursorReferenced(e)) ==
			CXCursor_Constructor);
}

// Placement arguments, an array's size, the initialiser: of these only the last
// is told by its shape, or by what is made.
struct operand lower_new(struct lower *l, CXCursor e, uint32_t into)
{
	struct cursors parts = parts_of(l, e);
	struct loc loc = loc_of(l, e);
	const struct type *pointer = type_of_cursor(l->u, e);
	const struct type *made = pointer->pointee;
	uint32_t n = parts.count;
	CXCursor init = clang_getNullCursor();
	uint32_t object = NONE;

	if (n && made &&
	    (is_initializer(peel(l, parts.at[n - 1]), e) ||
	     (made->kind != TYPE_RECORD && n == 1)))
		init = parts.at[--n];
	for (uint32_t i = 0; i < n; i++) {
		struct operand o = lower_value(l, parts.at[i], NONE);
		if (i == 0 && made && made->kind == TYPE_RECORD &&
		    cx_is_pointer(cx_type_kind(parts.at[i]))) {
			object = pointee_place(l, o, made, loc);
			emit(l, OP_DECLARE, loc)->dst = object;
		}
	}
	struct operand result;
	if (object == NONE) {
		uint32_t dst = into != NONE ? into : temporary(l, pointer, loc);
		struct op *op = emit(l, OP_CALL, loc);
		op->dst = dst;
		op->callee = callee_named(l->u, "operator new");
		object = place_deref(l, dst);
		result = operand_place(dst);
	} else {
		result = operand_address(l, object);
	}
	if (!clang_Cursor_isNull(init))
		lower_field_init(l, object, init);
	return result;
}

void lower_delete(struct lower *l, CXCursor e)
{
	struct cursors parts = parts_of(l, e);
	struct loc loc = loc_of(l, e);

	if (!parts.count)
		return;
	CXCursor pointer = parts.at[parts.count - 1];
	struct operand o = lower_value(l, pointer, NONE);
	CXType pointee = clang_getPointeeType(
		clang_getCanonicalType(clang_getCursorType(pointer)));
	uint32_t place = pointee_place(l, o, type_of(l->u, pointee), loc);
	struct op *op = emit(l, OP_SCOPE_END, loc);
	op->dst = place;
	op->callee = destructor_of(l->u, pointee);
}
