// SPDX-License-Identifier: Apache-2.0
// What is asked of git, by running it.
#ifndef ONCELINT_DRIVER_GIT_H
#define ONCELINT_DRIVER_GIT_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/arena.h"
#include "base/err.h"

// The top of the working tree that `directory` is in.
MUST_USE bool git_top(struct arena *a, const char *directory, const char **top,
		      struct err *e);

// The newest commit that HEAD and `ref` have in common, or the merge of two
// such. Failure says which command brings what is missing.
MUST_USE bool git_merge_base(struct arena *a, const char *top, const char *ref,
			     const char **commit, struct err *e);

// The unified diff from `commit` to the files as they are, with renames, and
// through submodules.
MUST_USE bool git_diff(const char *top, const char *commit, struct str *out,
		       struct err *e);

// The files of a commit, in a folder of their own.
struct worktree {
	const char *path; // NULL: there is none
	pid_t guard;
	int alive; // closed by the end of this process, however it ends
};

// Makes the folder `path`, whose parent must exist, with the submodules that
// the tree has as well; one that lacks the commit is a failure. The folder goes
// when this process does, even by a signal: a process of its own waits for
// that.
MUST_USE bool worktree_add(struct worktree *w, const char *top,
			   const char *path, const char *commit, struct err *e);
void worktree_remove(struct worktree *w); // all zero is fine

#endif
