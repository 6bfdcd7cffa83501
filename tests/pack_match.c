// SPDX-License-Identifier: Apache-2.0
// Which entries are found for hand-made callees and types.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "pack/match.h"

#define LIST(...)                                                              \
	(const char *const[])                                                  \
	{                                                                      \
		__VA_ARGS__, NULL                                              \
	}

static const char pack[] =
	"{ \"schema\": \"oncelint-rules/1\", \"pack\": \"x\", \"version\": 1,"
	" \"languages\": [\"c\", \"c++\"], \"inline_namespaces\": [\"v1_*\"],"
	" \"handles\": ["
	"  { \"id\": \"job\", \"match\": { \"typedef\": \"job_t\" },"
	"    \"mode\": \"once\" },"
	"  { \"id\": \"numbered\", \"match\": { \"typedef_regex\":"
	"    \"^xcb_[a-z_]+_cookie_t$\" }, \"mode\": \"once\" },"
	"  { \"id\": \"void_task\", \"match\": { \"template\": \"ns::task\","
	"    \"args\": { \"0\": \"void\" } }, \"mode\": \"once\" },"
	"  { \"id\": \"task\", \"match\": { \"template\": \"ns::task\","
	"    \"derived\": true }, \"mode\": \"once\" },"
	"  { \"id\": \"request\", \"match\": { \"pointer_to\": \"Request\" },"
	"    \"mode\": \"once\", \"identity\": \"pointee\" } ],"
	" \"operations\": ["
	"  { \"match\": { \"function\": \"job_wait\" }, \"handle\": \"job\","
	"    \"subject\": { \"arg\": 0 }, \"effect\": \"consume\" },"
	"  { \"match\": { \"function_regex\": \"^ns::wait_(all|any)$\" },"
	"    \"handle\": \"task\", \"subject\": { \"each_arg_from\": 0 },"
	"    \"effect\": \"wait_all\" },"
	"  { \"match\": { \"function_regex\": \"_finish$\", \"param_types\":"
	"    { \"any\": \"Request *\" } }, \"handle\": \"request\","
	"    \"subject\": { \"param_of_type\": \"Request *\" },"
	"    \"effect\": \"consume\" },"
	"  { \"match\": { \"method\": { \"class\": \"ns::task\", \"name\":"
	"    \"get\", \"ref\": \"&&\" } }, \"handle\": \"task\","
	"    \"subject\": { \"this\": true }, \"effect\": \"consume\" },"
	"  { \"match\": { \"method\": { \"class\": \"ns::task\", \"name\":"
	"    \"ready\", \"const\": true } }, \"handle\": \"task\","
	"    \"subject\": { \"this\": true }, \"effect\": \"guard\" },"
	"  { \"match\": { \"method\": { \"class\": \"ns::task\","
	"    \"name_regex\": \"^start\" } }, \"handle\": \"task\","
	"    \"subject\": { \"this\": true }, \"effect\": \"transfer\" },"
	"  { \"match\": { \"operator\": { \"class\": \"ns::task\", \"name\":"
	"    \"co_await\", \"ref\": \"&&\" } }, \"handle\": \"task\","
	"    \"subject\": { \"operand\": true }, \"effect\": \"consume\" },"
	"  { \"match\": { \"operator\": { \"class\": \"ns::task\", \"name\":"
	"    \"co_await\", \"ref\": \"&\" } }, \"handle\": \"task\","
	"    \"subject\": { \"operand\": true }, \"effect\": \"wait\" },"
	"  { \"match\": { \"operator\": { \"class\": \"ns::task\", \"name\":"
	"    \"|\" } }, \"handle\": \"task\", \"subject\": { \"arg\": 0 },"
	"    \"effect\": \"transfer\" },"
	"  { \"match\": { \"constructor\": { \"class\": \"ns::task\" } },"
	"    \"handle\": \"task\", \"subject\": { \"this\": true },"
	"    \"effect\": \"produce\" },"
	"  { \"match\": { \"constructor\": { \"class\": \"ns::holder\","
	"    \"from\": \"task\" } }, \"handle\": \"task\","
	"    \"subject\": { \"arg\": 0 }, \"effect\": \"transfer\" },"
	"  { \"match\": { \"destructor\": { \"class\": \"ns::task\" } },"
	"    \"handle\": \"task\", \"subject\": { \"this\": true },"
	"    \"effect\": \"destroy\" },"
	"  { \"match\": { \"function_regex\": \"^job_\" }, \"handle\": \"job\","
	"    \"subject\": { \"arg\": 0 }, \"effect\": \"observe\" },"
	"  { \"match\": { \"function\": \"ns::run\" }, \"handle\": \"task\","
	"    \"subject\": { \"arg\": 0, \"ref\": \"&&\" },"
	"    \"effect\": \"consume\" },"
	"  { \"match\": { \"function\": \"ns::run\" }, \"handle\": \"task\","
	"    \"subject\": { \"arg\": 0 }, \"effect\": \"read\" },"
	"  { \"match\": { \"function\": \"ns::run\" }, \"handle\": \"task\","
	"    \"subject\": { \"arg\": 0 }, \"only_if\": { \"arg\": 1,"
	"    \"is\": { \"eq\": 0 } }, \"effect\": \"observe\" },"
	"  { \"match\": { \"function\": \"poll\" }, \"handle\": \"job\","
	"    \"subject\": { \"arg\": 0 }, \"only_if\": { \"arg\": 1,"
	"    \"is\": { \"eq\": 0 } }, \"effect\": \"consume\" },"
	"  { \"match\": { \"function\": \"poll\" }, \"handle\": \"job\","
	"    \"subject\": { \"arg\": 0 }, \"effect\": \"observe\" },"
	"  { \"match\": { \"annotation\": \"mark\" }, \"handle\": \"job\","
	"    \"subject\": { \"arg\": 0 }, \"effect\": \"consume\" } ],"
	" \"noreturn\": [\"die\"],"
	" \"aliases\": [ { \"function\": \"JOB\", \"arg\": 0 } ] }";

