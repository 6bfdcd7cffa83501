// SPDX-License-Identifier: Apache-2.0
// Calls that are better understood as what they do: atomic builtins read and
// write a place, and so do the accessors of the standard library.
#include "front/lower.h"

#include <string.h>

#include "base/str.h"

static struct loc loc_of(struct lower *l, CXCursor e)
{
	return cx_loc(&l->u->cx, e);
}

// ---- atomics

// What remains of a builtin's name: "exchange", "load", ... GNU's generic ones,
// which get and give values through pointers, keep their underscore: "_load".
static const char *atomic_word(struct lower *l, CXCursor e)
{
	static const char *const prefixes[] = { "__c11_atomic_", "__atomic" };
	const char *end;
	const char *p = cx_spelling(&l->u->cx, e, &end);
	size_t n = p ? cx_word(p, end) : 0;

	for (size_t i = 0; n && i < COUNT_OF(prefixes); i++) {
		size_t skip = strlen(prefixes[i]);
		if (n <= skip || memcmp(p, prefixes[i], skip) != 0)
			continue;
		p += skip;
		n -= skip;
		if (n > 2 && memcmp(p + n - 2, "_n", 2) == 0)
			return intern_bytes(l->u->cx.names, p + 1, n - 3);
		if (n > 7 && memcmp(p, "_fetch_", 7) == 0)
			return intern_bytes(l->u->cx.names, p + 1, n - 1);
		return intern_bytes(l->u->cx.names, p, n);
	}
	return NULL;
}

static uint32_t old_value(struct lower *l, CXCursor e, uint32_t target,
			  uint32_t into, struct loc loc)
{
	uint32_t dst = into != NONE
			       ? into
			       : temporary(l, type_of_cursor(l->u, e), loc);

	emit_copy(l, dst, operand_place(target), into == NONE, loc);
	return dst;
}

// target == expected ? (target = desired, 1) : (expected = target, 0)
static struct operand compare_exchange(struct lower *l, CXCursor e,
				       uint32_t target, uint32_t expected,
				       struct operand desired, uint32_t into)
{
	struct loc loc = loc_of(l, e);
	uint32_t dst = into != NONE
			       ? into
			       : temporary(l, type_of_cursor(l->u, e), loc);
	uint32_t yes = block_new(l), no = block_new(l), join = block_new(l);
	struct condition c = { BINARY_EQUAL, operand_place(target),
			       operand_place(expected) };

	end_branch(l, &c, yes, no, loc);
	block_start(l, yes);
	emit_copy(l, target, desired, false, loc);
	emit_copy(l, dst, operand_integer(1), into == NONE, loc);
	end_jump(l, join);
	block_start(l, no);
	emit_copy(l, expected, operand_place(target), false, loc);
	emit_copy(l, dst, operand_integer(0), into == NONE, loc);
	block_enter(l, join);
	return operand_place(dst);
}

static struct operand atomic_call(struct lower *l, CXCursor e, const char *word,
				  struct operand *operands, uint32_t count)
{
	struct loc loc = loc_of(l, e);
	const struct type *t = type_of_cursor(l->u, e);
	uint32_t dst = t->kind == TYPE_VOID ? NONE : temporary(l, t, loc);
	struct op *op = emit(l, OP_CALL, loc);

	op->callee = callee_named(
		l->u, arena_printf(l->u->arena, "__atomic_%s", word));
	op->dst = dst;
	op->arguments = operands;
	op->argument_count = count;
	return dst == NONE ? (struct operand){ 0 } : operand_place(dst);
}

// __atomic_load, __atomic_store and their like: values are behind pointers.
static bool lower_generic(struct lower *l, CXCursor e, const char *word,
			  uint32_t target, const struct operand *o,
			  uint32_t count, uint32_t into, struct operand *out)
{
	struct loc loc = loc_of(l, e);
	const struct type *t = place_at(l, target).type;
	bool is_exchange = str_equal(word, "_exchange");
	uint32_t value;

	*out = (struct operand){ 0 };
	if (count < 3)
		return false;
	value = pointee_place(l, o[2], t, loc);
	if (str_equal(word, "_compare_exchange") && count >= 5) {
		uint32_t desired = pointee_place(l, o[4], t, loc);
		*out = compare_exchange(l, e, target, value,
					operand_place(desired), into);
	} else if (str_equal(word, "_load")) {
		emit_copy(l, value, operand_place(target), false, loc);
	} else if (str_equal(word, "_store") || (is_exchange && count >= 4)) {
		if (is_exchange)
			emit_copy(l, pointee_place(l, o[3], t, loc),
				  operand_place(target), false, loc);
		emit_copy(l, target, operand_place(value), false, loc);
	} else {
		return false;
	}
	return true;
}

