// SPDX-License-Identifier: Apache-2.0
// Writes every format for a number of situations, by hand and on purpose nasty
// ones, into a folder: what independent readers of the formats are then let
// loose on (clients.sh). Without a folder it only checks what holds for all.
//
//     report_corpus [FOLDER]
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "base/builtin.h"
#include "report/report.h"
#include "sample.h"

static const char *folder;

struct bench {
	struct arena arena;
	struct source_cache sources;
	VEC(struct finding *) findings;
	VEC(struct report_record) records;
	struct report report;
};

static const char *page(const char *kind)
{
	char path[128];

	snprintf(path, sizeof(path), "rules/kinds/%s.md", kind);
	const struct builtin_file *f = builtin_find(path);
	return f ? f->text : NULL;
}

static int set_up(void **state)
{
	struct bench *b = xcalloc(1, sizeof(*b));

	b->report = (struct report){ .version = "1.0.0",
				     .command_line = "oncelint check -p build",
				     .current = "/w",
				     .root = "/w",
				     .page = page,
				     .sources = &b->sources };
	*state = b;
	return 0;
}

static int tear_down(void **state)
{
	struct bench *b = *state;

	source_release(&b->sources);
	arena_release(&b->arena);
	free(b);
	return 0;
}

static void put(struct bench *b, const char *path, const char *text)
{
	source_put(&b->sources, path, text, strlen(text));
}

static struct finding *add(struct bench *b, const char *path)
{
	struct finding *f = sample_finding(&b->arena, path);

	f->identity = arena_printf(&b->arena, "%032x", b->findings.count + 1);
	VEC_PUSH(&b->arena, &b->findings, f);
	return f;
}

static void set_steps(struct bench *b, struct finding *f,
		      const struct step *steps, uint32_t count)
{
	f->steps = arena_memdup(&b->arena, steps, count * sizeof(*steps));
	f->step_count = count;
}

static struct loc at(const char *file, uint32_t line, uint32_t column,
		     uint32_t end_column)
{
	return (struct loc){ file, line, column, line, end_column, NULL, 0 };
}

// ---- writing

// UTF-8 throughout, and no control characters but line breaks and tabs.
static void expect_clean(const struct str *text)
{
	for (size_t i = 0; i < text->length;) {
		uint32_t c;
		size_t bytes = utf_next(text->text + i, text->length - i, &c);

		assert_false(c == UTF_REPLACEMENT && bytes == 1);
		assert_true(c >= 0x20 || c == '\n' || c == '\t');
		i += bytes;
	}
}

static void make_folder(const char *name)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	assert_true(mkdir(path, 0777) == 0 || errno == EEXIST);
}

static void save(const char *situation, const char *format,
		 const struct str *text)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s%s%s", folder, situation,
		 strchr(situation, '/') ? "" : ".", format);
	FILE *to = fopen(path, "w");
	assert_non_null(to);
	assert_int_equal(fwrite(text->text, 1, text->length, to), text->length);
	assert_int_equal(fclose(to), 0);
}

// The formats that `only` names, or all.
static void write_all(struct bench *b, const char *situation, const char *only)
{
	b->report.findings = b->findings.at;
	b->report.finding_count = b->findings.count;
	for (uint32_t i = 0; reporter_at(i); i++) {
		const struct reporter *format = reporter_at(i);
		struct str out = STR_INIT;

		if (strcmp(format->name, "verify") == 0 ||
		    (only && !strstr(only, format->name)))
			continue;
		format->write(&b->report, &out);
		if (strcmp(format->name, "text") != 0 &&
		    strcmp(format->name, "plain") != 0)
			expect_clean(&out);
		if (folder)
			save(situation, format->name, &out);
		str_release(&out);
	}
}

// What a format writes into a folder.
static void write_parts(struct bench *b, const char *situation)
{
	const struct reporter *format = reporter_find("html");
	struct str name = STR_INIT, text = STR_INIT;
	uint32_t n = 0;

	for (; format->part(&b->report, n, &name, &text); n++) {
		expect_clean(&text);
		if (folder)
			save(situation, name.text, &text);
		str_clear(&name);
		str_clear(&text);
	}
	assert_int_equal(n, (b->report.finding_count + 499) / 500 + 1);
	str_release(&name);
	str_release(&text);
}

// ---- situations