static const char idle[] =
	"{ \"schema\": \"oncelint-rules/1\", \"pack\": \"idle\", \"version\": 1,"
	" \"languages\": [\"c\"], \"activate\": { \"any_header\":"
	" [\"idle.h\"], \"any_symbol\": [\"idle::start\"] },"
	" \"handles\": [ { \"id\": \"idle\", \"match\": { \"record\":"
	" \"idle\" }, \"mode\": \"once\" } ],"
	" \"operations\": [ { \"match\": { \"function\": \"stop\" },"
	" \"handle\": \"idle\", \"subject\": { \"arg\": 0 },"
	" \"effect\": \"consume\" } ] }";

// ---- types and callees

static const struct type integer = { .kind = TYPE_INTEGER,
				     .name = "unsigned long",
				     .spelling = "unsigned long" };
static const struct type job = { .kind = TYPE_INTEGER,
				 .name = "unsigned long",
				 .spelling = "unsigned long",
				 .aliases = (const char *const[]){ "job_t",
								   NULL } };
static const struct type task = { .kind = TYPE_RECORD,
				  .name = "ns::task",
				  .arguments = (const char *const[]){ "int",
								      NULL } };
static const struct type void_task = { .kind = TYPE_RECORD,
				       .name = "ns::v1_2::task",
				       .arguments = (const char *const[]){
					       "void", NULL } };
static const struct type my_task = { .kind = TYPE_RECORD,
				     .name = "my::task",
				     .bases = (const char *const[]){ "ns::task",
								     NULL } };
static const struct type request = { .kind = TYPE_RECORD,
				     .name = "_Request",
				     .spelling = "struct _Request",
				     .aliases = (const char *const[]){
					     "Request", NULL } };