// Operands come as pointer, order, value, ...; `init` has no order.
bool lower_atomic(struct lower *l, CXCursor e, const struct cursors *parts,
		  uint32_t into, struct operand *out)
{
	const char *word = atomic_word(l, e);
	struct loc loc = loc_of(l, e);
	struct operand *o;

	if (!word)
		return false;
	o = ARENA_ARRAY(l->u->arena, struct operand, parts->count);
	for (uint32_t i = 0; i < parts->count; i++)
		o[i] = lower_value(l, parts->at[i], NONE);
	const struct type *pointer = type_of_cursor(l->u, parts->at[0]);
	uint32_t target = pointee_place(
		l, o[0], pointer->pointee ? pointer->pointee : pointer, loc);
	bool has_value = parts->count > 2;
	if (word[0] == '_' &&
	    lower_generic(l, e, word, target, o, parts->count, into, out))
		return true;
	if (str_equal(word, "load")) {
		*out = operand_place(old_value(l, e, target, into, loc));
	} else if (str_equal(word, "init")) {
		emit_copy(l, target, o[1], false, loc);
		*out = (struct operand){ 0 };
	} else if (str_equal(word, "store") && has_value) {
		emit_copy(l, target, o[2], false, loc);
		*out = (struct operand){ 0 };
	} else if (str_equal(word, "exchange") && has_value) {
		*out = operand_place(old_value(l, e, target, into, loc));
		emit_copy(l, target, o[2], false, loc);
	} else if (str_starts(word, "fetch_") && has_value) {
		*out = operand_place(old_value(l, e, target, into, loc));
		struct op *op = emit(l, OP_BINARY, loc);
		op->binary = str_equal(word, "fetch_add")   ? BINARY_ADD
			     : str_equal(word, "fetch_sub") ? BINARY_SUBTRACT
							    : BINARY_OTHER;
		op->dst = target;
		op->src = operand_place(target);
		op->src2 = o[2];
	} else if (str_starts(word, "compare_exchange") && parts->count >= 5) {
		uint32_t expected =
			pointee_place(l, o[2], place_at(l, target).type, loc);
		*out = compare_exchange(l, e, target, expected, o[4], into);
	} else {
		*out = atomic_call(l, e, word, o, parts->count);
	}
	return true;
}

// GNU's older builtins are calls. What is expected is a value there.
static struct operand sync_compare(struct lower *l, struct call *c,
				   uint32_t target, uint32_t into)
{
	struct loc loc = loc_of(l, c->e);
	bool is_old = str_starts(c->callee->name, "__sync_val_");
	uint32_t expected = temporary(l, place_at(l, target).type, loc);
	struct operand old = { 0 }, done;

	emit_copy(l, expected, lower_value(l, c->arguments[1], NONE), true,
		  loc);
	struct operand desired = lower_value(l, c->arguments[2], NONE);
	if (is_old)
		old = operand_place(old_value(l, c->e, target, into, loc));
	done = compare_exchange(l, c->e, target, expected, desired,
				is_old ? NONE : into);
	return is_old ? old : done;
}

// A spin lock is an exchange.
static bool sync_builtin(struct lower *l, struct call *c, uint32_t into,
			 struct operand *out)
{
	struct loc loc = loc_of(l, c->e);
	const char *name = c->callee->name;
	bool is_exchange = str_starts(name, "__sync_lock_test_and_set");
	bool is_release = str_starts(name, "__sync_lock_release");
	bool is_compare = strstr(name, "_compare_and_swap") && c->count >= 3;

	if ((!is_exchange && !is_release && !is_compare) || c->count < 1)
		return false;
	const struct type *t = type_of_cursor(l->u, c->arguments[0]);
	uint32_t target =
		pointee_place(l, lower_value(l, c->arguments[0], NONE),
			      t->pointee ? t->pointee : t, loc);
	if (is_compare) {
		*out = sync_compare(l, c, target, into);
		return true;
	}
	*out = (struct operand){ 0 };
	struct operand value = operand_integer(0);
	if (is_exchange && c->count > 1) {
		value = lower_value(l, c->arguments[1], NONE);
		*out = operand_place(old_value(l, c->e, target, into, loc));
	}
	emit_copy(l, target, value, false, loc);
	return true;
}

