// SPDX-License-Identifier: Apache-2.0
// What a text names, and how.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "driver/scan.h"

static struct arena arena;
static struct scanner scanner;
static struct scan scanned;

static void scan(const char *text)
{
	// An exact copy, so that reading past the end shows.
	size_t n = strlen(text);
	char *copy = xmalloc(n);

	arena_release(&arena);
	memcpy(copy, text, n);
	scan_text(&scanner, copy, n, &arena, &scanned);
	free(copy);
}

// How the name stands, 0 if it is not there.
static unsigned how(const char *name)
{
	uint32_t hash = scan_hash(name, strlen(name));

	VEC_EACH (const struct scan_name, x, &scanned.names)
		if (x->hash == hash)
			return x->how & ~NAME_CODE;
	return 0;
}

static void names_are_told_apart(void **state)
{
	(void)state;
	scan("void f(struct conn *c) { close(c->fd); c->open(x); y.read; }");
	assert_int_equal(how("close"), NAME_CALLED);
	assert_int_equal(how("open"), NAME_MEMBER);
	assert_int_equal(how("read"), NAME_MEMBER);
	assert_int_equal(how("fd"), NAME_MEMBER);
	assert_int_equal(how("y"), NAME_VALUE);
	assert_int_equal(how("clos"), 0);
}

static void variables_are_told_from_functions(void **state)
{
	(void)state;
	scan("int socket; int (*kill)(int); f((&wait)); GFile *open = &x; ops = { .a = close, .b = &dup };"
	     "return fclose (f); else pclose(g);");
	assert_int_equal(how("socket"), NAME_DECLARED);
	assert_int_equal(how("open"), NAME_DECLARED);
	assert_int_equal(how("kill"), NAME_DECLARED);
	assert_int_equal(how("wait"), NAME_VALUE);
	assert_int_equal(how("close"), NAME_VALUE);
	assert_int_equal(how("dup"), NAME_VALUE);
	assert_int_equal(how("fclose"), NAME_CALLED);
	assert_int_equal(how("pclose"), NAME_CALLED);
}

static void definitions_are_seen(void **state)
{
	(void)state;
	scan("static int\nstop(struct w *w, int (*f)(int))\n{ start(w); }\n"
	     "void W::halt(int x) const noexcept { if (go(x)) { run(x); } }");
	assert_true(how("stop") & NAME_DEFINED);
	assert_true(how("halt") & NAME_DEFINED);
	assert_false(how("start") & NAME_DEFINED);
	assert_false(how("go") & NAME_DEFINED);
	assert_false(how("run") & NAME_DEFINED);
}

static void comments_and_literals_hold_no_names(void **state)
{
	(void)state;
	scan("/* close(a) * / \n **/ one // open \\\n read\n two \"fclose\\\" x\" "
	     "'pclose' three = 1'000'join; u8\"dup\" four R\"x(\")y\" kill )x\" "
	     "five");
	assert_int_equal(how("close"), 0);
	assert_int_equal(how("open"), 0);
	assert_int_equal(how("read"), 0);
	assert_int_equal(how("fclose"), 0);
	assert_int_equal(how("pclose"), 0);
	assert_int_equal(how("join"), 0);
	assert_int_equal(how("dup"), 0);
	assert_int_equal(how("kill"), 0);
	assert_true(how("one") && how("two") && how("three") && how("four"));
	assert_true(how("five"));
}

static void an_annotation_is_a_name(void **state)
{
	(void)state;
	scan("void f(int) __attribute__((annotate(\"oncelint:consume\")));");
	assert_true(how(SCAN_ANNOTATION));
	scan("puts(\"oncelint\");");
	assert_false(how(SCAN_ANNOTATION));
}

static void directives_are_read(void **state)
{
	(void)state;
	scan("#include <a/b.h>\n # include \"c.h\" // close\n"
	     "#include_next <d.h>\n#include NAME\n#ifdef X\nlast\n#endif y\n"
	     "#define NAME \"e.h\"");
	assert_int_equal(scanned.includes.count, 4);
	assert_string_equal(scanned.includes.at[0].name, "a/b.h");
	assert_true(scanned.includes.at[0].is_angled);
	assert_string_equal(scanned.includes.at[1].name, "c.h");
	assert_false(scanned.includes.at[1].is_angled);
	assert_true(scanned.includes.at[2].is_next);
	assert_null(scanned.includes.at[3].name);
	assert_int_equal(scanned.named.count, 1);
	assert_string_equal(scanned.named.at[0].name, "e.h");
	assert_int_equal(scanned.named.at[0].macro,
			 scanned.includes.at[3].macro);
	assert_int_equal(how("X"), 0);
	assert_int_equal(how("close"), 0);
	assert_true(how("last"));
}