static const struct type request_pointer = { .kind = TYPE_POINTER,
					     .spelling = "struct _Request *",
					     .pointee = &request };
static const struct type task_rvalue = { .kind = TYPE_RVALUE_REFERENCE,
					 .pointee = &task };
static const struct type task_reference = { .kind = TYPE_REFERENCE,
					    .pointee = &task };

static struct callee function(const char *name, const struct type *const *types,
			      uint32_t count)
{
	const char *last = strrchr(name, ':');

	return (struct callee){ .kind = CALLEE_FUNCTION,
				.name = name,
				.short_name = last ? last + 1 : name,
				.parameters = types,
				.parameter_count = count };
}

static struct callee method(const char *class_name, const char *name)
{
	return (struct callee){ .kind = CALLEE_METHOD,
				.name = name,
				.short_name = name,
				.class_name = class_name };
}

// ---- the set under test

struct fixture {
	struct packset *set;
	struct rules rules;
	struct arena arena;
	struct unit unit;
};

static int setup(void **state)
{
	static struct fixture f;
	struct err e = ERR_INIT;

	memset(&f, 0, sizeof(f));
	f.set = packset_new();
	if (!packset_load_text(f.set, "x.json", pack, strlen(pack), &e) ||
	    !packset_load_text(f.set, "idle.json", idle, strlen(idle), &e) ||
	    !packset_finish(f.set, &e)) {
		print_error("%s\n", e.text.text);
		return 1;
	}
	f.unit.file = "/p/main.c";
	packset_activate(f.set, &f.unit);
	packset_rules(f.set, &f.rules);
	*state = &f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	packset_free(f->set);
	arena_release(&f->arena);
	return 0;
}

// The effects found, in order: "consume", "consume, guard", "".
static void expect(struct fixture *f, const struct callee *c,
		   const struct type *receiver, const char *expected)
{
	struct operation_list list =
		f->rules.operations_of_call(f->set, c, receiver);
	struct str text = STR_INIT;

	for (uint32_t i = 0; i < list.count; i++) {
		str_add(&text, i ? "; " : "");
		operation_dump(&text, list.at[i]);
	}
	assert_string_equal(text.text, expected);
	str_release(&text);
	// The second answer is the remembered one.
	struct operation_list again =
		f->rules.operations_of_call(f->set, c, receiver);
	assert_ptr_equal(again.at, list.at);
}

static void functions_go_by_qualified_name(void **state)
{
	struct fixture *f = *state;
	struct callee wait = function("job_wait", NULL, 0);
	struct callee other = function("other::job_wait", NULL, 0);
	struct callee all = function("ns::wait_all", NULL, 0);
	struct callee inlined = function("ns::v1_7::wait_any", NULL, 0);
	struct callee nearly = function("ns::wait_alls", NULL, 0);
	struct callee indirect = { .kind = CALLEE_INDIRECT };

	// the regex entry '^job_' is about the same place: the first wins
	expect(f, &wait, NULL, "arg0: consume");
	expect(f, &other, NULL, "");
	expect(f, &all, NULL, "arg0: wait_all");
	expect(f, &inlined, NULL, "arg0: wait_all");
	expect(f, &nearly, NULL, "");
	expect(f, &indirect, NULL, "");
}

static void parameter_types_constrain(void **state)
{
	struct fixture *f = *state;
	const struct type *with[] = { &integer, &request_pointer };
	const struct type *without[] = { &integer };
	struct callee yes = function("read_finish", with, 2);
	struct callee no = function("read_finish", without, 1);

	expect(f, &yes, NULL, "arg0: consume");
	expect(f, &no, NULL, "");
}

