// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <hiredis/hiredis.h>

int chance(void);
int feed(FILE *f);
void note(const char *text, int value);

// A slot that stayed empty is not closed, whatever its neighbours hold.

void ok_slots_that_were_opened(const char *paths[4])
{
	FILE *files[4] = { NULL };
	int i;

	for (i = 0; i < 4; i++) {
		files[i] = fopen(paths[i], "r");
		if (!files[i])
			break;
	}
	for (i = 0; i < 4; i++)
		if (files[i])
			fclose(files[i]);
}

void bad_slots_closed_in_turn_and_at_the_end(const char *paths[4])
{
	FILE *files[4] = { NULL };
	int i;

	for (i = 0; i < 4; i++) {
		files[i] = fopen(paths[i], "r");
		if (!files[i])
			break;
		if (feed(files[i]) < 0)
			fclose(files[i]);
	}
	for (i = 0; i < 4; i++)
		if (files[i])
			fclose(files[i]); // expect: double-consume
}

void ok_slots_counted(const char *paths[4])
{
	FILE *files[4];
	int n;

	for (n = 0; n < 4; n++) {
		files[n] = fopen(paths[n], "r");
		if (!files[n])
			break;
	}
	while (n > 0)
		fclose(files[--n]);
}

// A close that failed is not repeated: the stream is gone.

int bad_close_repeated_when_interrupted(FILE *f)
{
	int r;

	do {
		r = fclose(f); // expect: double-consume "'f'"
	} while (r && errno == EINTR);
	return r;
}

int ok_flush_repeated_when_interrupted(FILE *f)
{
	int r;

	do {
		r = fflush(f);
	} while (r && errno == EINTR);
	return fclose(f) || r;
}

int bad_close_repeated_by_a_counter(const char *path)
{
	FILE *f = fopen(path, "w");
	int tries = 0;

	if (!f)
		return -1;
	while (fclose(f) != 0 && tries < 3) // expect: double-consume "'f'"
		tries++;
	return tries;
}

// A helper that gets a pointer by value and makes a new object keeps the new
// one to itself; its caller has the old one still.

static int reconnect(redisContext *c)
{
	redisFree(c);
	c = redisConnect("localhost", 6379);
	return c && !c->err;
}

int bad_caller_keeps_the_old_one(void)
{
	redisContext *c = redisConnect("localhost", 6379);

	if (!c)
		return -1;
	if (c->err && !reconnect(c))
		note("still none", 0);
	redisCommand(c, "PING"); // expect: use-after-consume "'c'"
	return 0;
}

static int reconnect_place(redisContext **c)
{
	redisFree(*c);
	*c = redisConnect("localhost", 6379);
	return *c && !(*c)->err;
}

int ok_caller_gets_the_new_one(void)
{
	redisContext *c = redisConnect("localhost", 6379);

	if (!c)
		return -1;
	if (c->err && !reconnect_place(&c))
		return -1;
	redisCommand(c, "PING");
	redisFree(c);
	return 0;
}

static redisContext *reconnected(redisContext *c)
{
	redisFree(c);
	return redisConnect("localhost", 6379);
}

int ok_caller_takes_the_result(void)
{
	redisContext *c = redisConnect("localhost", 6379);

	if (!c)
		return -1;
	if (c->err) {
		c = reconnected(c);
		if (!c)
			return -1;
	}
	redisCommand(c, "PING");
	redisFree(c);
	return 0;
}

int bad_caller_drops_the_result(void)
{
	redisContext *c = redisConnect("localhost", 6379);
	redisContext *d;

	if (!c)
		return -1;
	d = reconnected(c);
	if (d)
		redisFree(d);
	redisFree(c); // expect: double-consume "'c'"
	return 0;
}

// One cause is told once, however many operations meet it.

int bad_told_once(const char *path)
{
	FILE *f = fopen(path, "r");

	if (!f)
		return -1;
	fclose(f);
	fputs("a", f); // expect: use-after-consume "'f'"
	fputs("b", f);
	fputs("c", f);
	return 0;
}

int bad_two_causes_told_twice(const char *path, const char *other)
{
	FILE *f = fopen(path, "r");
	FILE *g = fopen(other, "r");

	if (f) {
		fclose(f);
		fclose(f); // expect: double-consume "'f'"
	}
	if (g) {
		fclose(g);
		fclose(g); // expect: double-consume "'g'"
	}
	return 0;
}

// What a helper could not open is null, and the caller tests for that.
static int open_either(const char *name, int fd, FILE **out)
{
	*out = fopen(name, "w");
	if (*out)
		return 0;
	*out = fdopen(fd, "w");
	return *out ? 0 : -1;
}

