// SPDX-License-Identifier: Apache-2.0
#include "driver/git.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"

#define CANNOT_RUN 127

// ---- running it

// A hook's variables speak of the commit in the making; messages are read.
static void clean_environment(void)
{
	static const char *const names[] = { "GIT_DIR", "GIT_WORK_TREE",
					     "GIT_INDEX_FILE", "GIT_PREFIX",
					     "GIT_EXTERNAL_DIFF" };

	for (size_t i = 0; i < COUNT_OF(names); i++)
		unsetenv(names[i]);
	setenv("LC_ALL", "C", 1);
	setenv("GIT_LFS_SKIP_SMUDGE", "1", 1);
	setenv("GIT_TERMINAL_PROMPT", "0", 1);
}

static void become_git(const char *directory, const char *const *args, int out,
		       int errors)
{
	// Nothing of the repository's own may run or stay behind.
	const char *argv[32] = { "git",
				 "-C",
				 directory,
				 "-c",
				 "core.hooksPath=/dev/null",
				 "-c",
				 "core.fsmonitor=false" };
	size_t n = 7;

	while (*args && n < COUNT_OF(argv) - 1)
		argv[n++] = *args++;
	argv[n] = NULL;
	clean_environment();
	dup2(out, STDOUT_FILENO);
	dup2(errors, STDERR_FILENO);
	execvp("git", (char *const *)(uintptr_t)argv);
	_exit(CANNOT_RUN);
}

static bool wait_for(pid_t pid, int *status)
{
	while (waitpid(pid, status, 0) != pid)
		if (errno != EINTR)
			return false;
	return true;
}

static void read_back(FILE *f, struct str *out)
{
	char buffer[16 * 1024];
	size_t n;

	rewind(f);
	while ((n = fread(buffer, 1, sizeof(buffer), f)) > 0)
		str_add_bytes(out, buffer, n);
}

// The exit status, -1 if it ended otherwise; `out` and `errors` get the texts.
static int run(const char *directory, const char *const *args, struct str *out,
	       struct str *errors)
{
	FILE *files[2] = { tmpfile(), tmpfile() };
	pid_t pid = files[0] && files[1] ? fork() : -1;
	int status = -1;

	if (pid == 0)
		become_git(directory, args, fileno(files[0]), fileno(files[1]));
	if (pid > 0 && wait_for(pid, &status)) {
		status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
		read_back(files[0], out);
		read_back(files[1], errors);
	}
	for (int i = 0; i < 2; i++)
		if (files[i])
			fclose(files[i]);
	return status;
}

static void cut_newline(struct str *s)
{
	while (s->length && s->text[s->length - 1] == '\n')
		s->text[--s->length] = '\0';
}

// The first line of the answer, or NULL.
static const char *ask(struct arena *a, const char *directory,
		       const char *const *args)
{
	struct str out = STR_INIT, errors = STR_INIT;
	bool ok = run(directory, args, &out, &errors) == 0;

	cut_newline(&out);
	const char *answer =
		ok && out.length ? arena_strdup(a, out.text) : NULL;
	str_release(&out);
	str_release(&errors);
	return answer;
}

#define ASK(a, directory, ...)                                                 \
	ask((a), (directory), (const char *const[]){ __VA_ARGS__, NULL })

// Failure has git's own words.
static bool must_run(const char *directory, const char *const *args,
		     struct str *out, struct err *e)
{
	struct str errors = STR_INIT;
	int status = run(directory, args, out, &errors);

	cut_newline(&errors);
	if (status == CANNOT_RUN)
		err_set(e, ERR_USAGE, "git cannot be run: install it");
	else if (status != 0)
		err_set(e, ERR_USAGE, "'git %s' failed: %s", args[0],
			errors.length ? errors.text : "it was ended");
	str_release(&errors);
	return status == 0;
}

// ---- questions

bool git_top(struct arena *a, const char *directory, const char **top,
	     struct err *e)
{
	const char *const args[] = { "rev-parse", "--show-toplevel", NULL };
	struct str out = STR_INIT;
	bool ok = must_run(directory, args, &out, e);

	if (!ok)
		err_prefix(e, "--base needs a git repository");
	cut_newline(&out);
	*top = arena_strdup(a, out.text);
	str_release(&out);
	return ok;
}

