// SPDX-License-Identifier: Apache-2.0
#include "driver/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum option_id {
#define OPTION(name, text, letter, value, commands, help) OPTION_##name,
#include "driver/options.def"
#undef OPTION
	OPTION_COUNT
};

static const struct option_row rows[OPTION_COUNT] = {
#define OPTION(name, text_, letter_, value_, commands_, help_)                 \
	[OPTION_##name] = { text_, letter_, value_, commands_, help_ },
#include "driver/options.def"
#undef OPTION
};

// getopt answers with this plus the row, so that letters stay apart.
#define FIRST_LONG 256

// With --fix, --diff has no file: it shows the fixes.
static bool takes_value(int option, bool is_fixing)
{
	return rows[option].value && !(option == OPTION_DIFF && is_fixing);
}

static void build_tables(unsigned mask, bool is_fixing, bool is_in_order,
			 struct option *longs, struct str *shorts)
{
	size_t n = 0;

	str_add(shorts, is_in_order ? "+:" : ":");
	for (int i = 0; i < OPTION_COUNT; i++) {
		const struct option_row *row = &rows[i];

		if (!(row->commands & mask))
			continue;
		longs[n++] = (struct option){ row->text,
					      takes_value(i, is_fixing)
						      ? required_argument
						      : no_argument,
					      NULL, FIRST_LONG + i };
		if (!row->letter)
			continue;
		str_add_char(shorts, row->letter);
		if (row->value)
			str_add_char(shorts, ':');
	}
	longs[n] = (struct option){ NULL, 0, NULL, 0 };
}

static int row_of(unsigned mask, int answer)
{
	if (answer >= FIRST_LONG)
		return answer - FIRST_LONG;
	for (int i = 0; i < OPTION_COUNT; i++)
		if (rows[i].letter == answer && (rows[i].commands & mask))
			return i;
	bug("getopt made '%c' up", answer);
}

// ---- values

static bool parse_count(enum option_id id, const char *text, uint32_t most,
			uint32_t *out, struct err *e)
{
	char *end;

	errno = 0;
	unsigned long value = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || value > most)
		return err_set(e, ERR_USAGE,
			       "--%s takes a number up to %u, not '%s'",
			       rows[id].text, most, text);
	*out = (uint32_t)value;
	return true;
}

static bool parse_color(const char *text, struct options *o, struct err *e)
{
	static const char *const words[] = { "auto", "always", "never" };

	for (size_t i = 0; i < COUNT_OF(words); i++) {
		if (strcmp(words[i], text) == 0) {
			o->color = (enum when_colored)i;
			return true;
		}
	}
	return err_set(e, ERR_USAGE,
		       "--color takes 'auto', 'always' or 'never', not '%s'",
		       text);
}

static bool parse_fail_on(const char *text, struct options *o, struct err *e)
{
	bool is_new = strcmp(text, "new") == 0;

	if (is_new || strcmp(text, "all") == 0) {
		o->fail_scope = is_new ? FAIL_ON_NEW : FAIL_ON_ALL;
		return true;
	}
	o->has_fail_on = true;
	o->never_fails =
		strcmp(text, "never") == 0 || strcmp(text, "none") == 0;
	if (o->never_fails || severity_from_word(text, &o->fail_on))
		return true;
	return err_set(e, ERR_USAGE,
		       "--fail-on takes 'error', 'warning', 'note', 'hint', "
		       "'new', 'all' or 'none', not '%s'",
		       text);
}

// One of the two is NULL and may be what the last output still lacks.
static void add_output(struct options *o, struct arena *a, const char *format,
		       const char *path)
{
	struct output *last = o->outputs.count ? &VEC_LAST(&o->outputs) : NULL;

	if (last && format && !last->format)
		last->format = format;
	else if (last && path && !last->path)
		last->path = path;
	else
		VEC_PUSH(a, &o->outputs, (struct output){ format, path });
}

static bool finish_outputs(struct options *o, struct arena *a, struct err *e)
{
	uint32_t printed = 0;

	if (!o->outputs.count)
		VEC_PUSH(a, &o->outputs, (struct output){ NULL, NULL });
	VEC_EACH (struct output, x, &o->outputs) {
		if (!x->format)
			x->format = "text";
		printed += !x->path;
	}
	return printed <= 1 ||
	       err_set(e, ERR_USAGE,
		       "only one format can be printed: give the others "
		       "a file with -o");
}