int ok_null_after_a_failed_helper(const char *name, int fd)
{
	FILE *out = NULL;
	int error = open_either(name, fd, &out);

	if (error)
		goto fail;
	return fclose(out);
fail:
	if (out)
		fclose(out);
	return error;
}

static FILE *open_descriptor(int fd)
{
	FILE *f = fdopen(fd, "r");

	if (f == NULL)
		note("not opened", fd);
	return f;
}

int ok_null_from_a_helper(int fd)
{
	FILE *f = open_descriptor(fd);

	if (f == NULL)
		return -1;
	return fclose(f);
}

int bad_closed_after_a_helper(int fd)
{
	FILE *f = open_descriptor(fd);

	if (f == NULL)
		return -1;
	fclose(f);
	return fclose(f); // expect: double-consume
}

// Two decisions: what ties them is not seen, so a path on which they differ is a
// guess. The second close is one in any case.
void ok_opened_and_closed_under_flags(const char *path, int verbose, int kept)
{
	FILE *f = NULL;

	if (verbose)
		f = fopen(path, "w");
	note("run", 1);
	if (!kept)
		fclose(f);
}

void bad_closed_twice_under_flags(const char *path, int verbose, int kept)
{
	FILE *f = NULL;

	if (verbose) {
		f = fopen(path, "w");
		fclose(f);
	}
	if (!kept)
		fclose(f); // expect: double-consume
}

// One decision: whoever does not open closes all the same.
int bad_closed_without_having_been_opened(const char *path, int verbose)
{
	FILE *f = NULL;

	if (verbose) {
		f = fopen(path, "w");
		if (!f)
			return -1;
	}
	fclose(f); // expect: consume-unstarted
	return 0;
}

// Whether a helper's attempt came off is what its caller has to ask. Until then
// that it failed is no matter; afterwards it is.

static FILE *open_and_tell(const char *path)
{
	FILE *f = fopen(path, "w");

	if (!f) {
		puts("cannot open");
		return NULL;
	}
	puts("open");
	return f;
}

static int open_there(const char *path, FILE **f)
{
	*f = fopen(path, "w");
	if (!*f) {
		puts("cannot open");
		return -1;
	}
	return 0;
}

void ok_nobody_asked(const char *path)
{
	FILE *f = open_and_tell(path);
	FILE *g;

	fputs("x", f);
	fclose(f);
	open_there(path, &g);
	fclose(g);
}

void bad_asked_and_closed_all_the_same(const char *path)
{
	FILE *f = open_and_tell(path);

	if (!f)
		puts("nothing is written");
	fclose(f); // expect: consume-unstarted
}

void bad_failure_told_and_closed(const char *path)
{
	FILE *g;

	if (open_there(path, &g) != 0)
		puts("nothing is written");
	fclose(g); // expect: consume-unstarted
}

// Calls in a row that may fail or not: there are more ways through them than
// anybody can follow, and after them a mistake is still one.

int bad_after_many_attempts(const char *path)
{
	FILE *all[18], *one = fopen(path, "r");

	if (!one)
		return -1;
	open_there(path, &all[0]);
	open_there(path, &all[1]);
	open_there(path, &all[2]);
	open_there(path, &all[3]);
	open_there(path, &all[4]);
	open_there(path, &all[5]);
	open_there(path, &all[6]);
	open_there(path, &all[7]);
	open_there(path, &all[8]);
	open_there(path, &all[9]);
	open_there(path, &all[10]);
	open_there(path, &all[11]);
	open_there(path, &all[12]);
	open_there(path, &all[13]);
	open_there(path, &all[14]);
	open_there(path, &all[15]);
	open_there(path, &all[16]);
	open_there(path, &all[17]);
	fclose(one);
	fclose(one); // expect: double-consume "'one'"
	return 0;
}

// What is not the standard stream is told by a flag.

static FILE *page(void)
{
	FILE *pager = popen("less", "w");

	return pager ? pager : stdout;
}

void ok_closes_its_own(const char *text)
{
	FILE *out = page();
	int is_own = out != stdout;

	fputs(text, out);
	if (is_own)
		pclose(out);
	fputs(text, stdout);
}

void bad_closes_the_other(const char *text)
{
	FILE *out = page();
	int is_own = out != stdout;

	if (!is_own)
		fclose(out);
	fputs(text, stdout); // expect: use-after-consume
}

void ok_asked_in_either_way(FILE *out, FILE *log)
{
	int is_one = out == log;

	fclose(out);
	if (log != out)
		fputs("closed\n", log);
	else if (!is_one)
		fclose(log);
}

