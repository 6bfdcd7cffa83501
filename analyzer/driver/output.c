// SPDX-License-Identifier: Apache-2.0
#include "driver/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

// "report/" and what is a folder already.
static bool is_folder(const struct output *x)
{
	return x->path &&
	       (str_ends(x->path, "/") || path_is_directory(x->path));
}

bool outputs_check(const struct options *o, const char *command, struct err *e)
{
	VEC_EACH (const struct output, x, &o->outputs) {
		const struct reporter *format = reporter_find(x->format);

		if (!format)
			return err_set(e, ERR_USAGE,
				       "no format '%s' (see 'oncelint %s "
				       "--help')",
				       x->format, command);
		if (is_folder(x) && !format->part)
			return err_set(e, ERR_USAGE,
				       "'%s' is a folder, and '%s' is one file",
				       x->path, x->format);
	}
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

bool outputs_show_fixes(const struct options *o)
{
	VEC_EACH (struct output, x, &o->outputs) {
		const struct reporter *format = reporter_find(x->format);
		struct report style = { 0 };

		outputs_style(o, &style, !x->path);
		if (format->has_fixes &&
		    (format->write != text_write || style.is_terminal))
			return true;
	}
	return false;
}

void show_text(const struct str *text)
{
	fwrite(text->text, 1, text->length, stdout);
}

bool print_text(const struct str *text, struct err *e)
{
	if (fwrite(text->text, 1, text->length, stdout) == text->length &&
	    fflush(stdout) == 0)
		return true;
	return err_set(e, ERR_IO, "cannot write standard output: %s",
		       strerror(errno));
}

static bool write_file(const struct output *x, const struct report *r,
		       struct err *e)
{
	struct str text = STR_INIT;

	reporter_find(x->format)->write(r, &text);
	bool ok =
		x->path ? file_write(x->path, &text, e) : print_text(&text, e);
	str_release(&text);
	return ok;
}

static bool write_part(const char *folder, const struct str *name,
		       const struct str *text, struct err *e)
{
	struct arena a = { 0 };
	bool ok = file_write(path_join(&a, folder, name->text), text, e);

	arena_release(&a);
	return ok;
}

static bool write_folder(const struct output *x, const struct report *r,
			 struct err *e)
{
	const struct reporter *format = reporter_find(x->format);
	struct str name = STR_INIT, text = STR_INIT;
	bool ok = mkdir(x->path, 0777) == 0 || errno == EEXIST ||
		  err_set(e, ERR_IO, "cannot make '%s': %s", x->path,
			  strerror(errno));

	for (uint32_t n = 0; ok && format->part(r, n, &name, &text); n++) {
		ok = write_part(x->path, &name, &text, e);
		str_clear(&name);
		str_clear(&text);
	}
	str_release(&name);
	str_release(&text);
	return ok;
}

bool outputs_write(const struct options *o, struct report *r, struct err *e)
{
	bool ok = true;

	VEC_EACH (struct output, x, &o->outputs) {
		if (o->shows_fixes && !x->path)
			continue;
		outputs_style(o, r, !x->path);
		ok = (is_folder(x) ? write_folder(x, r, e)
				   : write_file(x, r, e)) &&
		     ok;
	}
	return ok;
}