static void plain(void **state)
{
	struct bench *b = *state;
	static const char *const files[] = { "/w/src/clean.c",
					     "/w/src/pool.c" };

	put(b, "/w/src/pool.c", SAMPLE_SOURCE);
	add(b, "/w/src/pool.c");
	b->report.files = files;
	b->report.file_count = COUNT_OF(files);
	write_all(b, "plain", NULL);
}

static void empty(void **state)
{
	write_all(*state, "empty", NULL);
}

static void non_ascii(void **state)
{
	struct bench *b = *state;
	const char *path = "/w/src/Öl/𐐀 pool.c";

	put(b, path,
	    "// é\nint größe;\n"
	    "\tfree(\"é𐐀\"), pthread_join(größe, NULL);\n"
	    "\tfree(\"é𐐀\"), pthread_join(größe, NULL);\n");
	struct finding *f = add(b, path);
	f->message = "'größe' is joined twice – 𐐀";
	f->handle = "größe";
	f->loc = at(path, 4, 18, 43);
	f->steps[0].loc = at(path, 3, 18, 43);
	f->steps[1].loc = f->loc;
	write_all(b, "non-ascii", NULL);
}

static void carriage_returns(void **state)
{
	struct bench *b = *state;

	put(b, "/w/dos.c",
	    "void stop(struct pool *p)\r\n{\r\n"
	    "\tpthread_join(p->thread, NULL);\r\n"
	    "\tpthread_join(p->thread, NULL);\r\n}\r\n");
	struct finding *f = add(b, "/w/dos.c");
	f->loc.end_line = 5; // cut to its line by those who want one
	f->loc.end_column = 2;
	write_all(b, "crlf", NULL);
}

static void suppressed(void **state)
{
	struct bench *b = *state;

	put(b, "/w/pool.c", SAMPLE_SOURCE);
	struct finding *f = add(b, "/w/pool.c");
	f->is_suppressed = true;
	f->suppression_reason = "the \"first\" <join> failed & more";
	add(b, "/w/pool.c");
	write_all(b, "suppressed", NULL);
}

static void fixable(void **state)
{
	struct bench *b = *state;
	static const struct edit edits[] = {
		{ { "/w/pool.c", 4, 2, 4, 32, NULL, 0 }, "", 0 },
		{ { "/w/pool.c", 3, 32, 3, 32, NULL, 0 },
		  "\n\tp->thread = 0;", 0 },
		{ { "/w/pool.h", 1, 1, 1, 1, NULL, 0 },
		  "#include <pthread.h>\n", 0 },
	};

	put(b, "/w/pool.c", SAMPLE_SOURCE);
	put(b, "/w/pool.h", "struct pool;\n");
	struct finding *f = add(b, "/w/pool.c");
	f->fixes = ARENA_NEW(&b->arena, struct fix);
	f->fixes->description = "drop the second join";
	f->fixes->edits = arena_memdup(&b->arena, edits, sizeof(edits));
	f->fixes->edit_count = COUNT_OF(edits);
	f->fix_count = 1;
	write_all(b, "fixable", NULL);
}

static void cross_file(void **state)
{
	struct bench *b = *state;
	const struct step steps[] = {
		{ STEP_PRODUCE, true, 0, at("/w/src/main.c", 3, 2, 38),
		  "the thread is started here" },
		{ STEP_CONDITION, false, 0, at("/w/src/main.c", 4, 6, 11),
		  "'early' is taken to be true" },
		{ STEP_CALL, false, 0, at("/w/src/main.c", 5, 3, 12),
		  "calling 'stop'" },
		{ STEP_CONSUME, true, 1, at("/w/lib/stop.c", 5, 2, 24),
		  "joined here first" },
		{ STEP_LOOP, false, 0, at("/w/src/main.c", 6, 2, 5),
		  "in another turn of the loop" },
		{ STEP_CONSUME, true, 0, at("/w/src/main.c", 7, 3, 25),
		  "joined again" },
		{ STEP_LEAVE, false, 0, { 0 }, "the path ends" },
	};

	put(b, "/w/src/main.c",
	    "int main(int early, char **v)\n{\n"
	    "\tpthread_create(&id, NULL, work, NULL);\n"
	    "\tif (early)\n\t\tstop(&id);\n\tfor (;;)\n"
	    "\t\tpthread_join(id, NULL);\n}\n");
	put(b, "/w/lib/stop.c",
	    "#include \"pool.h\"\n\nvoid stop(pthread_t *t)\n"
	    "{\n\tpthread_join(*t, NULL);\n}\n");
	struct finding *f = add(b, "/w/src/main.c");
	set_steps(b, f, steps, COUNT_OF(steps));
	f->loc = steps[5].loc;
	f->certainty = CERTAINTY_POSSIBLE;
	write_all(b, "cross-file", NULL);
}