static bool set(struct options *o, struct arena *a, enum option_id id,
		const char *value, struct err *e)
{
	switch (id) {
	case OPTION_BUILD:
		o->build = value;
		return true;
	case OPTION_FORMAT:
		add_output(o, a, value, NULL);
		return true;
	case OPTION_OUTPUT:
		add_output(o, a, NULL, value);
		return true;
	case OPTION_RUN:
		o->run = value;
		return true;
	case OPTION_STATE:
		o->state = value;
		return true;
	case OPTION_REASON:
		o->reason = value;
		return true;
	case OPTION_AUTHOR:
		o->author = value;
		return true;
	case OPTION_CATEGORY:
		o->category = value;
		return true;
	case OPTION_BASE:
		o->base = value;
		return true;
	case OPTION_BASELINE:
		o->baseline = value;
		return true;
	case OPTION_DIFF:
		o->diff = value;
		o->shows_fixes = !value;
		return true;
	case OPTION_NO_FIXED:
		o->hides_fixed = true;
		return true;
	case OPTION_FIX:
		o->is_fixing = true;
		return true;
	case OPTION_FAIL_ON_STALE:
		o->fails_on_stale = true;
		return true;
	case OPTION_DATABASE:
		o->database = value;
		return true;
	case OPTION_NO_SKIP:
		o->no_skip = true;
		return true;
	case OPTION_NO_DATABASE:
		o->no_database = true;
		return true;
	case OPTION_ROOT:
		o->root = value;
		return true;
	case OPTION_RESULT:
		o->result = value;
		return true;
	case OPTION_ARCHIVE:
		o->archive = value;
		return true;
	case OPTION_DIRECTORY:
		o->directory = value;
		return true;
	case OPTION_DEPFILE:
		o->depfile = value;
		return true;
	case OPTION_FAIL:
		o->fails = true;
		return true;
	case OPTION_KEEP_GOING:
		o->keeps_going = true;
		return true;
	case OPTION_EXTRA_ARG:
		VEC_PUSH(a, &o->extra_arguments, value);
		return true;
	case OPTION_EXTRA_ARG_BEFORE:
		VEC_PUSH(a, &o->extra_first, value);
		return true;
	case OPTION_SHARDS:
		return parse_count(id, value, 1u << 20, &o->shards, e);
	case OPTION_INDEX:
		return parse_count(id, value, 1u << 20, &o->shard, e);
	case OPTION_EMIT:
		o->emit = value;
		return true;
	case OPTION_CACHE:
		o->cache = value;
		return true;
	case OPTION_NO_CACHE:
		o->no_cache = true;
		return true;
	case OPTION_CACHE_SIZE:
		o->has_cache_size = true;
		return parse_count(id, value, 1u << 24, &o->cache_size, e);
	case OPTION_CONFIG:
		o->config = value;
		return true;
	case OPTION_RULES:
		VEC_PUSH(a, &o->rules, value);
		return true;
	case OPTION_JOBS:
		o->has_jobs = true;
		return parse_count(id, value, 1024, &o->jobs, e);
	case OPTION_TIMEOUT:
		o->has_timeout = true;
		return parse_count(id, value, 86400, &o->timeout, e);
	case OPTION_MEMORY:
		o->has_memory = true;
		return parse_count(id, value, 1u << 24, &o->memory, e);
	case OPTION_STRICT:
		o->is_strict = true;
		return true;
	case OPTION_HINTS:
		o->has_hints = true;
		return true;
	case OPTION_FAIL_ON:
		return parse_fail_on(value, o, e);
	case OPTION_COLOR:
		return parse_color(value, o, e);
	case OPTION_QUIET:
		o->is_quiet = true;
		return true;
	case OPTION_HELP:
		o->is_help = true;
		return true;
	case OPTION_COUNT:
		break;
	}
	bug("no such option");
}

// ---- the whole

// `argv` is cut at `--`: getopt would drop it.
static int split_flags(struct options *o, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--") != 0)
			continue;
		o->has_flags = true;
		o->flags = (const char *const *)(argv + i + 1);
		o->flag_count = (uint32_t)(argc - i - 1);
		return i;
	}
	return argc;
}

static bool has_word(int argc, char **argv, const char *word)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], word) == 0)
			return true;
	return false;
}

static const char *join(struct arena *a, const char *name, int argc,
			char **argv)
{
	struct str s = STR_INIT;

	str_printf(&s, "oncelint %s", name);
	for (int i = 1; i < argc; i++)
		str_printf(&s, " %s", argv[i]);
	const char *text = arena_strdup(a, s.text);
	str_release(&s);
	return text;
}

// What getopt has no row for: a letter it names, as it may stand in the midst
// of a word; otherwise the word that it has just left behind.
static bool refuse(const char *word, const char *name, struct err *e)
{
	char letter[] = { '-', (char)optopt, '\0' };
	bool is_letter = optopt > 0 && optopt < 256;

	return err_set(e, ERR_USAGE,
		       "no option '%s' (see 'oncelint %s --help')",
		       is_letter ? letter : word, name);
}

bool options_parse(struct options *o, struct arena *a, unsigned mask,
		   const char *name, int argc, char **argv, struct err *e)
{
	struct option longs[OPTION_COUNT + 1];
	struct str shorts = STR_INIT;
	bool ok = true;

	*o = (struct options){ .command_line = join(a, name, argc, argv),
			       .fail_on = SEVERITY_WARNING };
	argc = split_flags(o, argc, argv);
	build_tables(mask, has_word(argc, argv, "--fix"),
		     (mask & (ON_TU | ON_CC)) && !o->has_flags, longs, &shorts);
	opterr = 0;
	optind = 0;
	for (int answer; ok && (answer = getopt_long(argc, argv, shorts.text,
						     longs, NULL)) != -1;) {
		const char *word = argv[optind - 1];

		if (answer == '?')
			ok = refuse(word, name, e);
		else if (answer == ':')
			ok = err_set(e, ERR_USAGE, "'%s' needs a value", word);
		else
			ok = set(o, a, (enum option_id)row_of(mask, answer),
				 optarg, e);
	}
	for (int i = optind; ok && i < argc; i++)
		VEC_PUSH(a, &o->operands, argv[i]);
	str_release(&shorts);
	return ok && finish_outputs(o, a, e);
}

const struct option_row *option_at(unsigned n)
{
	return n < OPTION_COUNT ? &rows[n] : NULL;
}

void options_help(struct str *out, unsigned mask)
{
	for (int i = 0; i < OPTION_COUNT; i++) {
		const struct option_row *row = &rows[i];
		struct str left = STR_INIT;

		if (!(row->commands & mask))
			continue;
		if (row->letter)
			str_printf(&left, "-%c, ", row->letter);
		str_printf(&left, "--%s", row->text);
		if (row->value)
			str_printf(&left, " %s", row->value);
		str_printf(out, "  %-22s %s\n", left.text, row->help);
		str_release(&left);
	}
}

struct options options_rest(const struct options *o)
{
	struct options rest = *o;

	rest.operands.at++;
	rest.operands.count--;
	return rest;
}
