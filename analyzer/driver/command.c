// SPDX-License-Identifier: Apache-2.0
#include "driver/command.h"

#include <stdio.h>
#include <string.h>

#include "report/report.h"

static const struct command commands[] = {
	{ "check", "[OPTION]... [PATH]... [-- FLAG...]",
	  "find handles that are consumed twice, never, or too early", ON_CHECK,
	  check_command,
	  "With flags after '--' the PATHs are analysed with these flags. "
	  "Otherwise the compile\ndatabase says what to do: -p, or "
	  "compile_commands.json in the working directory,\nits parents or "
	  "their build/. PATHs then choose among its units; a header\n"
	  "chooses a unit that includes it.\n\n"
	  "Exit status: 0 clean, 1 findings, 2 wrong use or configuration, "
	  "3 some units could\nnot be analysed (and nothing was found in the "
	  "others).\n" },
	{ "tu", "[OPTION]... FILE -- COMPILER ARG... | COMPILER ARG... -c FILE",
	  "analyse one unit for a build tool, into a file that 'link' reads",
	  ON_TU, tu_command,
	  "An artifact has what is known of one unit: the same input gives the "
	  "same bytes,\nwherever the project lies. Without '--' it is called "
	  "like the compiler, and -o names\nthe artifact. What it depends on "
	  "is written beside it, for make and ninja.\n\n"
	  "Exit status: 0 analysed, whatever was found; 1 with --fail, if "
	  "something was; 2 wrong\nuse, 3 the unit could not be analysed.\n" },
	{ "link", "[OPTION]... ARTIFACT|DIR|@LIST|-...",
	  "join what 'tu' or 'plan' made of units, and report", ON_LINK,
	  link_command,
	  "Of a DIR all *.oncelint are taken; @LIST and - (standard input) have "
	  "a name in each\nline. With --archive they are put into one file "
	  "and nothing is reported. The order\ndoes not matter, nor what was "
	  "joined before.\n\n"
	  "Exit status: as of 'check'; an artifact that cannot be used is a "
	  "unit that could not\nbe analysed.\n" },
	{ "plan", "[OPTION]... [PATH]...",
	  "divide the units among machines, or hand them to ninja", ON_PLAN,
	  plan_command,
	  "The units are those that 'check' would analyse. With --shards and "
	  "--index only a part\nof them, about as much work as the others: by "
	  "size, or by the times in a --db that\nall machines have alike. With "
	  "--archive they are analysed, and what 'link' needs of\nthem is put "
	  "into FILE.\n\n"
	  "Exit status: 0, 2 wrong use or configuration. Units that could not "
	  "be analysed are\ntold by 'link'.\n" },
	{ "init", "[OPTION]...",
	  "write a configuration to begin with, .oncelint.json", ON_INIT,
	  init_command,
	  "Every setting is in it, explained, and switched off unless it is "
	  "needed: the\ncompile database's folder is named where one is "
	  "found.\n" },
	{ "report", "[OPTION]...",
	  "the findings of a run, without analysing again", ON_REPORT,
	  report_command,
	  "The exit status is 0, unless --fail-on asks for more. Fixes are not "
	  "kept, so they\nare not in it. A file that has changed since is shown "
	  "as it was.\n" },
	{ "diff", "[RUN [RUN]]", "what is new in a run and what is gone",
	  ON_DIFF, diff_command,
	  "Compares the last two runs, a run with the last one, or two runs. "
	  "The report has\nthe new findings; those that are gone are named on "
	  "standard error.\n" },
	{ "history", "[FINDING]", "the runs, or when a finding was there",
	  ON_HISTORY, history_command,
	  "FINDING is FILE:LINE as in the last run, or the beginning of its "
	  "identity.\n" },
	{ "triage", "[FINDING --state STATE --reason TEXT]",
	  "what people decided about findings", ON_TRIAGE, triage_command,
	  "FINDING is FILE:LINE as in the last run, or the beginning of its "
	  "identity. Findings\nthat are 'wrong' or 'accepted' are not reported "
	  "any more, wherever they move to.\nWithout FINDING: all that were "
	  "decided about.\n" },
	{ "baseline", "write|prune [FILE]",
	  "a file of the findings that are known", ON_BASELINE,
	  baseline_command,
	  "'write' puts what the last run found into FILE (default "
	  ".oncelint-baseline);\n'check --baseline FILE' leaves that out. "
	  "'prune' takes out what is not found any\nmore, and adds nothing.\n" },
	{ "cache", "stats|clear", "what is kept between runs, or forget it",
	  ON_CACHE, cache_command,
	  "'stats' tells what the cache holds and how often it helped (-f json "
	  "for programs),\n'clear' empties it. Nothing is lost but time.\n" },
	{ "explain", "KIND|PACK",
	  "what a kind of finding means, or what a rule pack knows", ON_EXPLAIN,
	  explain_command, NULL },
	{ "rules",
	  "list | show PACK | validate FILE... | infer [FILE]... [-- FLAG...]",
	  "the rule packs: list, print, check, or make one of bodies", ON_RULES,
	  rules_command,
	  "'infer' prints what the functions of a library do to handles, as a "
	  "pack for programs\nthat are analysed without its sources. What a "
	  "pack has no words for is left out, and\nnamed on standard error.\n" },
	{ "test", "DIR...",
	  "compare findings with the `expect` comments of fixtures", ON_TEST,
	  test_command,
	  "Every .c and .cpp below DIR is a fixture. The nearest include/ "
	  "beside or above it\nstands for the system headers; packs (*.json) "
	  "beside it are used.\n" },
	{ "debug", "ir|summary FILE [-- FLAG...] | units",
	  "what the analyser sees: the lowered code, what functions do, or why "
	  "units are parsed",
	  ON_DEBUG, debug_command,
	  "'debug units' tells of each unit of a compile database whether it "
	  "is parsed at first\nor skipped, because of which name, and which "
	  "headers it shares with others.\n" },
	{ "completions", "bash|zsh|fish",
	  "a script with which a shell completes oncelint's words",
	  ON_COMPLETIONS, completions_command,
	  "It is for the shell's folder of completions, or to be read by "
	  "its start-up file.\n" },
	{ "manual", "[COMMAND]", "the manual page, for man", ON_MANUAL,
	  manual_command, NULL },
	{ "cc", "...", "kept for later", ON_CC, cc_command, NULL },
	{ "version", "", "the version", ON_VERSION, version_command, NULL },
};

