// SPDX-License-Identifier: Apache-2.0
#include "base/str.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

char str_empty[1];

void str_init(struct str *s)
{
	*s = (struct str)STR_INIT;
}

void str_release(struct str *s)
{
	if (s->room)
		free(s->text);
	str_init(s);
}

void str_clear(struct str *s)
{
	s->length = 0;
	if (s->room)
		s->text[0] = '\0';
}

static void reserve(struct str *s, size_t more)
{
	size_t need = s->length + more + 1;

	if (need <= s->room)
		return;
	size_t room = s->room ? s->room : 64;
	while (room < need)
		room *= 2;
	s->text = xrealloc(s->room ? s->text : NULL, room);
	s->room = room;
}

void str_add_bytes(struct str *s, const void *data, size_t length)
{
	reserve(s, length);
	if (length)
		memcpy(s->text + s->length, data, length);
	s->length += length;
	s->text[s->length] = '\0';
}

void str_add(struct str *s, const char *text)
{
	str_add_bytes(s, text, strlen(text));
}

void str_add_char(struct str *s, char c)
{
	reserve(s, 1);
	s->text[s->length++] = c;
	s->text[s->length] = '\0';
}

void str_add_number(struct str *s, uint64_t n)
{
	char digits[20];
	size_t at = sizeof(digits);

	do
		digits[--at] = (char)('0' + n % 10);
	while (n /= 10);
	str_add_bytes(s, digits + at, sizeof(digits) - at);
}

void str_printf(struct str *s, const char *format, ...)
{
	va_list args, again;

	va_start(args, format);
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length < 0)
		bug("bad format '%s'", format);
	reserve(s, (size_t)length);
	vsnprintf(s->text + s->length, (size_t)length + 1, format, again);
	va_end(again);
	s->length += (size_t)length;
}

bool str_starts(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool str_ends(const char *text, const char *suffix)
{
	size_t n = strlen(text), m = strlen(suffix);

	return n >= m && memcmp(text + n - m, suffix, m) == 0;
}

bool str_equal(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}