static bool is_shallow(struct arena *a, const char *top)
{
	const char *answer =
		ASK(a, top, "rev-parse", "--is-shallow-repository");

	return str_equal(answer, "true");
}

// What may bring a commit. "origin/main" is a branch of a remote if there is
// such a remote; without any there is nothing to fetch from.
static const char *fetch_advice(struct arena *a, const char *top,
				const char *ref)
{
	const char *slash = strchr(ref, '/');
	const char *remote =
		slash ? arena_strndup(a, ref, (size_t)(slash - ref)) : NULL;

	if (remote && *remote && ASK(a, top, "remote", "get-url", remote))
		return arena_printf(a,
				    "'git fetch %s %s:refs/remotes/%s' may "
				    "bring it",
				    remote, slash + 1, ref);
	if (ASK(a, top, "remote", "get-url", "origin"))
		return arena_printf(a, "'git fetch origin %s' may bring it",
				    ref);
	return "'git branch --all' lists the branches there are";
}

// Branches that were merged into each other have several newest commits in
// common. What all of these have together is as old, so they are merged; NULL
// if that has conflicts or this git cannot.
static const char *merge_all(struct arena *a, const char *top,
			     const char *commits)
{
	const char *second = strchr(commits, '\n');

	if (!second || strchr(second + 1, '\n'))
		return NULL;
	const char *first =
		arena_strndup(a, commits, (size_t)(second - commits));
	const char *tree =
		ASK(a, top, "merge-tree", "--write-tree", first, second + 1);

	return tree ? ASK(a, top, "-c", "user.name=oncelint", "-c",
			  "user.email=oncelint@localhost", "commit-tree", tree,
			  "-p", first, "-p", second + 1, "-m", "base")
		    : NULL;
}

bool git_merge_base(struct arena *a, const char *top, const char *ref,
		    const char **commit, struct err *e)
{
	if (*ref == '-' || !*ref)
		return err_set(e, ERR_USAGE,
			       "--base takes a commit, branch or tag, not '%s'",
			       ref);
	if (!ASK(a, top, "rev-parse", "--verify", "--quiet", "HEAD^{commit}"))
		return err_set(e, ERR_USAGE,
			       "there is no commit yet to compare with");
	if (!ASK(a, top, "rev-parse", "--verify", "--quiet",
		 arena_printf(a, "%s^{commit}", ref)))
		return err_set(e, ERR_USAGE, "no commit '%s' here: %s", ref,
			       fetch_advice(a, top, ref));
	const char *all = ASK(a, top, "merge-base", "--all", "HEAD", ref);
	if (all) {
		*commit = merge_all(a, top, all);
		if (!*commit)
			*commit = arena_strndup(a, all, strcspn(all, "\n"));
		return true;
	}
	if (is_shallow(a, top))
		return err_set(
			e, ERR_USAGE,
			"this clone is shallow and lacks the commit that "
			"HEAD and '%s' have in common: 'git fetch "
			"--unshallow' brings it",
			ref);
	return err_set(e, ERR_USAGE,
		       "HEAD and '%s' have no commit in common: name the one "
		       "to compare with",
		       ref);
}

bool git_diff(const char *top, const char *commit, struct str *out,
	      struct err *e)
{
	const char *const args[] = { "diff",
				     "--no-color",
				     "--no-ext-diff",
				     "--no-textconv",
				     "--src-prefix=a/",
				     "--dst-prefix=b/",
				     "--find-renames",
				     "--submodule=diff",
				     "-U0",
				     commit,
				     "--",
				     NULL };

	return must_run(top, args, out, e);
}

// ---- a folder with the files of a commit

static void remove_folder(const char *top, const char *path)
{
	const char *const args[] = { "worktree", "remove", "--force",
				     "--force",  path,     NULL };
	const char *const prune[] = { "worktree", "prune", NULL };
	struct str out = STR_INIT, errors = STR_INIT;
	int status;

	if (run(top, args, &out, &errors) != 0 && path_exists(path)) {
		pid_t pid = fork();

		if (pid == 0) {
			execlp("rm", "rm", "-rf", "--", path, (char *)NULL);
			_exit(CANNOT_RUN);
		}
		if (pid > 0)
			wait_for(pid, &status);
	}
	run(top, prune, &out, &errors);
	str_release(&out);
	str_release(&errors);
}

