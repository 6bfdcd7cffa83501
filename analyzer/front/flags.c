// SPDX-License-Identifier: Apache-2.0
#include "front/flags.h"

#include <string.h>

#include "base/file.h"
#include "base/str.h"
#include "front/compdb.h"

const char *flags_level_text(int level)
{
	static const char *const texts[FLAGS_LEVELS] = {
		NULL,
		"flags that clang does not know were left out",
		"flags that clang does not know were left out, and the "
		"language version was changed",
	};

	return texts[level];
}

// Ways an option takes its value.
enum shape {
	SHAPE_EXACT,    // -c
	SHAPE_PREFIX,   // -Wanything
	SHAPE_SEPARATE, // -MF file, and nothing joined
	SHAPE_EITHER,   // -I dir, -Idir
};

struct option {
	const char *name;
	enum shape shape;
};

// How many arguments `at` and what follows take if it is this option, else 0.
static int match(const struct option *o, const char *const *at)
{
	// Most are told by their second letter, and a command has many words.
	if ((*at)[0] != '-' || (*at)[1] != o->name[1])
		return 0;
	size_t n = strlen(o->name);
	if (strncmp(*at, o->name, n) != 0)
		return 0;
	switch (o->shape) {
	case SHAPE_EXACT:
		return (*at)[n] == '\0';
	case SHAPE_PREFIX:
		return 1;
	case SHAPE_SEPARATE:
		return (*at)[n] ? 0 : at[1] ? 2 : 1;
	case SHAPE_EITHER:
		return (*at)[n] ? 1 : at[1] ? 2 : 1;
	}
	return 0;
}

static int match_any(const struct option *table, size_t count,
		     const char *const *at)
{
	for (size_t i = 0; i < count; i++) {
		int n = match(&table[i], at);
		if (n)
			return n;
	}
	return 0;
}

// Left out always: they write files, stop the parse, or are GCC's alone.
static const struct option dropped[] = {
	{ "-c", SHAPE_EXACT },
	{ "-S", SHAPE_EXACT },
	{ "-E", SHAPE_EXACT },
	{ "--", SHAPE_EXACT },
	{ "-o", SHAPE_EITHER },
	{ "-MF", SHAPE_EITHER },
	{ "-MT", SHAPE_EITHER },
	{ "-MQ", SHAPE_EITHER },
	{ "-MJ", SHAPE_EITHER },
	{ "-M", SHAPE_PREFIX },
	{ "--serialize-diagnostics", SHAPE_SEPARATE },
	{ "-save-temps", SHAPE_PREFIX },
	{ "--save-temps", SHAPE_PREFIX },
	{ "-dumpdir", SHAPE_SEPARATE },
	{ "-dumpbase", SHAPE_SEPARATE },
	{ "-dumpbase-ext", SHAPE_SEPARATE },
	{ "-aux-info", SHAPE_SEPARATE },
	{ "-ftime-trace", SHAPE_PREFIX },
	{ "-ftime-report", SHAPE_PREFIX },
	{ "--coverage", SHAPE_EXACT },
	{ "-ftest-coverage", SHAPE_EXACT },
	{ "-fprofile", SHAPE_PREFIX },
	{ "-fcoverage", SHAPE_PREFIX },
	{ "-fauto-profile", SHAPE_PREFIX },
	{ "-fbranch-probabilities", SHAPE_EXACT },
	{ "-fdump-", SHAPE_PREFIX },
	{ "-fopt-info", SHAPE_PREFIX },
	{ "-fsave-optimization-record", SHAPE_PREFIX },
	{ "-fplugin", SHAPE_PREFIX },
	{ "-fanalyzer", SHAPE_PREFIX },
	{ "-fconserve-stack", SHAPE_EXACT },
	{ "-fno-allow-store-data-races", SHAPE_EXACT },
	{ "-fallow-store-data-races", SHAPE_EXACT },
	{ "-fno-var-tracking-assignments", SHAPE_EXACT },
	{ "-fipa-", SHAPE_PREFIX },
	{ "-fno-ipa-", SHAPE_PREFIX },
	{ "-femit-struct-debug", SHAPE_PREFIX },
	{ "-fmodules", SHAPE_PREFIX },
	{ "-fmodule-", SHAPE_PREFIX },
	{ "-fno-gnu-unique", SHAPE_EXACT },
	{ "-fconcepts", SHAPE_PREFIX },
	{ "-fsanitize", SHAPE_PREFIX },
	{ "-fno-sanitize", SHAPE_PREFIX },
	{ "-flto", SHAPE_PREFIX },
	{ "-fuse-ld", SHAPE_PREFIX },
	{ "-mindirect-branch", SHAPE_PREFIX },
	{ "-mfunction-return", SHAPE_PREFIX },
	{ "-mrecord-mcount", SHAPE_EXACT },
	{ "-W", SHAPE_PREFIX }, // none is shown
	{ "-g", SHAPE_PREFIX },
	{ "-pg", SHAPE_EXACT },
	{ "-p", SHAPE_EXACT },
	{ "-pipe", SHAPE_EXACT },
	{ "-Xlinker", SHAPE_SEPARATE },
	{ "-Xassembler", SHAPE_SEPARATE },
	{ "-T", SHAPE_EITHER },
	{ "-L", SHAPE_EITHER },
	{ "-l", SHAPE_PREFIX },
	{ "-ferror-limit", SHAPE_PREFIX },
	{ "-fmax-errors", SHAPE_PREFIX },
	{ "-specs", SHAPE_PREFIX },
	{ "--param", SHAPE_EITHER },
};

