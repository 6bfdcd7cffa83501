// SPDX-License-Identifier: Apache-2.0
// `oncelint manual`: manual pages in mdoc(7), made of the same tables as
// --help.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "driver/command.h"
#include "driver/output.h"
#include "report/report.h"

// What follows the commands on the page of the program itself.
static const char program_tail[] =
	".Sh COMMENTS\n"
	"A comment silences a finding, with a reason:\n"
	".Pp\n"
	".Dl // oncelint\\-ignore(double\\-consume): the first join failed\n"
	".Dl // oncelint\\-ignore(stored\\-handle, until 2030\\-01\\-31): ticket 12\n"
	".Pp\n"
	"It stands at the end of the line, on a line of its own above, or at the\n"
	"definition of a macro, for what its body does.\n"
	"A stretch of lines begins with\n"
	".Ql // oncelint\\-ignore\\-begin(double\\-consume): why\n"
	"and ends with\n"
	".Ql // oncelint\\-ignore\\-end .\n"
	"What silences nothing, has expired or cannot be read is told.\n"
	".Sh ENVIRONMENT\n"
	".Bl -tag -width Ds\n"
	".It Ev NO_COLOR\n"
	"If set and not empty, text is written without colour.\n"
	".El\n"
	".Sh FILES\n"
	".Bl -tag -width Ds\n"
	".It Pa .oncelint.json\n"
	"Settings of a project, searched for in the working directory and the\n"
	"folders above it.\n"
	".Ql oncelint init\n"
	"writes one.\n"
	".It Pa .oncelint/oncelint.db\n"
	"The results of all runs, beside the settings.\n"
	".El\n"
	".Sh EXIT STATUS\n"
	".Bl -tag -width Ds\n"
	".It 0\n"
	"Nothing was found.\n"
	".It 1\n"
	"Something was found.\n"
	".It 2\n"
	"Wrong use, a wrong configuration, or something that cannot be read or\n"
	"written.\n"
	".It 3\n"
	"Nothing was found, but some units could not be analysed.\n"
	".El\n"
	".Sh EXAMPLES\n"
	"All units of a build, with a report to read:\n"
	".Pp\n"
	".Dl oncelint check \\-p build \\-f html \\-o oncelint.html\n"
	".Pp\n"
	"One file, with its compiler flags:\n"
	".Pp\n"
	".Dl oncelint check file.c \\-\\- \\-Iinclude\n"
	".Pp\n"
	"What a kind of finding means:\n"
	".Pp\n"
	".Dl oncelint explain double-consume\n";

// ---- text

#define WIDTH 76

// Dashes of options stay dashes; nothing at the begin of a line is a request.
static void add_word(struct str *out, const char *word, size_t length,
		     bool begins_line)
{
	if (begins_line && (*word == '.' || *word == '\''))
		str_add(out, "\\&");
	for (size_t i = 0; i < length; i++) {
		if (word[i] == '\\')
			str_add(out, "\\e");
		else if (word[i] == '-' &&
			 (i == 0 || !isalnum((unsigned char)word[i - 1])))
			str_add(out, "\\-");
		else
			str_add_char(out, word[i]);
	}
}

// Paragraphs are parted by empty lines. mdoc wants each sentence on a line of
// its own; lines are broken anew. No line break at the end.
static void add_text(struct str *out, const char *text)
{
	size_t column = 0;

	while (*text) {
		size_t length = strcspn(text, " \n");
		const char *gap = text + length;
		size_t blanks = strspn(gap, " \n");

		if (column && column + 2 + length > WIDTH) {
			str_add_char(out, '\n');
			column = 0;
		} else if (column) {
			str_add_char(out, ' ');
			column++;
		}
		add_word(out, text, length, column == 0);
		column += length + 1;
		text = gap + blanks;
		if (!*text)
			break;
		if (blanks == 2 && str_starts(gap, "\n\n"))
			str_add(out, "\n.Pp\n");
		else if (length && gap[-1] == '.')
			str_add_char(out, '\n');
		else
			continue;
		column = 0;
	}
}

// A clause as a sentence.
static void add_sentence(struct str *out, const char *text)
{
	struct str s = STR_INIT;

	str_add(&s, text);
	s.text[0] = (char)toupper((unsigned char)s.text[0]);
	add_text(out, s.text);
	str_add(out, ".\n");
	str_release(&s);
}

static void add_upper(struct str *out, const char *text)
{
	for (; *text; text++)
		str_add_char(out, (char)toupper((unsigned char)*text));
}

// ---- parts of a page