static void methods_go_by_class_and_qualifiers(void **state)
{
	struct fixture *f = *state;
	struct callee rvalue = method("ns::task", "get");
	struct callee lvalue = method("ns::task", "get");
	struct callee ready = method("ns::task", "ready");
	struct callee ready_const = method("ns::task", "ready");
	struct callee start = method("ns::task", "start_on");
	struct callee other = method("ns::tasks", "start_on");
	struct callee dependent = method("ns::task", "get");

	rvalue.ref = REF_RVALUE;
	lvalue.ref = REF_LVALUE;
	ready_const.is_const = true;
	dependent.is_dependent = true;
	expect(f, &rvalue, &task, "this: consume");
	expect(f, &lvalue, &task, "");
	expect(f, &ready, &task, "");
	expect(f, &ready_const, &task, "this: guard");
	expect(f, &start, &task, "this: transfer");
	expect(f, &other, NULL, "");
	expect(f, &dependent, NULL, "this: consume");
}

static void inherited_methods_belong_to_the_receiver(void **state)
{
	struct fixture *f = *state;
	struct callee base = method("ns::basic_task", "start_on");
	struct callee anew = method("my::task", "start_on");

	anew.class_bases = LIST("ns::task", "ns::basic_task");
	expect(f, &base, &task, "this: transfer");
	expect(f, &base, &my_task, "this: transfer");
	expect(f, &base, NULL, "");
	expect(f, &anew, &my_task, "");
}

static void operators_may_be_functions(void **state)
{
	struct fixture *f = *state;
	const struct type *types[] = { &task_rvalue, &integer };
	const struct type *others[] = { &integer, &integer };
	struct callee yes = function("ns::operator|", types, 2);
	struct callee no = function("ns::operator|", others, 2);

	yes.short_name = no.short_name = "operator|";
	expect(f, &yes, NULL, "arg0: transfer");
	expect(f, &no, NULL, "");
}

static void copies_are_the_languages_own(void **state)
{
	struct fixture *f = *state;
	const struct type *moved[] = { &task_rvalue };
	const struct type *number[] = { &integer };
	struct callee c = method("ns::task", "task");

	c.kind = CALLEE_CONSTRUCTOR;
	c.parameters = number;
	c.parameter_count = 1;
	struct callee move = c, holder = c, empty = c;
	move.parameters = moved;
	holder.class_name = "ns::holder";
	holder.parameters = moved;
	empty.class_name = "ns::holder";
	struct callee end = method("ns::task", "~task");
	end.kind = CALLEE_DESTRUCTOR;
	expect(f, &c, NULL, "this: produce");
	expect(f, &move, NULL, "");
	expect(f, &holder, NULL, "arg0: transfer");
	expect(f, &empty, NULL, "");
	expect(f, &end, NULL, "this: destroy");
}

static void awaits_go_by_value_category(void **state)
{
	struct fixture *f = *state;
	struct operation_list l =
		f->rules.operations_of_await(f->set, &task_reference, false);
	struct operation_list r =
		f->rules.operations_of_await(f->set, &task, true);
	struct operation_list derived =
		f->rules.operations_of_await(f->set, &my_task, true);
	struct operation_list none =
		f->rules.operations_of_await(f->set, &integer, true);

	assert_int_equal(l.count, 1);
	assert_int_equal(l.at[0]->choices[0].outcomes[0].effects[0].kind,
			 EFFECT_WAIT);
	assert_int_equal(r.count, 1);
	assert_int_equal(r.at[0]->choices[0].outcomes[0].effects[0].kind,
			 EFFECT_CONSUME);
	assert_int_equal(derived.count, 1);
	assert_int_equal(none.count, 0);
}

static void types_have_families(void **state)
{
	struct fixture *f = *state;
	const struct type cookie = { .kind = TYPE_RECORD,
				     .name = "xcb_a_cookie_t",
				     .aliases = LIST("xcb_a_cookie_t") };
	static const struct {
		const struct type *type;
		const char *family;
	} cases[] = {
		{ &job, "job" },
		{ &integer, NULL },
		{ &task, "task" },
		{ &void_task, "void_task" },
		{ &my_task, "task" },
		{ &task_reference, "task" },
		{ &request_pointer, "request" },
		{ &request, NULL },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct family *family =
			f->rules.family_of_type(f->set, cases[i].type);
		if (!cases[i].family)
			assert_null(family);
		else
			assert_string_equal(family->id, cases[i].family);
		assert_ptr_equal(
			family, f->rules.family_of_type(f->set, cases[i].type));
	}
	assert_string_equal(f->rules.family_of_type(f->set, &cookie)->id,
			    "numbered");
}