// What a source means; kept whatever happens.
static const struct option kept[] = {
	{ "-I", SHAPE_EITHER },
	{ "-iquote", SHAPE_EITHER },
	{ "-isystem", SHAPE_EITHER },
	{ "-idirafter", SHAPE_EITHER },
	{ "-isysroot", SHAPE_EITHER },
	{ "-include", SHAPE_SEPARATE },
	{ "-imacros", SHAPE_SEPARATE },
	{ "-F", SHAPE_EITHER },
	{ "-D", SHAPE_EITHER },
	{ "-U", SHAPE_EITHER },
	{ "-std=", SHAPE_PREFIX },
	{ "--std=", SHAPE_PREFIX },
	{ "-ansi", SHAPE_EXACT },
	{ "-x", SHAPE_EITHER },
	{ "-fexceptions", SHAPE_EXACT },
	{ "-fno-exceptions", SHAPE_EXACT },
	{ "-frtti", SHAPE_EXACT },
	{ "-fno-rtti", SHAPE_EXACT },
	{ "-fcoroutines", SHAPE_PREFIX },
	{ "-fsigned-char", SHAPE_EXACT },
	{ "-funsigned-char", SHAPE_EXACT },
	{ "-fshort-", SHAPE_PREFIX },
	{ "-fms-extensions", SHAPE_EXACT },
	{ "-fgnu89-inline", SHAPE_EXACT },
	{ "-m32", SHAPE_EXACT },
	{ "-m64", SHAPE_EXACT },
	{ "-mx32", SHAPE_EXACT },
	{ "-target", SHAPE_SEPARATE },
	{ "--target", SHAPE_EITHER },
	{ "--sysroot", SHAPE_EITHER },
	{ "-stdlib", SHAPE_PREFIX },
	{ "-nostdinc", SHAPE_PREFIX },
	{ "-nostdlibinc", SHAPE_EXACT },
	{ "-pthread", SHAPE_EXACT },
	{ "--driver-mode", SHAPE_PREFIX },
};

static void add(struct flags *f, const char *text)
{
	VEC_PUSH(f->arena, &f->list, text);
}

// A header that was compiled before is read from its source.
static int precompiled(struct flags *f, const char *const *at)
{
	static const char *const endings[] = { ".pch", ".gch" };

	if (strcmp(*at, "-include-pch") != 0 || !at[1])
		return 0;
	size_t n = strlen(at[1]);
	for (size_t i = 0; i < COUNT_OF(endings); i++)
		if (str_ends(at[1], endings[i]))
			n -= strlen(endings[i]);
	add(f, "-include");
	add(f, arena_strndup(f->arena, at[1], n));
	return 2;
}

// libclang does not show what is below a directive; without the flag it is
// ordinary code.
static int openmp(struct flags *f, const char *const *at)
{
	if (!str_starts(*at, "-fopenmp"))
		return 0;
	if (!str_starts(*at, "-fopenmp-"))
		add(f, "-D_OPENMP=201811");
	return 1;
}

static bool is_std(const char *flag)
{
	return str_starts(flag, "-std=") || str_starts(flag, "--std=");
}

static const char *nearest_std(struct flags *f, const char *flag)
{
	const char *value = strchr(flag, '=') + 1;
	bool is_gnu = str_starts(value, "gnu");

	return arena_printf(f->arena, "-std=%s%s", is_gnu ? "gnu" : "c",
			    strstr(value, "++") ? "++23" : "23");
}

static bool is_source(const struct front_command *c, const char *flag,
		      struct arena *a)
{
	if (*flag == '-')
		return false;
	return strcmp(path_absolute(a, c->directory, flag),
		      path_absolute(a, c->directory, c->file)) == 0;
}

static void add_command(struct flags *f, const struct front_command *c,
			const char *const *at, int level)
{
	if (!*at || **at == '-')
		add(f, "cc");
	else
		add(f, *at++);
	while (*at) {
		int n = precompiled(f, at);
		if (!n)
			n = openmp(f, at);
		if (!n)
			n = match_any(dropped, COUNT_OF(dropped), at);
		if (n) {
			at += n;
			continue;
		}
		n = match_any(kept, COUNT_OF(kept), at);
		if (level && !n) {
			at++;
		} else if (level == 2 && is_std(*at)) {
			add(f, nearest_std(f, *at++));
		} else if (!n && is_source(c, *at, f->arena)) {
			at++;
		} else {
			for (n = n ? n : 1; n; n--)
				add(f, *at++);
		}
	}
}