// ---- the standard library

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

#define IS_ONE_OF(name, names) is_one_of((name), (names), COUNT_OF(names))

static const char *const pointers[] = {
	"std::unique_ptr", "std::shared_ptr",   "std::optional",
	"std::expected",   "std::__shared_ptr", "std::__shared_ptr_access"
};
static const char *const containers[] = {
	"std::vector", "std::array",         "std::deque",    "std::span",
	"std::map",    "std::unordered_map", "std::valarray", "std::list",
};

static bool is_standard(const struct callee *c)
{
	return c->class_name && (str_starts(c->class_name, "std::") ||
				 str_starts(c->class_name, "__gnu_cxx::"));
}

static bool is_iterator(const struct callee *c)
{
	return is_standard(c) && strstr(c->class_name, "iterator");
}

// The object of a method, or the first operand of an operator.
static uint32_t object_of(struct lower *l, struct call *c)
{
	CXCursor target = peel(l, c->target);

	if (clang_getCursorKind(target) == CXCursor_MemberRefExpr)
		return member_object(l, target);
	return lower_place(l, c->arguments[0]);
}

// How many arguments are not the object.
static uint32_t plain_arguments(struct lower *l, struct call *c)
{
	CXCursor target = peel(l, c->target);

	return clang_getCursorKind(target) == CXCursor_MemberRefExpr ||
			       !c->count
		       ? c->count
		       : c->count - 1;
}

static uint32_t pointed(struct lower *l, struct call *c)
{
	const struct type *t = c->callee->result;
	const struct type *to = t->pointee ? t->pointee : t;

	return place_deref_as(l, object_of(l, c), to);
}

static bool access_pointer(struct lower *l, struct call *c, struct operand *out)
{
	const char *name = c->callee->short_name;
	bool is_pointer = IS_ONE_OF(c->callee->class_name, pointers);

	if (plain_arguments(l, c) != 0 ||
	    (!is_pointer && !is_iterator(c->callee)))
		return false;
	if (strcmp(name, "operator*") == 0 || strcmp(name, "value") == 0)
		*out = operand_place(pointed(l, c));
	else if (strcmp(name, "operator->") == 0 ||
		 (strcmp(name, "get") == 0 && is_pointer))
		*out = operand_address(l, pointed(l, c));
	else
		return false;
	return true;
}

static uint32_t indexed(struct lower *l, struct call *c, CXCursor index)
{
	uint32_t object = object_of(l, c);
	const struct type *t = c->callee->result;
	const struct type *element = t->pointee ? t->pointee : t;
	struct operand i = lower_value(l, index, NONE);

	if (i.kind == OPERAND_INTEGER)
		return place_index(l, object, i.integer, element);
	if (i.kind != OPERAND_PLACE)
		return place_element(l, object, NONE, element);
	uint32_t at = i.place;
	if (place_at(l, at).projection != PROJECT_NONE) {
		at = temporary(l, type_of_cursor(l->u, index),
			       loc_of(l, index));
		emit_copy(l, at, i, true, loc_of(l, index));
	}
	return place_element(l, object, at, element);
}

static bool access_container(struct lower *l, struct call *c,
			     struct operand *out)
{
	const char *name = c->callee->short_name;
	uint32_t n = plain_arguments(l, c);
	const struct type *t = c->callee->result;

	if (!IS_ONE_OF(c->callee->class_name, containers) ||
	    !type_is_reference(t))
		return false;
	if (n == 1 &&
	    (strcmp(name, "operator[]") == 0 || strcmp(name, "at") == 0))
		*out = operand_place(indexed(l, c, c->arguments[c->count - 1]));
	else if (n == 0 &&
		 (strcmp(name, "front") == 0 || strcmp(name, "back") == 0))
		*out = operand_place(place_field(l, object_of(l, c), name, NULL,
						 t->pointee));
	else
		return false;
	return true;
}

// std::get<n>(tuple)
static bool access_tuple(struct lower *l, struct call *c, struct operand *out)
{
	const struct type *t = c->callee->result;

	if (c->count != 1 || strcmp(c->callee->name, "std::get") != 0 ||
	    clang_Cursor_getTemplateArgumentKind(c->function, 0) !=
		    CXTemplateArgumentKind_Integral)
		return false;
	long long n = clang_Cursor_getTemplateArgumentValue(c->function, 0);
	*out = operand_place(place_index(l, lower_place(l, c->arguments[0]), n,
					 t->pointee ? t->pointee : t));
	return true;
}

