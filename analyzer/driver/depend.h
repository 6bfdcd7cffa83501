// SPDX-License-Identifier: Apache-2.0
// What units depend on, as it is on the disk in this run: the contents of
// files, and which files the names in #include lines could mean. Everything is
// looked at once a run, however many units ask.
#ifndef ONCELINT_DRIVER_DEPEND_H
#define ONCELINT_DRIVER_DEPEND_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "base/vec.h"
#include "front/search.h"

struct depend_file {
	const char *path; // absolute
	bool is_there;    // and was read
	uint64_t hash;    // XXH3 of its contents
	// When it was read: enough to tell whether it was touched since.
	uint64_t device, inode, size;
	struct timespec changed;
	uint32_t index;       // among the files, from 0
	VEC(uint32_t) quoted; // names in its #include and __has_include, by
	VEC(uint32_t) angled; // number, each once, in order
	uint64_t beside;      // which of the quoted ones its folder has
};

struct depend_entry;
struct depend_list; // the folders that units look in

struct depend {
	struct arena arena;
	struct arena scratch;         // of one question
	struct depend_entry *files;   // by path
	struct depend_entry *folders; // by path
	struct depend_entry *numbers; // of names
	struct depend_entry *lists;   // by their folders
	VEC(const char *) names;      // by number
	uint32_t file_count;
};

// All zero is empty.
void depend_release(struct depend *d);

// The file at an absolute path. Never NULL: it may not be there.
const struct depend_file *depend_file(struct depend *d, const char *path);

// Whether the file is still what `f` says.
bool depend_is_current(const struct depend_file *f);

// What all units have that search alike.
struct depend_list *depend_list(struct depend *d, const struct search *s);

// That the run looks from `f` in the folders of `l`; each pair is noted once.
void depend_note(struct depend *d, struct depend_list *l,
		 const struct depend_file *f);
// The n-th that was noted for `l`, or NULL past the last.
const struct depend_file *depend_noted(const struct depend_list *l, uint32_t n);

// Which folders have a file for each name in the #include and __has_include
// lines of `f`, and which have none. Equal until one comes or goes; where the
// folders are does not matter, only their order.
uint64_t depend_resolution(struct depend *d, struct depend_list *l,
			   const struct depend_file *f);

// The same for -include and -imacros of a command that runs in `directory`.
uint64_t depend_forced(struct depend *d, struct depend_list *l,
		       const struct search *s, const char *directory);

// The names that a folder has: equal until one comes or goes.
uint64_t depend_names(struct depend *d, const char *path);

#endif