// A helper that leaves the standard stream alone, whoever gives it.

static void put_away(FILE *f) // expect summary: "-; f: consume if f != 0 and f != ::stdout"
{
	if (f && f != stdout)
		fclose(f);
}

void ok_put_away_or_not(const char *text)
{
	FILE *out = page();

	fputs(text, out);
	put_away(out);
	fputs(text, stdout);
	put_away(stdout);
	fputs(text, stdout);
}

void bad_put_away_twice(const char *path)
{
	FILE *f = fopen(path, "r");

	put_away(f);
	if (f && f != stdout)
		fclose(f); // expect: double-consume "'f'"
}

// What is put into a parameter by its address is not the caller's.

static void open_log(FILE **f)
{
	*f = fopen("log", "r");
}

static void look(FILE *f) // expect summary: "-; -"
{
	open_log(&f);
	if (f)
		fclose(f);
}

void ok_the_callers_is_another(FILE *f)
{
	look(f);
	fclose(f);
}

void bad_the_first_one_twice(FILE *f)
{
	FILE *first = f;

	open_log(&f);
	fclose(first);
	if (f)
		fclose(f);
	fclose(first); // expect: double-consume "'first'"
}

// A helper that ends the program when it cannot open, and one that asks.

static FILE *progress;

static void begin(void) // expect summary: "::progress: produce != 0"
{
	progress = fopen("progress", "w");
	if (!progress)
		exit(2);
}

static void tell(const char *text)
{
	if (progress)
		fputs(text, progress);
}

void ok_begun_or_ended(void)
{
	begin();
	tell("once");
	tell("twice");
	fclose(progress);
}

void bad_told_after_the_end(void)
{
	begin();
	tell("once");
	fclose(progress);
	tell("twice"); // expect: use-after-consume "'progress'"
}

// A stream found somewhere else is not the first argument.

struct box {
	FILE *stream;
};

struct box *find_box(const char *name);

static void take_from(FILE *f, struct box *to, const char *name)
{
	struct box *from = find_box(name);

	fputs(name, f);
	to->stream = from->stream;
}

void ok_two_streams(FILE *f, struct box *b)
{
	take_from(f, b, "other");
	fclose(f);
	fclose(b->stream);
}

// A pointer that was found through a global leads to the same memory when the
// global is another one.

struct source {
	FILE *file;
};

static struct source **sources;

int chance_to(struct source *s);
struct source **more_sources(void);

void open_sources(void)
{
	sources = more_sources();
}

static void close_source(struct source *s)
{
	if (s->file)
		fclose(s->file);
	s->file = NULL;
	chance_to(s);
}

void ok_closed_and_perhaps_opened(int i)
{
	struct source *s = sources[i];

	while (chance())
		close_source(s);
}

void bad_closed_and_not_opened(int i)
{
	struct source *s = sources[i];

	fclose(s->file);
	if (i > 3)
		fclose(s->file); // expect: double-consume
}

// The last one takes the place of the one that is closed.

static struct source *kept;
static int kept_count;

static void drop_kept(struct source *s)
{
	fclose(s->file);
	kept_count--;
	*s = kept[kept_count];
}

void ok_dropped_in_turn(void)
{
	while (kept_count > 0)
		drop_kept(&kept[0]);
}

static void close_kept(struct source *s)
{
	fclose(s->file);
	kept_count--;
}

void bad_closed_in_turn(void)
{
	while (kept_count > 0)
		close_kept(&kept[0]); // expect: double-consume
}

// A helper asks whether its stream is another one: that its own is null does not
// make the other one null.

static FILE *own_output;

int say(const char *text)
{
	if (own_output != stderr && fprintf(stderr, "%s", text) < 0)
		return -1;
	return own_output ? fprintf(own_output, "%s", text) : 0;
}

void ok_other_stream_closed(const char *text)
{
	own_output = NULL;
	say(text);
	fclose(stderr);
}

// Which values code_of() has is not known; that it is not the one of success is.

int code_of(int error);

static int stream_open(const char *path, FILE **out)
{
	FILE *f = fopen(path, "r");

	if (!f)
		return code_of(errno);
	*out = f;
	return 0;
}

int ok_opened_and_closed(const char *path)
{
	FILE *f = NULL;
	int result = stream_open(path, &f);

	if (result == 0)
		fclose(f);
	return result;
}

int bad_closed_when_it_failed(const char *path)
{
	FILE *f = NULL;
	int result = stream_open(path, &f);

	if (result != 0)
		fclose(f); // expect: consume-unstarted
	return result;
}