// Sleeps until nobody has the other end of the pipe any more.
static void guard(int alive, const char *top, const char *path)
{
	int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
	char byte;

	setsid();
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	for (int fd = 0; nowhere >= 0 && fd <= STDERR_FILENO; fd++)
		dup2(nowhere, fd);
	while (read(alive, &byte, 1) < 0 && errno == EINTR)
		;
	remove_folder(top, path);
	_exit(0);
}

// The writing end is left to every child on purpose: a git or a worker that
// outlives this process for a moment still uses the folder.
static bool start_guard(struct worktree *w, const char *top, const char *path)
{
	int ends[2];

	if (pipe(ends) != 0)
		return false;
	fflush(NULL);
	w->guard = fork();
	if (w->guard == 0) {
		close(ends[1]);
		guard(ends[0], top, path);
	}
	close(ends[0]);
	w->alive = ends[1];
	if (w->guard > 0)
		return true;
	close(ends[1]);
	return false;
}

// ---- submodules

#define SUBMODULE_DEPTH 8

// A clone that borrows the objects of the one that is there, and goes with its
// folder.
static bool add_submodule(struct arena *a, const char *from, const char *to,
			  const char *name, const char *commit, struct err *e)
{
	if (!path_exists(path_join(a, from, ".git")))
		return true; // not there now either
	ASK(a, from, "clone", "--quiet", "--shared", "--no-checkout", from, to);
	const char *is_there = ASK(a, from, "rev-parse", "--verify", "--quiet",
				   arena_printf(a, "%s^{commit}", commit));
	ASK(a, to, "checkout", "--quiet", "--detach", commit);
	return (is_there && ASK(a, to, "rev-parse", "--verify", "HEAD")) ||
	       err_set(e, ERR_USAGE,
		       "the submodule '%s' has no commit %.12s, which the base "
		       "uses: 'git -C %s fetch' may bring it",
		       name, commit, name);
}

// The files of the submodules of `commit`, whose own are at `path`.
static bool add_submodules(struct arena *a, const char *top, const char *path,
			   const char *commit, int depth, struct err *e)
{
	const char *line =
		depth < SUBMODULE_DEPTH &&
				path_exists(path_join(a, path, ".gitmodules"))
			? ASK(a, path, "config", "--file", ".gitmodules",
			      "--get-regexp", "^submodule\\..*\\.path$")
			: NULL;
	bool ok = true;

	for (; ok && line; line = strchr(line, '\n')) {
		line += *line == '\n';
		size_t key = strcspn(line, " \n");
		if (line[key] != ' ')
			continue;
		const char *name = arena_strndup(a, line + key + 1,
						 strcspn(line + key + 1, "\n"));
		// "160000 commit 1234...\tname"
		const char *entry = ASK(a, top, "ls-tree", commit, "--", name);
		const char *there = path_join(a, path, name);

		if (!entry || !str_starts(entry, "160000 commit "))
			continue;
		const char *at = entry + strlen("160000 commit ");
		at = arena_strndup(a, at, strcspn(at, "\t"));
		ok = add_submodule(a, path_join(a, top, name), there, name, at,
				   e) &&
		     add_submodules(a, path_join(a, top, name), there, at,
				    depth + 1, e);
	}
	return ok;
}

bool worktree_add(struct worktree *w, const char *top, const char *path,
		  const char *commit, struct err *e)
{
	const char *const args[] = { "worktree", "add",  "--quiet", "--detach",
				     path,       commit, NULL };
	struct str out = STR_INIT;

	*w = (struct worktree){ .path = NULL };
	if (path_exists(path))
		return err_set(e, ERR_IO, "'%s' is there already", path);
	if (!start_guard(w, top, path))
		return err_set(e, ERR_IO, "cannot start a process: %s",
			       strerror(errno));
	w->path = path;
	struct arena a = { 0 };
	bool ok = must_run(top, args, &out, e) &&
		  add_submodules(&a, top, path, commit, 0, e);
	str_release(&out);
	arena_release(&a);
	return ok;
}

void worktree_remove(struct worktree *w)
{
	int status;

	if (!w->path)
		return;
	close(w->alive);
	wait_for(w->guard, &status);
	w->path = NULL;
}