const struct command *command_at(unsigned n)
{
	return n < COUNT_OF(commands) ? &commands[n] : NULL;
}

static void print_overview(FILE *to)
{
	fputs("usage: oncelint COMMAND ...\n\n", to);
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		fprintf(to, "  %-11s %s\n", commands[i].name, commands[i].help);
	fputs("\n'oncelint COMMAND --help' tells more.\n", to);
}

static void print_formats(void)
{
	const struct reporter *x;

	fputs("\nFormats:\n", stdout);
	for (uint32_t i = 0; (x = reporter_at(i)); i++)
		printf("  %-22s %s\n", x->name, x->help);
}

static void print_help(const struct command *c)
{
	struct str options = STR_INIT;

	options_help(&options, c->mask);
	printf("usage: oncelint %s %s\n\n%s\n\n%s", c->name, c->operands,
	       c->help, options.text);
	if (c->mask & ON_OUTPUT)
		print_formats();
	if (c->notes)
		printf("\n%s", c->notes);
	str_release(&options);
}

static const struct command *find(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

static int run(const struct command *c, int argc, char **argv)
{
	struct arena a = { 0 };
	struct options o;
	struct err e = ERR_INIT;
	int status = 0;

	if (options_parse(&o, &a, c->mask, c->name, argc, argv, &e)) {
		if (o.is_help)
			print_help(c);
		else
			status = c->run(&o, &a, &e);
	}
	if (e.code != ERR_NONE) {
		fflush(stdout);
		fprintf(stderr, "oncelint: %s\n", e.text.text);
		status = err_exit_status(e.code);
	}
	err_release(&e);
	arena_release(&a);
	return status;
}

static const char *canonical(const char *word)
{
	if (strcmp(word, "--version") == 0)
		return "version";
	return word;
}

static int run_any(int argc, char **argv)
{
	if (argc < 2) {
		print_overview(stderr);
		return err_exit_status(ERR_USAGE);
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
	    strcmp(argv[1], "help") == 0) {
		const struct command *c = argc > 2 ? find(argv[2]) : NULL;

		if (c)
			print_help(c);
		else
			print_overview(stdout);
		return 0;
	}
	const struct command *c = find(canonical(argv[1]));
	if (!c) {
		fprintf(stderr,
			"oncelint: no command '%s' (see 'oncelint --help')\n",
			argv[1]);
		return err_exit_status(ERR_USAGE);
	}
	return run(c, argc - 1, argv + 1);
}

// What was printed may be lost as late as here; what said so itself has failed.
static int close_output(int status)
{
	bool is_told = fflush(stdout) == 0 && !ferror(stdout);

	if (is_told || status == err_exit_status(ERR_IO))
		return status;
	fputs("oncelint: cannot write standard output\n", stderr);
	return err_exit_status(ERR_IO);
}

int command_run(int argc, char **argv)
{
	return close_output(run_any(argc, argv));
}
