// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/utf.h"

static void columns_convert_there_and_back(void **state)
{
	// a, two bytes, three bytes, four bytes, b
	static const char line[] = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"
				   "b";
	size_t length = sizeof(line) - 1;

	(void)state;
	assert_int_equal(utf_column(line, length, 11, COLUMN_CODE_POINTS), 5);
	assert_int_equal(utf_column(line, length, 11, COLUMN_UTF16), 6);
	assert_int_equal(utf_column(line, length, 11, COLUMN_BYTES), 11);
	assert_int_equal(utf_byte_column(line, length, 5, COLUMN_CODE_POINTS),
			 11);
	assert_int_equal(utf_byte_column(line, length, 6, COLUMN_UTF16), 11);
	// past the end
	assert_int_equal(utf_column(line, length, 20, COLUMN_UTF16), 15);
}

static void invalid_bytes_are_replaced(void **state)
{
	struct str s = STR_INIT;
	// a lone continuation, an overlong zero, a cut sequence
	static const char text[] = "x\x80y\xC0\x80z\xE2\x82";

	(void)state;
	utf_add(&s, text, sizeof(text) - 1);
	assert_string_equal(s.text, "x\xEF\xBF\xBDy\xEF\xBF\xBD\xEF\xBF\xBDz"
				    "\xEF\xBF\xBD\xEF\xBF\xBD");
	str_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_convert_there_and_back),
		cmocka_unit_test(invalid_bytes_are_replaced),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