static void of_two_about_one_place_the_first_wins(void **state)
{
	struct fixture *f = *state;
	struct callee run = function("ns::run", NULL, 0);
	struct callee poll = function("poll", NULL, 0);
	struct operation_list list =
		f->rules.operations_of_call(f->set, &run, NULL);

	// what is given as an lvalue is left to the second, nothing to the
	// third
	expect(f, &run, NULL, "arg0: consume; arg0: read");
	assert_int_equal(list.at[0]->choices[0].outcomes[0].effects[0].given_as,
			 RVALUE_REF);
	assert_int_equal(list.at[1]->choices[0].outcomes[0].effects[0].given_as,
			 LVALUE_REF);
	list = f->rules.operations_of_call(f->set, &poll, NULL);
	assert_int_equal(list.count, 2);
	assert_int_equal(list.at[1]->choices[0].unless_count, 1);
	assert_ptr_equal(list.at[1]->choices[0].unless[0],
			 &list.at[0]->choices[0]);
}

static void lists_beside_operations_match(void **state)
{
	struct fixture *f = *state;
	struct callee die = function("die", NULL, 0);
	struct callee cast = function("JOB", NULL, 0);
	struct operation_list list =
		f->rules.operations_of_call(f->set, &die, NULL);

	assert_int_equal(list.count, 1);
	assert_true(list.at[0]->never_returns);
	list = f->rules.operations_of_call(f->set, &cast, NULL);
	assert_int_equal(list.count, 1);
	assert_true(list.at[0]->is_alias);
}

// ---- units

// Makes the callee known to the unit, as a call in its only function.
static void call_in_unit(struct fixture *f, const struct callee *c)
{
	struct function *body = ARENA_NEW(&f->arena, struct function);
	struct block block = { 0 };
	struct op op = { .kind = OP_CALL, .callee = c };

	body->name = "main";
	VEC_PUSH(&f->arena, &block.ops, op);
	VEC_PUSH(&f->arena, &body->blocks, block);
	VEC_PUSH(&f->arena, &f->unit.functions, body);
	packset_activate(f->set, &f->unit);
}

static void packs_are_chosen_for_a_unit(void **state)
{
	struct fixture *f = *state;
	struct callee stop = function("stop", NULL, 0);
	struct callee start = function("idle::start", NULL, 0);
	struct callee c_start = function("start", NULL, 0);

	expect(f, &stop, NULL, "");
	// families are numbered whether their pack is in use or not
	assert_string_equal(f->rules.family_at(f->set, 4)->id, "request");
	assert_string_equal(f->rules.family_at(f->set, 5)->id, "idle");
	assert_null(f->rules.family_at(f->set, 6));
	VEC_PUSH(&f->arena, &f->unit.dependencies, "/usr/include/not-idle.h");
	packset_activate(f->set, &f->unit);
	expect(f, &stop, NULL, "");
	VEC_PUSH(&f->arena, &f->unit.dependencies, "/usr/include/x/idle.h");
	packset_activate(f->set, &f->unit);
	expect(f, &stop, NULL, "arg0: consume");
	f->unit.dependencies.count = 0;
	call_in_unit(f, &c_start);
	expect(f, &stop, NULL, "arg0: consume");
	f->unit.functions.count = 0;
	// a qualified name is C++, and the pack is about C
	call_in_unit(f, &start);
	expect(f, &stop, NULL, "");
}