#define NASTY_PATH                                                             \
	"/w/a b/\"q\" 'x'/<script>alert(1)</script>\n::error::p,q:%0A\xff\x01" \
	"#1@me|`.c"

static void hostile(void **state)
{
	struct bench *b = *state;
	static const struct report_unit units[] = {
		{ NASTY_PATH, true, "no <script>alert(2)</script>\n::stop::" },
	};
	static const struct note notes[] = {
		{ .function = "f<script>\n",
		  .reason = "too \"large\" ]]>",
		  .loc = { .file = NASTY_PATH } },
	};

	put(b, NASTY_PATH,
	    "</script><script>alert(3)</script>\n<!-- ]]> -->\n"
	    "\tjoin(\"\xff\xfe </script><img src=x onerror=alert(4)>\");\n"
	    "\t```` \x01\x1b[31m ::error::x ##[add-mask]y & `${x}`\n");
	struct finding *f = add(b, NASTY_PATH);
	f->message = "'a[0](b)' & <img src=x onerror=alert(5)> ]](1) \xff "
		     "\x1b[31m | `x` @user #12\n::error::owned ##[group]";
	f->handle = "a[0]{0}](b)\n";
	f->function = "operator<<script>";
	f->steps[0].message = "]](1)[x](javascript:alert(6)) </script>\n::x::";
	f->steps[1].message = "\"quoted\" 'and' \\ back \x02";
	f->loc = at(NASTY_PATH, 4, 2, 900);
	f->steps[1].loc = at(NASTY_PATH, 77, 5, 3); // past the end
	add(b, "/elsewhere/x y.c");
	b->report.units = units;
	b->report.unit_count = COUNT_OF(units);
	b->report.notes = notes;
	b->report.note_count = COUNT_OF(notes);
	b->report.category = "lint <\"a\"/b";
	write_all(b, "hostile", NULL);
}

static void history(void **state)
{
	struct bench *b = *state;
	static const struct report_run runs[] = {
		{ "2026-01-01T00:00:00Z", 3, 3, 0 },
		{ "2026-01-08T00:00:00Z", 5, 2, 0 },
		{ "2026-01-15T00:00:00Z", 4, 0, 1 },
		{ "2026-01-22T00:00:00Z", 4, 1, 1 },
	};
	static const struct report_record records[] = {
		{ BASELINE_NEW, "2026-01-22", NULL, NULL, NULL, NULL, NULL },
		{ BASELINE_UNCHANGED, "2026-01-01", "confirmed", "Ann",
		  "seen in production", "confirmed", "4 times in 2 processes" },
		{ BASELINE_UPDATED, "2026-01-08", "accepted", "Bob",
		  "goes away with the next version", NULL, NULL },
		{ BASELINE_ABSENT, "2026-01-08", NULL, NULL, NULL, NULL, NULL },
	};

	for (unsigned i = 0; i < COUNT_OF(records); i++) {
		const char *path = arena_printf(&b->arena, "/w/h%u.c", i);

		put(b, path, SAMPLE_SOURCE);
		add(b, path)->severity = (enum severity)(3 - i);
	}
	static const char *const stale[] = { "/w/h1.c" };
	b->report.stale = stale;
	b->report.stale_count = COUNT_OF(stale);
	b->report.records = records;
	b->report.runs = runs;
	b->report.run_count = COUNT_OF(runs);
	write_all(b, "history", NULL);
}

static void many(void **state)
{
	struct bench *b = *state;

	put(b, "/w/pool.c", SAMPLE_SOURCE);
	for (int i = 0; i < 26000; i++) {
		struct finding *f = add(b, "/w/pool.c");

		f->severity = i < 1000  ? SEVERITY_HINT
			      : i % 100 ? SEVERITY_WARNING
					: SEVERITY_ERROR;
		f->kind = (enum finding_kind)(i % KIND_COUNT);
	}
	write_all(b, "many", "sarif github markdown html");
	if (folder)
		make_folder("many.d");
	write_parts(b, "many.d/");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TEST(plain),      TEST(empty),
		TEST(non_ascii),  TEST(carriage_returns),
		TEST(suppressed), TEST(fixable),
		TEST(cross_file), TEST(hostile),
		TEST(history),    TEST(many),
	};

	folder = argc > 1 ? argv[1] : NULL;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
