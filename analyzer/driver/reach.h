// SPDX-License-Identifier: Apache-2.0
// Which files a unit reaches by its #include lines, found without
// preprocessing: lines in all branches of conditionals count, so that this is
// at least what a compiler reads, apart from the standard library of C++. Each
// file is read once a run.
#ifndef ONCELINT_DRIVER_REACH_H
#define ONCELINT_DRIVER_REACH_H

#include <uthash.h>

#include "driver/scan.h"
#include "front/search.h"

struct reach_edges;

struct reach_file {
	const char *path; // absolute
	const char *directory;
	bool is_there;     // a readable file
	bool is_installed; // on the machine: `scan.names` is empty
	bool is_system;    // found where the system's headers are
	uint64_t size;     // bytes
	struct scan scan;
	void *user;     // whoever made the reach keeps something here
	uint32_t stamp; // of the last walk that met it
	void *note;     // what that walk keeps here
	const struct reach_edges *edges; // found last
	UT_hash_handle hh;
};

struct reach_folders; // in which headers are looked for, shared by more

// How a command looks for headers; commands that do it alike share one.
struct reach_search {
	uint64_t key[2];
	struct reach_folders *folders;
	VEC(const char *) forced; // -include and -imacros, as they are given
	const char *directory;
	struct reach_file *defines; // the -D of the command as a text
	bool is_cplusplus;
	UT_hash_handle hh;
};

struct reach_key {
	const void *folders, *file;
};

// What the #include lines of a file mean where they are looked for.
struct reach_edges {
	struct reach_key key;
	// One for each of `scan.includes`, NULL: nothing, or a macro says what.
	VEC(struct reach_file *) to;
	UT_hash_handle hh;
};

struct reach_macro;

struct reach {
	struct arena arena;
	struct arena scratch;  // one file or name
	struct arena commands; // one command
	struct scanner scanner;
	struct reach_file *files;
	struct reach_search *searches;
	struct reach_folders *folders;
	struct reach_edges *edges;
	VEC(struct reach_file *) texts; // all files that were read, in order
	struct reach_macro *macros;     // those that #include lines name
	uint32_t stamp;
	uint64_t bytes; // read
	// Called for every file once it was read.
	void (*opened)(void *data, struct reach_file *f);
	void *data;
};

struct reach_list {
	VEC(struct reach_file *) list;
	bool is_open; // some #include names a macro: there may be more
};

// All zero but for the callbacks is ready.
void reach_release(struct reach *r);

// NULL: its arguments cannot be had.
struct reach_search *reach_search_of(struct reach *r,
				     const struct front_command *c);

// By absolute path; one that cannot be read is not `is_there`.
struct reach_file *reach_open(struct reach *r, const char *path);

const struct reach_edges *
reach_includes(struct reach *r, struct reach_search *s, struct reach_file *f);

// Calls `each` for every file that was reached, with the folders in which what
// it includes was looked for.
void reach_each(const struct reach *r,
		void (*each)(void *data, const struct reach_folders *where,
			     const struct reach_file *f),
		void *data);

// `from`, what its command forces upon it, and all that these reach. `out` is
// in `a`.
void reach_walk(struct reach *r, struct reach_search *s,
		struct reach_file *from, struct arena *a,
		struct reach_list *out);

#endif