// What is an error for clang alone: other compilers take such code.
static const char *const lenient[] = {
	"-Wno-implicit-function-declaration",
	"-Wno-implicit-int",
	"-Wno-int-conversion",
	"-Wno-incompatible-pointer-types",
	"-Wno-incompatible-function-pointer-types",
	"-Wno-return-mismatch",
	"-Wno-c++11-narrowing",
	"-Wno-register",
};

const char *const *front_arguments(const struct front_command *c,
				   struct arena *a, struct err *e)
{
	static const char *const none[] = { NULL };

	if (c->database)
		return compdb_arguments(c->database, c->offset, c->hash, a, e);
	return c->words ? c->words : none;
}

bool flags_make(struct flags *out, const struct front_command *command,
		const char *resource_directory, int level, struct arena *a,
		struct err *e)
{
	const char *const *words = front_arguments(command, a, e);

	memset(out, 0, sizeof(*out));
	if (!words)
		return false;
	out->arena = a;
	add_command(out, command, words, level);
	if (resource_directory) {
		add(out, "-resource-dir");
		add(out, resource_directory);
	}
	add(out, arena_printf(a, "-working-directory=%s", command->directory));
	add(out, "-w");
	for (size_t i = 0; i < COUNT_OF(lenient); i++)
		add(out, lenient[i]);
	// After twenty errors no template would be instantiated any more.
	add(out, "-ferror-limit=0");
	add(out, path_absolute(a, command->directory, command->file));
	VEC_PUSH(a, &out->list, (const char *)NULL);
	out->list.count--;
	return true;
}

// ---- the language

static bool has_ending(const char *file)
{
	static const char *const endings[] = { ".cc",  ".cpp",  ".cxx", ".c++",
					       ".C",   ".CPP",  ".hpp", ".hh",
					       ".hxx", ".h++",  ".H",   ".ipp",
					       ".tcc", ".cppm", ".ixx", ".mm" };

	for (size_t i = 0; i < COUNT_OF(endings); i++)
		if (str_ends(file, endings[i]))
			return true;
	return false;
}

bool flags_are_cplusplus(const struct flags *f, const char *file)
{
	bool is = has_ending(file) ||
		  strstr(path_base(f->list.at[0]), "++") != NULL;

	for (uint32_t i = 1; i < f->list.count; i++) {
		const char *flag = f->list.at[i];
		if (str_starts(flag, "--driver-mode=g++"))
			is = true;
		if (!str_starts(flag, "-x"))
			continue;
		const char *language = flag[2] ? flag + 2
				       : i + 1 < f->list.count
					       ? f->list.at[i + 1]
					       : "";
		is = strstr(language, "++") != NULL;
	}
	return is;
}

// ---- precompiled headers

static void put_first(struct flags *f, const char *flag, const char *path)
{
	VEC_PUSH(f->arena, &f->list, (const char *)NULL);
	VEC_PUSH(f->arena, &f->list, (const char *)NULL);
	for (uint32_t i = f->list.count - 1; i > 2; i--)
		f->list.at[i] = f->list.at[i - 2];
	f->list.at[1] = flag;
	f->list.at[2] = path;
	VEC_PUSH(f->arena, &f->list, (const char *)NULL);
	f->list.count--;
}

void flags_add_prefix(struct flags *f, const char *path)
{
	put_first(f, "-include-pch", path);
}

void flags_read_first(struct flags *f, const char *header)
{
	put_first(f, "-include", header);
}

static bool is_macro(const struct flags *f, uint32_t i, uint32_t *count)
{
	const char *at = f->list.at[i];

	if (!str_starts(at, "-D") && !str_starts(at, "-U"))
		return false;
	*count = at[2] ? 1 : 2;
	return true;
}

void flags_precompile(struct flags *f, const char *file,
		      const char *const *headers, const char *const *macros)
{
	bool is_cplusplus = flags_are_cplusplus(f, file);
	struct flags from = *f;
	uint32_t count;

	*f = (struct flags){ .arena = from.arena };
	for (uint32_t i = 0; i + 1 < from.list.count;) {
		if (is_macro(&from, i, &count))
			i += count;
		else
			add(f, from.list.at[i++]);
	}
	for (; *macros; macros++)
		add(f, *macros);
	for (; *headers; headers++) {
		add(f, "-include");
		add(f, *headers);
	}
	// The times of files are not looked at: what the run reads does not
	// change, or nobody trusts the run.
	add(f, "-Xclang");
	add(f, "-fno-pch-timestamp");
	add(f, "-x");
	add(f, is_cplusplus ? "c++-header" : "c-header");
	add(f, "/dev/null");
	VEC_PUSH(f->arena, &f->list, (const char *)NULL);
	f->list.count--;
}

void flags_on_top(struct flags *f, const char *path, const char *source)
{
	flags_add_prefix(f, path);
	VEC_LAST(&f->list) = source;
}
