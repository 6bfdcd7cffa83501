// SPDX-License-Identifier: Apache-2.0
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/arena.h"

void err_release(struct err *e)
{
	str_release(&e->text);
	e->code = ERR_NONE;
}

bool err_set(struct err *e, enum err_code code, const char *format, ...)
{
	va_list args, again;

	if (e->code != ERR_NONE)
		return false;
	va_start(args, format);
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length < 0)
		bug("bad format '%s'", format);
	char *text = xmalloc((size_t)length + 1);
	vsnprintf(text, (size_t)length + 1, format, again);
	va_end(again);
	str_release(&e->text);
	e->text = (struct str){ text, (size_t)length, (size_t)length + 1 };
	e->code = code;
	return false;
}

void err_prefix(struct err *e, const char *format, ...)
{
	struct str s = STR_INIT;
	char context[512];
	va_list args;

	va_start(args, format);
	vsnprintf(context, sizeof(context), format, args);
	va_end(args);
	str_printf(&s, "%s: %s", context, e->text.text);
	str_release(&e->text);
	e->text = s;
}

int err_exit_status(enum err_code code)
{
	static const int status[] = {
		[ERR_NONE] = 0,
#define ERR(code_, status_, text_) [ERR_##code_] = (status_),
#include "base/err.def"
#undef ERR
	};

	return status[code];
}