static void annotations_are_operations(void **state)
{
	static const struct {
		const char *texts[3];
		const char *operation;
	} cases[] = {
		{ { "consume" }, "arg1: consume" },
		{ { "0:observe" }, "arg0: observe" },
		{ { "produce" }, "return: produce" },
		{ { "2:produce" }, "*arg2: produce" },
		{ { "0:release_handle:Tag", "acquire_handle:Tag" },
		  "arg0: consume; return: produce" },
		{ { "1:use_handle:Tag" }, "arg1: observe" },
		{ { "2:release_handle:Tag" }, "*arg2: consume" },
		{ { "ownership_takes:malloc, 3" }, "arg2: consume" },
		{ { "ownership_returns:malloc, 1" }, "return: produce" },
		{ { "9:consume" }, "" },
		{ { "consum" }, "" },
		{ { "mark" }, "arg0: consume" },
	};
	struct fixture *f = *state;
	const struct type pointer = { .kind = TYPE_POINTER,
				      .pointee = &integer };
	const struct type *types[] = { &integer, &job, &pointer };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct callee c = function("mine", types, 3);
		c.result = &integer;
		c.annotations = cases[i].texts;
		f->unit.functions.count = 0;
		call_in_unit(f, &c);
		expect(f, &c, NULL, cases[i].operation);
	}
}

static void annotated_types_become_families(void **state)
{
	struct fixture *f = *state;
	const struct type thing = { .kind = TYPE_RECORD, .name = "my::thing" };
	const struct type thing_pointer = { .kind = TYPE_POINTER,
					    .pointee = &thing };
	const struct type *types[] = { &thing_pointer };
	struct callee c = function("drop", types, 1);

	c.annotations = LIST("consume");
	call_in_unit(f, &c);
	expect(f, &c, NULL, "arg0: consume");
	const struct family *family =
		f->rules.family_of_type(f->set, &thing_pointer);
	assert_string_equal(family->id, "my::thing");
	assert_string_equal(family->title, "thing");
	assert_string_equal(family->pack, "annotations");
	assert_int_equal(family->identity, IDENTITY_POINTEE);
	f->unit.functions.count = 0;
	packset_activate(f->set, &f->unit);
	assert_null(f->rules.family_of_type(f->set, &thing_pointer));
}

static void typestates_are_operations(void **state)
{
	static const struct {
		enum callee_kind kind;
		const char *texts[3];
		const char *operation;
	} cases[] = {
		{ CALLEE_METHOD,
		  { "callable_when:unconsumed", "set_typestate:consumed" },
		  "this: consume" },
		{ CALLEE_METHOD,
		  { "callable_when:unconsumed" },
		  "this: observe" },
		{ CALLEE_METHOD, { "callable_when:unconsumed,consumed" }, "" },
		{ CALLEE_METHOD,
		  { "test_typestate:unconsumed" },
		  "this: guard" },
		{ CALLEE_METHOD,
		  { "set_typestate:unconsumed" },
		  "this: rearm" },
		{ CALLEE_CONSTRUCTOR,
		  { "return_typestate:unconsumed" },
		  "this: produce" },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct callee c = method("my::token", "f");
		c.kind = cases[i].kind;
		c.annotations = cases[i].texts;
		f->unit.functions.count = 0;
		call_in_unit(f, &c);
		expect(f, &c, NULL, cases[i].operation);
	}
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		CASE(functions_go_by_qualified_name),
		CASE(parameter_types_constrain),
		CASE(methods_go_by_class_and_qualifiers),
		CASE(inherited_methods_belong_to_the_receiver),
		CASE(operators_may_be_functions),
		CASE(copies_are_the_languages_own),
		CASE(awaits_go_by_value_category),
		CASE(types_have_families),
		CASE(of_two_about_one_place_the_first_wins),
		CASE(lists_beside_operations_match),
		CASE(packs_are_chosen_for_a_unit),
		CASE(annotations_are_operations),
		CASE(annotated_types_become_families),
		CASE(typestates_are_operations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