static void emit_move(struct lower *l, uint32_t dst, uint32_t src, bool is_init,
		      struct loc loc)
{
	bool is_object = place_at(l, src).type->kind == TYPE_RECORD;
	struct op *op = emit(l, is_object ? OP_MOVE : OP_COPY, loc);

	op->dst = dst;
	op->src = operand_place(src);
	op->is_init = is_init;
}

// std::exchange(x, value): what x was, while x gets the value.
static bool exchange(struct lower *l, struct call *c, uint32_t into,
		     struct operand *out)
{
	struct loc loc = loc_of(l, c->e);

	if (c->count != 2 || strcmp(c->callee->name, "std::exchange") != 0)
		return false;
	uint32_t object = lower_place(l, c->arguments[0]);
	struct operand value = lower_value(l, c->arguments[1], NONE);
	uint32_t old =
		into != NONE
			? into
			: temporary_object(l, clang_getCursorType(c->e), loc);
	emit_move(l, old, object, into == NONE, loc);
	if (value.kind == OPERAND_PLACE)
		emit_move(l, object, value.place, false, loc);
	else
		emit_copy(l, object, value, false, loc);
	*out = operand_place(old);
	return true;
}

static bool swap(struct lower *l, struct call *c, struct operand *out)
{
	struct loc loc = loc_of(l, c->e);

	if (c->count != 2 || strcmp(c->callee->name, "std::swap") != 0)
		return false;
	uint32_t a = lower_place(l, c->arguments[0]);
	uint32_t b = lower_place(l, c->arguments[1]);
	uint32_t t = temporary(l, place_at(l, a).type, loc);
	emit_move(l, t, a, true, loc);
	emit_move(l, a, b, false, loc);
	emit_move(l, b, t, false, loc);
	*out = (struct operand){ 0 };
	return true;
}

static bool address(struct lower *l, struct call *c, struct operand *out)
{
	if (c->count != 1 || (strcmp(c->callee->name, "std::addressof") != 0 &&
			      strcmp(c->callee->name, "__builtin_addressof")))
		return false;
	*out = operand_address(l, lower_place(l, c->arguments[0]));
	return true;
}

// ---- std::atomic: its object is the value

static bool is_atomic(const struct callee *c)
{
	static const char *const classes[] = { "std::atomic",
					       "std::atomic_flag",
					       "std::__atomic_base",
					       "std::atomic_ref" };

	return c->class_name && IS_ONE_OF(c->class_name, classes);
}

static void write_atomic(struct lower *l, struct call *c, uint32_t object,
			 uint32_t n)
{
	const char *name = c->callee->short_name;
	struct operand value;

	if (strcmp(name, "test_and_set") == 0)
		value = operand_integer(1);
	else if (strcmp(name, "clear") == 0)
		value = operand_integer(0);
	else
		value = lower_value(l, c->arguments[c->count - n], NONE);
	emit_copy(l, object, value, false, loc_of(l, c->e));
}

static bool access_atomic(struct lower *l, struct call *c, uint32_t into,
			  struct operand *out)
{
	static const char *const reads[] = { "load", "exchange", "test_and_set",
					     "test" };
	static const char *const writes[] = { "store", "exchange",
					      "operator=", "test_and_set",
					      "clear" };
	const char *name = c->callee->short_name;
	bool is_conversion =
		clang_getCursorKind(c->function) == CXCursor_ConversionFunction;
	bool does_read = is_conversion || IS_ONE_OF(name, reads);
	bool does_write = IS_ONE_OF(name, writes);
	bool does_compare = str_starts(name, "compare_exchange_");

	if (!is_atomic(c->callee) ||
	    (!does_read && !does_write && !does_compare))
		return false;
	uint32_t n = plain_arguments(l, c);
	uint32_t object = object_of(l, c);
	if (does_compare && n >= 2) {
		uint32_t expected = lower_place(l, c->arguments[0]);
		struct operand desired = lower_value(l, c->arguments[1], NONE);
		*out = compare_exchange(l, c->e, object, expected, desired,
					into);
		return true;
	}
	*out = (struct operand){ 0 };
	if (does_read)
		*out = operand_place(
			old_value(l, c->e, object, into, loc_of(l, c->e)));
	if (does_write)
		write_atomic(l, c, object, n);
	return true;
}

