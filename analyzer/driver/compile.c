// SPDX-License-Identifier: Apache-2.0
#include "driver/compile.h"

#include <string.h>

#include "base/file.h"

// Options whose value is the next word: it is no source.
static const char *const with_value[] = {
	"-o",          "-I",
	"-D",          "-U",
	"-x",          "-include",
	"-imacros",    "-isystem",
	"-iquote",     "-idirafter",
	"-isysroot",   "-iprefix",
	"-MF",         "-MT",
	"-MQ",         "-MJ",
	"-Xclang",     "-Xlinker",
	"-Xassembler", "-Xpreprocessor",
	"-T",          "-L",
	"-l",          "-u",
	"-z",          "-A",
	"-B",          "-F",
	"-framework",  "-arch",
	"-target",     "--target",
	"--param",     "-dumpbase",
	"-dumpdir",    "-dumpbase-ext",
	"-aux-info",   "-iwithprefix",
	"--sysroot",   "-include-pch",
	"-wrapper",    "--serialize-diagnostics",
};

static bool takes_next(const char *word)
{
	for (size_t i = 0; i < COUNT_OF(with_value); i++)
		if (strcmp(word, with_value[i]) == 0)
			return true;
	return false;
}

static bool is_source(const char *word)
{
	static const char *const endings[] = { ".c",   ".cc",  ".cp", ".cpp",
					       ".cxx", ".c++", ".C",  ".CPP",
					       ".i",   ".ii" };

	for (size_t i = 0; i < COUNT_OF(endings); i++)
		if (str_ends(word, endings[i]))
			return true;
	return false;
}

static bool add_source(struct compile *c, const char *word, struct err *e)
{
	if (c->source && strcmp(c->source, word) != 0)
		return err_set(e, ERR_USAGE,
			       "expected one source file, found '%s' and '%s'",
			       c->source, word);
	c->source = word;
	return true;
}

static bool read_word(struct compile *c, const char *word, const char *next,
		      bool has_source, struct err *e)
{
	if (strcmp(word, "-c") == 0)
		c->compiles = true;
	else if (strcmp(word, "-E") == 0)
		c->preprocesses = true;
	else if (strcmp(word, "-o") == 0)
		c->output = next;
	else if (str_starts(word, "-o") && !str_starts(word, "-objc"))
		c->output = word + 2;
	else if (strcmp(word, "-MF") == 0)
		c->depfile = next;
	else if (*word != '-' && !has_source && is_source(word))
		return add_source(c, word, e);
	return true;
}

bool compile_read(struct compile *c, struct arena *a, const char *directory,
		  const char *const *words, uint32_t count, const char *source,
		  struct err *e)
{
	*c = (struct compile){ .source = source, .words = { .arena = a } };
	for (uint32_t i = 0; i < count; i++)
		VEC_PUSH(a, &c->words.list, words[i]);
	words_expand(&c->words, directory);
	words_unwrap(&c->words);
	for (uint32_t i = 1; i < c->words.list.count; i++) {
		const char *word = c->words.list.at[i];
		bool has_next = i + 1 < c->words.list.count;

		if (!read_word(c, word,
			       has_next ? c->words.list.at[i + 1] : NULL,
			       source != NULL, e))
			return false;
		i += takes_next(word) && has_next;
	}
	if (!c->source)
		return err_set(e, ERR_USAGE,
			       "expected a source file of C or C++ among the "
			       "compiler's words");
	words_finish(&c->words, directory,
		     path_absolute(a, directory, c->source));
	return true;
}
