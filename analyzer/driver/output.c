// SPDX-License-Identifier: Apache-2.0
#include "driver/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

bool outputs_check(const struct options *o, const char *command, struct err *e)
{
	VEC_EACH (const struct output, x, &o->outputs)
		if (!reporter_find(x->format))
			return err_set(e, ERR_USAGE,
				       "no format '%s' (see 'oncelint %s "
				       "--help')",
				       x->format, command);
	return true;
}

static bool is_colored(const struct options *o, bool is_terminal)
{
	const char *no_color = getenv("NO_COLOR");

	if (o->color != COLOR_AUTO)
		return o->color == COLOR_ALWAYS;
	return is_terminal && !(no_color && *no_color);
}

void outputs_style(const struct options *o, struct report *r, bool is_printed)
{
	bool is_terminal = is_printed && isatty(STDOUT_FILENO) == 1;

	r->is_colored = is_colored(o, is_terminal);
	r->is_terminal = is_terminal || o->color == COLOR_ALWAYS;
}

bool print_text(const struct str *text, struct err *e)
{
	if (fwrite(text->text, 1, text->length, stdout) == text->length &&
	    fflush(stdout) == 0)
		return true;
	return err_set(e, ERR_IO, "cannot write standard output: %s",
		       strerror(errno));
}

bool outputs_write(const struct options *o, struct report *r, struct err *e)
{
	bool ok = true;

	VEC_EACH (const struct output, x, &o->outputs) {
		struct str text = STR_INIT;

		outputs_style(o, r, !x->path);
		reporter_find(x->format)->write(r, &text);
		ok = (x->path ? file_write(x->path, &text, e)
			      : print_text(&text, e)) &&
		     ok;
		str_release(&text);
	}
	return ok;
}
