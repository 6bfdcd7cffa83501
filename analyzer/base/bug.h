// SPDX-License-Identifier: Apache-2.0
// What every file leans on: attributes and the word for "this cannot happen".
#ifndef ONCELINT_BASE_BUG_H
#define ONCELINT_BASE_BUG_H

#if defined(__GNUC__)
#	define MUST_USE __attribute__((warn_unused_result))
#	define PRINTF_LIKE(fmt, args)                                         \
		__attribute__((format(printf, fmt, args)))
#	define NORETURN __attribute__((noreturn))
#else
#	define MUST_USE
#	define PRINTF_LIKE(fmt, args)
#	define NORETURN
#endif

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

// Prints the message with its place and aborts. For broken invariants of our
// own only, never for bad input.
#define bug(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
NORETURN void bug_at(const char *file, int line, const char *format, ...)
	PRINTF_LIKE(3, 4);

#endif
