// SPDX-License-Identifier: Apache-2.0
// The vectors are those of codeql-action's own tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "report/fingerprint.h"

static void expect_hashes(const char *text, const char *const *expected,
			  uint32_t count)
{
	struct arena arena = { 0 };
	struct line_hashes hashes = { { 0 } };
	struct str out = STR_INIT;

	line_hashes_compute(&hashes, &arena, text, strlen(text));
	assert_int_equal(hashes.lines.count, count);
	for (uint32_t i = 0; i < count; i++) {
		str_clear(&out);
		line_hashes_add(&out, &hashes, i + 1);
		assert_string_equal(out.text, expected[i]);
	}
	str_clear(&out);
	line_hashes_add(&out, &hashes, 0);
	line_hashes_add(&out, &hashes, count + 1);
	assert_string_equal(out.text, "");
	str_release(&out);
	arena_release(&arena);
}

#define EXPECT(text, ...)                                                      \
	do {                                                                   \
		const char *const expected[] = { __VA_ARGS__ };                \
		expect_hashes(text, expected, COUNT_OF(expected));             \
	} while (0)

static void an_empty_file_is_one_line(void **state)
{
	(void)state;
	EXPECT("", "c129715d7a2bc9a3:1");
}

static void blanks_do_not_count(void **state)
{
	(void)state;
	EXPECT(" a\nb\n  \t\tc\n d", "271789c17abda88f:1", "54703d4cd895b18:1",
	       "180aee12dab6264:1", "a23a3dc5e078b07b:1");
}

static void line_ends_are_alike(void **state)
{
	static const char *const texts[] = {
		" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n",
		(" hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n"
		 " End\r\n"),
		" hello; \t\nworld!!!\r\r\r  \t\tGreetings\r End\r",
		" hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n",
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		EXPECT(texts[i], "e9496ae3ebfced30:1", "fb7c023a8b9ccb3f:1",
		       "ce8ba1a563dcdaca:1", "e20e36e16fcb0cc8:1",
		       "b3edc88f2938467e:1", "c8e28b0b4002a3a0:1",
		       "c129715d7a2bc9a3:1");
}

static void equal_lines_are_numbered(void **state)
{
	struct str text = STR_INIT;

	(void)state;
	for (int i = 0; i < 10; i++)
		str_add(&text, "Lorem ipsum dolor sit amet.\n");
	EXPECT(text.text, "a7f2ff13bc495cf2:1", "a7f2ff13bc495cf2:2",
	       "a7f2ff13bc495cf2:3", "a7f2ff13bc495cf2:4", "a7f2ff13bc495cf2:5",
	       "a7f2ff13bc495cf2:6", "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1",
	       "55ec222b86bcae53:1", "cc97dc7b1d7d8f7b:1",
	       "c129715d7a2bc9a3:1");
	str_release(&text);
}

static void later_text_counts(void **state)
{
	(void)state;
	EXPECT("x = 2\nx = 1\nprint(x)\nx = 3\nprint(x)\nx = 4\nprint(x)\n",
	       "e54938cc54b302f1:1", "bb609acbe9138d60:1", "1131fd5871777f34:1",
	       "5c482a0f8b35ea28:1", "54517377da7028d2:1", "2c644846cb18d53e:1",
	       "f1b89f20de0d133:1", "c129715d7a2bc9a3:1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_file_is_one_line),
		cmocka_unit_test(blanks_do_not_count),
		cmocka_unit_test(line_ends_are_alike),
		cmocka_unit_test(equal_lines_are_numbered),
		cmocka_unit_test(later_text_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