bool lower_known_construct(struct lower *l, const struct call *c, uint32_t dst)
{
	if (!c->callee || !is_atomic(c->callee) || c->count != 1)
		return false;
	emit_copy(l, dst, lower_value(l, c->arguments[0], NONE), true,
		  loc_of(l, c->e));
	return true;
}

// ---- assignment

// The class's own copy and move assignment, written or not.
static bool assign(struct lower *l, struct call *c, struct operand *out)
{
	const struct callee *f = c->callee;

	if (c->count != 2 || f->kind != CALLEE_METHOD || !f->parameter_count ||
	    strcmp(f->short_name, "operator=") != 0)
		return false;
	const struct type *t = f->parameters[0];
	const struct type *object =
		type_is_reference(t) && t->pointee ? t->pointee : t;
	if (object->kind != TYPE_RECORD ||
	    !str_equal(object->name, f->class_name))
		return false;
	struct operand from = lower_argument(l, c->arguments[1], t);
	uint32_t to = lower_place(l, c->arguments[0]);
	uint32_t src = value_place(l, from, object, loc_of(l, c->e));
	bool is_moved = from.passing == PASS_MOVE ||
			from.passing == PASS_RVALUE_REFERENCE;
	struct op *op = emit(l, is_moved ? OP_MOVE : OP_COPY, loc_of(l, c->e));
	op->dst = to;
	op->src = operand_place(src);
	op->callee = f;
	*out = operand_place(to);
	return true;
}

// std::ignore = value
static bool ignore(struct lower *l, struct call *c, struct operand *out)
{
	static const char *const classes[] = { "std::_Swallow_assign",
					       "std::__ignore_t",
					       "std::__ignore_type",
					       "std::ignore_t" };

	if (c->count != 2 || !IS_ONE_OF(c->callee->class_name, classes))
		return false;
	struct operand o = lower_value(l, c->arguments[1], NONE);
	if (o.kind == OPERAND_PLACE)
		emit_discard(l, o.place, true, loc_of(l, c->e));
	*out = (struct operand){ 0 };
	return true;
}

bool lower_unevaluated(struct lower *l, const struct call *c,
		       struct operand *out)
{
	static const char *const asking[] = { "__builtin_constant_p",
					      "__builtin_object_size",
					      "__builtin_classify_type" };
	const char *name = c->callee->name;
	int64_t value;

	if (name[0] != '_' || !IS_ONE_OF(name, asking))
		return false;
	// Whether a compiler finds out what is no constant is left open.
	*out = strcmp(name, asking[0]) == 0 && c->count == 1 &&
			       lower_constant(l, c->arguments[0], &value, &name)
		       ? operand_integer(1)
		       : operand_unknown();
	return true;
}

bool lower_known(struct lower *l, struct call *c, uint32_t into,
		 struct operand *out)
{
	const struct callee *f = c->callee;

	if (f->kind == CALLEE_FUNCTION && str_starts(f->name, "__sync_"))
		return sync_builtin(l, c, into, out);
	if (f->kind == CALLEE_FUNCTION)
		return (f->is_system || str_starts(f->name, "std::")) &&
		       (access_tuple(l, c, out) || exchange(l, c, into, out) ||
			swap(l, c, out) || address(l, c, out));
	if (f->kind != CALLEE_METHOD)
		return false;
	if (is_standard(f) &&
	    (access_pointer(l, c, out) || access_container(l, c, out) ||
	     access_atomic(l, c, into, out) || ignore(l, c, out)))
		return true;
	return assign(l, c, out);
}

// A smart pointer's operator bool asks what a pointer's truth would.
bool lower_truth(struct lower *l, CXCursor e, uint32_t *place)
{
	struct call c = { 0 };

	if (clang_getCursorKind(e) != CXCursor_CallExpr)
		return false;
	call_take_apart(l, e, &c);
	if (!c.callee || c.callee->kind != CALLEE_METHOD ||
	    !IS_ONE_OF(c.callee->class_name, pointers) ||
	    (strcmp(c.callee->short_name, "operator bool") != 0 &&
	     strcmp(c.callee->short_name, "has_value") != 0))
		return false;
	c.target = call_target(l, &c);
	*place = object_of(l, &c);
	return true;
}