static void add_head(struct str *out, const char *name, const char *help)
{
	str_add(out, ".\\\" Made by 'oncelint manual'.\n");
	str_printf(out, ".Dd %s\n.Dt ", ONCELINT_DATE);
	add_upper(out, name);
	str_printf(out, " 1\n.Os\n.Sh NAME\n.Nm %s\n.Nd ", name);
	add_text(out, help);
	str_add(out, "\n.Sh SYNOPSIS\n");
}

static void add_option(struct str *out, const struct option_row *row)
{
	str_add(out, ".It ");
	if (row->letter)
		str_printf(out, "Fl %c%s%s , ", row->letter,
			   row->value ? " Ar " : "",
			   row->value ? row->value : "");
	str_printf(out, "Fl \\-%s%s%s\n", row->text, row->value ? " Ar " : "",
		   row->value ? row->value : "");
	add_sentence(out, row->help);
}

static void add_options(struct str *out, unsigned mask)
{
	const struct option_row *row;

	str_add(out, ".Pp\nThe options are:\n.Bl -tag -width Ds\n");
	for (unsigned i = 0; (row = option_at(i)); i++)
		if (row->commands & mask)
			add_option(out, row);
	str_add(out, ".El\n");
}

static void add_formats(struct str *out)
{
	const struct reporter *x;

	str_add(out, ".Pp\nThe formats are:\n.Bl -tag -width checkstyle\n");
	for (uint32_t i = 0; (x = reporter_at(i)); i++) {
		str_printf(out, ".It Cm %s\n", x->name);
		add_sentence(out, x->help);
	}
	str_add(out, ".El\n");
}

// ---- pages

static void write_command(struct str *out, const struct command *c)
{
	struct str name = STR_INIT;

	str_printf(&name, "oncelint-%s", c->name);
	add_head(out, name.text, c->help);
	str_printf(out, ".Nm oncelint %s\n", c->name);
	if (*c->operands)
		add_text(out, c->operands);
	str_add(out,
		*c->operands ? "\n.Sh DESCRIPTION\n" : ".Sh DESCRIPTION\n");
	add_sentence(out, c->help);
	if (c->notes) {
		str_add(out, ".Pp\n");
		add_text(out, c->notes);
		str_add_char(out, '\n');
	}
	add_options(out, c->mask);
	if (c->mask & ON_OUTPUT)
		add_formats(out);
	str_add(out, ".Sh SEE ALSO\n.Xr oncelint 1\n");
	str_release(&name);
}

// The first by name after `last`.
static const struct command *next_command(const struct command *last)
{
	const struct command *c, *next = NULL;

	for (unsigned i = 0; (c = command_at(i)); i++)
		if ((!last || strcmp(c->name, last->name) > 0) &&
		    (!next || strcmp(c->name, next->name) < 0))
			next = c;
	return next;
}

static void write_program(struct str *out)
{
	const struct command *c;

	add_head(out, "oncelint",
		 "finds handles that may be consumed once and "
		 "are not");
	str_add(out, ".Nm\n.Ar command\n.Op Ar argument ...\n"
		     ".Sh DESCRIPTION\n"
		     "A thread is joined once, a future is read once, an\n"
		     "asynchronous operation's result is taken once.\n"
		     ".Nm\nfinds where C and C++ programs do it twice, too "
		     "early or never.\n.Pp\nThe commands are:\n"
		     ".Bl -tag -width completions\n");
	for (unsigned i = 0; (c = command_at(i)); i++) {
		str_printf(out, ".It Cm %s\n", c->name);
		add_sentence(out, c->help);
	}
	str_add(out, ".El\n");
	str_add(out, program_tail);
	str_add(out, ".Sh SEE ALSO\n");
	for (c = next_command(NULL); c; c = next_command(c))
		str_printf(out, ".Xr oncelint-%s 1%s\n", c->name,
			   next_command(c) ? " ," : "");
}

static const struct command *find(const char *name)
{
	const struct command *c;

	for (unsigned i = 0; (c = command_at(i)); i++)
		if (strcmp(c->name, name) == 0)
			return c;
	return NULL;
}

int manual_command(const struct options *o, struct arena *a, struct err *e)
{
	const char *name = o->operands.count ? o->operands.at[0] : NULL;
	const struct command *c = name ? find(name) : NULL;
	struct str text = STR_INIT;
	bool ok = !name || c ||
		  err_set(e, ERR_USAGE,
			  "no command '%s' (see 'oncelint --help')", name);

	(void)a;
	if (c)
		write_command(&text, c);
	else
		write_program(&text);
	ok = ok && print_text(&text, e);
	str_release(&text);
	return ok ? 0 : err_exit_status(e->code);
}
