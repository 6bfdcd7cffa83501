// SPDX-License-Identifier: Apache-2.0
// `oncelint init`: a configuration to begin with. What the settings mean is
// read from their schema, so that there is one text.
#include <stdio.h>
#include <string.h>

#include "base/builtin.h"
#include "base/file.h"
#include "base/json.h"
#include "driver/command.h"
#include "driver/plan.h"

#define FILE_NAME ".oncelint.json"
#define WIDTH 76

static const char heading[] =
	"// Settings of oncelint. Those that are commented out show an example "
	"or what holds anyway.\n";

// `text` as comment lines, broken between words.
static void add_comment(struct str *out, const char *text)
{
	size_t column = WIDTH;

	while (*text) {
		size_t length = strcspn(text, " ");

		if (column + 1 + length > WIDTH) {
			str_add(out, column == WIDTH ? "\t//" : "\n\t//");
			column = 10;
		}
		str_add_char(out, ' ');
		str_add_bytes(out, text, length);
		column += 1 + length;
		text += length;
		text += strspn(text, " ");
	}
	str_add_char(out, '\n');
}

static void add_example(struct str *out, const struct json *setting)
{
	struct json value, examples;

	if (json_get(setting, "default", &value)) {
		json_print(out, &value);
	} else if (json_get(setting, "examples", &examples) &&
		   json_first(&examples, &value)) {
		json_print(out, &value);
	} else {
		bug("setting '%s' has no example", setting->key);
	}
}

// A text of JSON.
static void add_quoted(struct str *out, const char *text)
{
	str_add_char(out, '"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			str_add_char(out, '\\');
		if ((unsigned char)*text < 0x20)
			str_printf(out, "\\u%04x", (unsigned)*text);
		else
			str_add_char(out, *text);
	}
	str_add_char(out, '"');
}

// The last setting is live, so that no other one needs to know whether a comma
// follows it.
static void add_setting(struct str *out, const struct json *setting,
			const char *build, bool is_last)
{
	bool is_build = build && strcmp(setting->key, "build") == 0;

	str_add_char(out, '\n');
	add_comment(out, json_get_string(setting, "description"));
	str_printf(out, "\t%s\"%s\": ", is_build || is_last ? "" : "// ",
		   setting->key);
	if (is_build)
		add_quoted(out, build);
	else
		add_example(out, setting);
	str_add(out, is_last ? "\n" : ",\n");
}

static void write_settings(struct str *out, const char *build)
{
	const struct builtin_file *f = builtin_find("rules/config-schema.json");
	struct json_doc doc;
	struct json properties, setting;

	if (!f || !json_open(&doc, f->path, f->text, f->length, 0))
		bug("the configuration's schema cannot be read");
	struct json schema = json_root(&doc);
	if (!json_get(&schema, "properties", &properties))
		bug("the configuration's schema has no settings");
	uint32_t last = json_count(&properties) - 1;
	str_printf(out, "%s{", heading);
	JSON_EACH(setting, &properties)
	if (setting.key[0] != '$')
		add_setting(out, &setting, build, setting.index == last);
	str_add(out, "}\n");
	json_close(&doc);
}

// The folder of the compile database as the file names it; NULL if there is
// none, which is a failure only where -p names one.
static bool find_build(const char **build, const struct options *o,
		       struct arena *a, struct err *e)
{
	const char *current = path_current(a);
	const char *place =
		path_absolute(a, current, o->build ? o->build : ".");
	const char *database = path_is_directory(place) || !path_exists(place)
				       ? plan_database_in(a, place)
				       : place;

	*build = NULL;
	if (!database)
		return !o->build || plan_fail_without_database(o->build, e);
	place = path_directory(a, path_absolute(a, current, database));
	*build =
		str_equal(place, current) ? "." : path_relative(place, current);
	return true;
}

static void print_next(const char *build)
{
	printf("wrote " FILE_NAME "\n");
	if (build)
		printf("compile_commands.json is in '%s': 'oncelint check' "
		       "checks all of it\n",
		       build);
	else
		printf("there is no compile_commands.json yet: make one with "
		       "'cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON',\n"
		       "'meson setup' or 'bear -- make', and name its folder "
		       "in " FILE_NAME " (\"build\")\n");
}

int init_command(const struct options *o, struct arena *a, struct err *e)
{
	struct str text = STR_INIT;
	const char *build;

	if (o->operands.count)
		err_set(e, ERR_USAGE, "init takes no '%s'", o->operands.at[0]);
	else if (path_exists(FILE_NAME))
		err_set(e, ERR_USAGE,
			"'" FILE_NAME "' is there already: remove it to begin "
			"anew");
	if (e->code == ERR_NONE && find_build(&build, o, a, e)) {
		write_settings(&text, build);
		if (file_write(FILE_NAME, &text, e))
			print_next(build);
	}
	str_release(&text);
	return err_exit_status(e->code);
}