static void macros_say_what_they_name(void **state)
{
	(void)state;
	scan("#define EMPTY\n#define STOP(w) \\\n\tpthread_join((w)->t, \\\r\n"
	     "\tNULL)\nSTOP(x)\n#define ONE 1\n");
	assert_int_equal(scanned.macros.count, 1);
	const struct scan_macro *m = &scanned.macros.at[0];
	bool found = false;
	assert_int_equal(m->hash, scan_hash("STOP", 4));
	for (uint32_t i = 0; i < m->count; i++)
		found |= scanned.bodies.at[m->first + i] ==
			 scan_hash("pthread_join", 12);
	assert_true(found);
	assert_true(how("pthread_join") & NAME_MACRO);
	assert_int_equal(how("STOP"), NAME_CALLED);
}

static bool asks(const char *name)
{
	uint32_t hash = scan_hash(name, strlen(name));

	VEC_EACH (const struct scan_question, asked, &scanned.asked)
		if (asked->hash == hash)
			return true;
	return false;
}

static void conditions_are_told(void **state)
{
	(void)state;
	scan("#ifndef X_H\n#define X_H\n#include <a.h>\n"
	     "#ifdef HAVE_B\n#include <b.h>\n#else\n#include <c.h>\n#endif\n"
	     "#if defined(HAVE_D)\n# include <d.h>\n#endif\n"
	     "#if D > 2 || !defined E /* F */\n#include <e.h>\n#endif\n"
	     "#ifdef HAVE_B\n#if G\n#include <g.h>\n#endif\n#endif\n"
	     "#include <h.h>\n#endif\n");
	assert_int_equal(scanned.includes.count, 7);
	const struct scan_include *x = scanned.includes.at;
	assert_int_equal(x[0].condition, ALWAYS);
	assert_int_equal(x[1].condition, scan_hash("HAVE_B", 6));
	assert_int_equal(x[2].condition, PERHAPS);
	assert_int_equal(x[3].condition, scan_hash("HAVE_D", 6));
	assert_int_equal(x[4].condition, PERHAPS);
	assert_int_equal(x[5].condition, PERHAPS);
	assert_int_equal(x[6].condition, ALWAYS);
	assert_true(asks("HAVE_B") && asks("HAVE_D") && asks("D") && asks("E"));
	assert_false(asks("X_H") || asks("F") || asks("defined"));
}

static void a_default_is_not_asked_about(void **state)
{
	(void)state;
	scan("int x;\n#ifndef DOMAIN\n#define DOMAIN 0\n#include <a.h>\n#endif\n"
	     "#ifndef OTHER\n#include <b.h>\n#define OTHER\n#endif\n#endif\n");
	assert_false(asks("DOMAIN"));
	assert_true(asks("OTHER"));
	assert_int_equal(scanned.includes.count, 2);
	assert_int_equal(scanned.includes.at[1].condition, PERHAPS);
}

static void definitions_have_a_place(void **state)
{
	(void)state;
	scan("#define A \"a\"\n#include <a.h>\n#undef A\n#define B(x) x\n"
	     "#include <b.h>\n#define C\n");
	assert_int_equal(scanned.includes.at[0].before, 1);
	assert_int_equal(scanned.includes.at[1].before, 3);
	assert_int_equal(scanned.defined.count, 4);
	assert_true(scanned.defined.at[0].is_text);
	assert_false(scanned.defined.at[1].is_text);
	assert_int_equal(scanned.defined.at[2].hash, scan_hash("B", 1));
}

static void anything_can_end_a_text(void **state)
{
	static const char *const texts[] = {
		"",       "#",     "#include", "#include \"a", "#define",
		"\"a",    "'",     "/",        "/*",           "/* *",
		"a\\",    "->",    "R\"",      "R\"x(",        "#define A \\\n",
		"f(",     ")))",   "::",       "1'",           ".",
		"..",     "\n#",   "f()",      "#if",          "#ifndef A\n",
		"#endif", "#else", "#if A\\",  "#if /*",       "#define A \"",
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		scan(texts[i]);
}

static void many_names_fit(void **state)
{
	struct str text = STR_INIT;

	(void)state;
	for (int i = 0; i < 50000; i++)
		str_printf(&text, "name%d ", i);
	scan(text.text);
	assert_int_equal(scanned.names.count, 50000);
	str_release(&text);
	scan("a b a");
	assert_int_equal(scanned.names.count, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_told_apart),
		cmocka_unit_test(variables_are_told_from_functions),
		cmocka_unit_test(definitions_are_seen),
		cmocka_unit_test(comments_and_literals_hold_no_names),
		cmocka_unit_test(an_annotation_is_a_name),
		cmocka_unit_test(directives_are_read),
		cmocka_unit_test(macros_say_what_they_name),
		cmocka_unit_test(conditions_are_told),
		cmocka_unit_test(a_default_is_not_asked_about),
		cmocka_unit_test(definitions_have_a_place),
		cmocka_unit_test(anything_can_end_a_text),
		cmocka_unit_test(many_names_fit),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	scanner_release(&scanner);
	arena_release(&arena);
	return failed;
}
