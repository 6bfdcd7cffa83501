// SPDX-License-Identifier: Apache-2.0
// `oncelint completions`: scripts with which shells complete our words, made of
// the same tables as --help.
#include <stdio.h>
#include <string.h>

#include "base/builtin.h"
#include "driver/command.h"
#include "driver/output.h"
#include "report/report.h"

// ---- what may follow

enum follows { FOLLOWS_FILE, FOLLOWS_FOLDER, FOLLOWS_WORD, FOLLOWS_ANYTHING };

static enum follows what_follows(const char *value)
{
	static const struct {
		const char *value;
		enum follows follows;
	} rows[] = {
		{ "FILE", FOLLOWS_FILE },   { "PATH", FOLLOWS_FILE },
		{ "FILE|-", FOLLOWS_FILE }, { "DIR", FOLLOWS_FOLDER },
		{ "FORMAT", FOLLOWS_WORD }, { "WHAT", FOLLOWS_WORD },
		{ "WHEN", FOLLOWS_WORD },   { "STATE", FOLLOWS_WORD },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (strcmp(rows[i].value, value) == 0)
			return rows[i].follows;
	return FOLLOWS_ANYTHING;
}

static void add_formats(struct str *out)
{
	const struct reporter *x;

	for (uint32_t i = 0; (x = reporter_at(i)); i++)
		str_printf(out, " %s", x->name);
}

static void add_commands(struct str *out)
{
	const struct command *c;

	for (unsigned i = 0; (c = command_at(i)); i++)
		str_printf(out, " %s", c->name);
}

static void add_kinds(struct str *out)
{
	for (int i = 0; i < KIND_COUNT; i++)
		str_printf(out, " %s", kind_info((enum finding_kind)i)->id);
}

static void add_packs(struct str *out)
{
	static const char folder[] = "rules/packs/", ending[] = ".json";

	for (size_t i = 0; i < builtin_file_count; i++) {
		const char *path = builtin_files[i].path;

		if (str_starts(path, folder) && str_ends(path, ending))
			str_printf(out, " %.*s",
				   (int)(strlen(path) - strlen(folder) -
					 strlen(ending)),
				   path + strlen(folder));
	}
}

// The words that stand for an option's value, each after a blank.
static void add_values(struct str *out, const char *value)
{
	if (strcmp(value, "FORMAT") == 0)
		add_formats(out);
	else if (strcmp(value, "WHAT") == 0)
		str_add(out, " error warning note hint new all none");
	else if (strcmp(value, "WHEN") == 0)
		str_add(out, " auto always never");
	else if (strcmp(value, "STATE") == 0)
		str_add(out, " open confirmed wrong accepted");
}

// The words that may follow a command; none where files do.
static void add_operands(struct str *out, const struct command *c)
{
	if (c->mask & ON_EXPLAIN) {
		add_kinds(out);
		add_packs(out);
	} else if (c->mask & ON_RULES) {
		str_add(out, " list show validate infer");
		add_packs(out);
	} else if (c->mask & ON_BASELINE) {
		str_add(out, " write prune");
	} else if (c->mask & ON_CACHE) {
		str_add(out, " stats clear");
	} else if (c->mask & ON_DEBUG) {
		str_add(out, " ir summary units");
	} else if (c->mask & ON_COMPLETIONS) {
		str_add(out, " bash zsh fish");
	} else if (c->mask & ON_MANUAL) {
		add_commands(out);
	}
}

static bool wants_files(const struct command *c)
{
	return strstr(c->operands, "PATH") || strstr(c->operands, "DIR") ||
	       strstr(c->operands, "FILE") || strstr(c->operands, "FINDING");
}

// Two commands may each have an option of one name.
static bool is_spelt_before(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (strcmp(option_at(i)->text, option_at(n)->text) == 0)
			return true;
	return false;
}

// ---- bash

static void bash_values(struct str *out)
{
	const struct option_row *row;

	for (unsigned i = 0; (row = option_at(i)); i++) {
		if (!row->value || is_spelt_before(i))
			continue;
		str_printf(out, "\t--%s", row->text);
		if (row->letter)
			str_printf(out, " | -%c", row->letter);
		switch (what_follows(row->value)) {
		case FOLLOWS_FILE:
			str_add(out, ") files='' ;;\n");
			break;
		case FOLLOWS_FOLDER:
			str_add(out, ") files=-d ;;\n");
			break;
		case FOLLOWS_WORD:
			str_add(out, ") words='");
			add_values(out, row->value);
			str_add(out, "' ;;\n");
			break;
		case FOLLOWS_ANYTHING:
			str_add(out, ") return ;;\n");
			break;
		}
	}
}

static void bash_command(struct str *out, const struct command *c)
{
	const struct option_row *row;

	str_printf(out, "\t\t%s)\n\t\t\twords='", c->name);
	add_operands(out, c);
	str_add(out, "'\n\t\t\toptions='");
	for (unsigned i = 0; (row = option_at(i)); i++)
		if (row->commands & c->mask)
			str_printf(out, " --%s", row->text);
	str_printf(out, "'\n%s\t\t\t;;\n",
		   wants_files(c) ? "\t\t\tfiles=''\n" : "");
}

static void write_bash(struct str *out)
{
	const struct command *c;

	str_add(out, "# oncelint for bash: made by 'oncelint completions'.\n"
		     "_oncelint()\n{\n"
		     "\tlocal word=${COMP_WORDS[COMP_CWORD]}\n"
		     "\tlocal before=${COMP_WORDS[COMP_CWORD - 1]}\n"
		     "\tlocal words='' options='' files=none\n"
		     "\tCOMPREPLY=()\n"
		     "\t# '--option=value' is three words here.\n"
		     "\t[[ $word == = ]] && word=''\n"
		     "\t[[ $before == = ]] && "
		     "before=${COMP_WORDS[COMP_CWORD - 2]}\n"
		     "\tif ((COMP_CWORD == 1)); then\n\t\twords='");
	add_commands(out);
	str_add(out, "'\n\telse\n\t\tcase $before in\n");
	bash_values(out);
	str_add(out, "\t*)\n\t\tcase ${COMP_WORDS[1]} in\n");
	for (unsigned i = 0; (c = command_at(i)); i++)
		bash_command(out, c);
	str_add(out, "\t\tesac\n"
		     "\t\t[[ $word == -* ]] && words=$options files=none\n"
		     "\t\t;;\n\t\tesac\n\tfi\n"
		     "\tmapfile -t COMPREPLY "
		     "< <(compgen -W \"$words\" -- \"$word\")\n"
		     "\t[[ $files == none ]] && return\n"
		     "\tcompopt -o filenames 2>/dev/null\n"
		     "\tmapfile -t -O ${#COMPREPLY[@]} COMPREPLY "
		     "< <(compgen \"${files:--f}\" -- \"$word\")\n"
		     "}\n"
		     "complete -F _oncelint oncelint\n");
}

// ---- zsh

// Inside single quotes, and where `specials` would mean something.
static void add_escaped(struct str *out, const char *text, const char *specials)
{
	for (; *text; text++) {
		if (*text == '\'') {
			str_add(out, "'\\''");
			continue;
		}
		if (strchr(specials, *text))
			str_add_char(out, '\\');
		str_add_char(out, *text);
	}
}

static void zsh_action(struct str *out, const char *value)
{
	str_add_char(out, ':');
	add_escaped(out, value, ":\\");
	switch (what_follows(value)) {
	case FOLLOWS_FILE:
		str_add(out, ":_files");
		break;
	case FOLLOWS_FOLDER:
		str_add(out, ":_files -/");
		break;
	case FOLLOWS_WORD:
		str_add(out, ":(");
		add_values(out, value);
		str_add_char(out, ')');
		break;
	case FOLLOWS_ANYTHING:
		str_add(out, ": ");
		break;
	}
}

static void zsh_option(struct str *out, const struct option_row *row,
		       const char *name)
{
	str_printf(out, " \\\n\t\t\t'*%s[", name);
	add_escaped(out, row->help, "[]:\\");
	str_add_char(out, ']');
	if (row->value)
		zsh_action(out, row->value);
	str_add_char(out, '\'');
}

static void zsh_command(struct str *out, const struct command *c)
{
	const struct option_row *row;
	struct str words = STR_INIT;

	add_operands(&words, c);
	str_printf(out, "\t%s)\n\t\t_arguments -s", c->name);
	for (unsigned i = 0; (row = option_at(i)); i++) {
		char letter[] = { '-', row->letter, row->value ? '+' : '\0',
				  '\0' };
		struct str name = STR_INIT;

		if (!(row->commands & c->mask))
			continue;
		str_printf(&name, "--%s%s", row->text, row->value ? "=" : "");
		zsh_option(out, row, name.text);
		if (row->letter)
			zsh_option(out, row, letter);
		str_release(&name);
	}
	if (words.length)
		str_printf(out, " \\\n\t\t\t'*:word:(%s)'", words.text);
	if (wants_files(c))
		str_add(out, " \\\n\t\t\t'*:file:_files'");
	str_add(out, "\n\t\t;;\n");
	str_release(&words);
}

static void write_zsh(struct str *out)
{
	const struct command *c;

	str_add(out, "#compdef oncelint\n"
		     "# oncelint for zsh: made by 'oncelint completions'.\n"
		     "_oncelint() {\n"
		     "\tlocal -a commands\n"
		     "\tif (( CURRENT == 2 )); then\n\t\tcommands=(\n");
	for (unsigned i = 0; (c = command_at(i)); i++) {
		str_printf(out, "\t\t\t'%s:", c->name);
		add_escaped(out, c->help, ":\\");
		str_add(out, "'\n");
	}
	str_add(out, "\t\t)\n\t\t_describe command commands\n\t\treturn\n\tfi\n"
		     "\tshift words\n\t(( CURRENT-- ))\n\tcase $words[1] in\n");
	for (unsigned i = 0; (c = command_at(i)); i++)
		zsh_command(out, c);
	str_add(out, "\tesac\n}\n"
		     "if [[ $funcstack[1] == _oncelint ]]; then\n"
		     "\t_oncelint \"$@\"\n"
		     "else\n"
		     "\tcompdef _oncelint oncelint\n"
		     "fi\n");
}

// ---- fish

static void fish_text(struct str *out, const char *text)
{
	str_add_char(out, '\'');
	for (; *text; text++) {
		if (*text == '\'' || *text == '\\')
			str_add_char(out, '\\');
		str_add_char(out, *text);
	}
	str_add_char(out, '\'');
}

static void fish_option(struct str *out, const struct command *c,
			const struct option_row *row)
{
	str_printf(out,
		   "complete -c oncelint -n '__fish_seen_subcommand_from %s' "
		   "-l %s",
		   c->name, row->text);
	if (row->letter)
		str_printf(out, " -s %c", row->letter);
	if (row->value) {
		switch (what_follows(row->value)) {
		case FOLLOWS_FILE:
			str_add(out, " -r -F");
			break;
		case FOLLOWS_FOLDER:
			str_add(out, " -x -a '(__fish_complete_directories)'");
			break;
		case FOLLOWS_WORD:
			str_add(out, " -x -a '");
			add_values(out, row->value);
			str_add_char(out, '\'');
			break;
		case FOLLOWS_ANYTHING:
			str_add(out, " -x");
			break;
		}
	}
	str_add(out, " -d ");
	fish_text(out, row->help);
	str_add_char(out, '\n');
}

static void fish_command(struct str *out, const struct command *c)
{
	const struct option_row *row;
	struct str words = STR_INIT;

	add_operands(&words, c);
	str_printf(out,
		   "complete -c oncelint -n __fish_use_subcommand -a %s -d ",
		   c->name);
	fish_text(out, c->help);
	str_add_char(out, '\n');
	for (unsigned i = 0; (row = option_at(i)); i++)
		if (row->commands & c->mask)
			fish_option(out, c, row);
	if (words.length)
		str_printf(out,
			   "complete -c oncelint -n "
			   "'__fish_seen_subcommand_from %s' -a '%s'\n",
			   c->name, words.text);
	if (wants_files(c))
		str_printf(out,
			   "complete -c oncelint -n "
			   "'__fish_seen_subcommand_from %s' -F\n",
			   c->name);
	str_release(&words);
}

static void write_fish(struct str *out)
{
	const struct command *c;

	str_add(out, "# oncelint for fish: made by 'oncelint completions'.\n"
		     "complete -c oncelint -f\n");
	for (unsigned i = 0; (c = command_at(i)); i++)
		fish_command(out, c);
}

// ---- the command

static const struct shell {
	const char *name;
	void (*write)(struct str *out);
} shells[] = {
	{ "bash", write_bash },
	{ "zsh", write_zsh },
	{ "fish", write_fish },
};

int completions_command(const struct options *o, struct arena *a, struct err *e)
{
	const char *name = o->operands.count ? o->operands.at[0] : "";
	struct str text = STR_INIT;
	bool ok;

	(void)a;
	for (size_t i = 0; i < COUNT_OF(shells); i++)
		if (strcmp(shells[i].name, name) == 0)
			shells[i].write(&text);
	if (text.length)
		ok = print_text(&text, e);
	else
		ok = err_set(e, ERR_USAGE,
			     "completions takes 'bash', 'zsh' or 'fish', "
			     "not '%s'",
			     name);
	str_release(&text);
	return ok ? 0 : err_exit_status(e->code);
}
