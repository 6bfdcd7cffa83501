// SPDX-License-Identifier: Apache-2.0
//
// A repository over a real database behind a cache. A hit is a ready value; a
// miss runs the query on a database thread, comes back to the loop, where the
// cache lives, and answers there. So the cache needs no lock, and the bytes of
// a miss are allocated on another thread than the one that waits for them.
#include <errno.h>
#include <sqlite3.h>

#include <once/frame.h>
#include <once/task.h>

#include "example.h"

enum { USERS = 100, ROUNDS = 10 };

struct repository {
	sqlite3 *db; // used on the database thread only
	struct vt_threads *database;
	struct vt_loop *loop;
	uint64_t cache[USERS]; // age + 1, 0: not here
};

// ---- the database

static void db_open(struct repository *r)
{
	char *sql = sqlite3_mprintf(
		"CREATE TABLE user(id INTEGER PRIMARY KEY, age INTEGER);"
		"WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n"
		" WHERE i < %d) INSERT INTO user SELECT i, 20 + i %% 60 FROM n",
		USERS - 1);

	must(sqlite3_open(":memory:", &r->db) == SQLITE_OK, "open");
	must(sqlite3_exec(r->db, sql, NULL, NULL, NULL) == SQLITE_OK, "fill");
	sqlite3_free(sql);
}

// 0 and *age, or ENOENT, or EIO.
static int db_age(sqlite3 *db, uint64_t id, uint64_t *age)
{
	sqlite3_stmt *query;
	int rc;

	if (sqlite3_prepare_v2(db, "SELECT age FROM user WHERE id = ?", -1,
			       &query, NULL) != SQLITE_OK)
		return EIO;
	sqlite3_bind_int64(query, 1, (sqlite3_int64)id);
	rc = sqlite3_step(query);
	if (rc == SQLITE_ROW)
		*age = (uint64_t)sqlite3_column_int64(query, 0);
	sqlite3_finalize(query);
	return rc == SQLITE_ROW ? 0 : rc == SQLITE_DONE ? ENOENT : EIO;
}

// ---- the repository

struct miss {
	struct vt_frame frame;
	struct repository *repository;
	uint64_t id;
	uint64_t age;
	int error;
};

static int miss_step(struct vt_frame *frame)
{
	struct miss *self = (struct miss *)frame;
	struct repository *r = self->repository;

	VT_BEGIN(frame);
	VT_YIELD(frame, vt_threads_executor(r->database));
	self->error = db_age(r->db, self->id, &self->age);
	VT_YIELD(frame, vt_loop_executor(r->loop));
	if (self->error)
		VT_FAIL(frame, self->error);
	r->cache[self->id] = self->age + 1;
	VT_RETURN(frame, self->age);
	VT_END(frame);
}

static struct value_task repository_age(struct repository *r, uint64_t id)
{
	struct miss *miss;

	if (id < USERS && r->cache[id])
		return value_task_value(r->cache[id] - 1);
	miss = vt_frame_new(sizeof(*miss), miss_step);
	if (!miss)
		return value_task_error(ENOMEM);
	miss->repository = r;
	miss->id = id;
	return vt_frame_start(&miss->frame);
}

// ---- the callers

static uint64_t get(struct repository *r, uint64_t id)
{
	struct value_task t = repository_age(r, id);
	uint64_t age = 0;

	must(vt_loop_run_until(r->loop, &t, &age) == 0, "get");
	return age;
}

static uint64_t get_by_task(struct repository *r, uint64_t id)
{
	struct value_task t = repository_age(r, id);
	struct vt_task *task = value_task_as_task(&t);
	uint64_t age = 0;

	must(task, "as_task");
	t = value_task_from_task(task);
	must(vt_loop_run_until(r->loop, &t, &age) == 0, "get");
	return age;
}

typedef uint64_t get_fn(struct repository *r, uint64_t id);

static void forget(struct repository *r)
{
	for (unsigned i = 0; i < USERS; i++)
		r->cache[i] = 0;
}

static double bytes_per_get(struct repository *r, get_fn *get_age)
{
	struct count before = count_now();

	for (unsigned i = 0; i < USERS; i++)
		must(get_age(r, i) == 20 + i % 60, "age");
	return (double)bytes_since(before) / USERS;
}

static void measure(const char *name, struct repository *r, get_fn *get_age)
{
	double hit = 0;
	double miss = 0;

	for (unsigned i = 0; i < ROUNDS; i++) {
		forget(r);
		miss += bytes_per_get(r, get_age) / ROUNDS;
		hit += bytes_per_get(r, get_age) / ROUNDS;
	}
	printf("%-10s  hit %g B, miss %.0f B\n", name, hit, miss);
}

int main(void)
{
	struct repository r = {
		.database = vt_threads_new(1),
		.loop = vt_loop_new(),
	};
	struct value_task nobody;
	uint64_t age;

	must(r.database && r.loop, "start");
	db_open(&r);
	nobody = repository_age(&r, USERS); // warms the pool
	printf("no such user: %s\n",
	       vt_loop_run_until(r.loop, &nobody, &age) == ENOENT ? "ENOENT"
								  : "?");
	get(&r, 0);
	measure("value task", &r, get);
	measure("task", &r, get_by_task);
	vt_threads_free(r.database);
	sqlite3_close(r.db);
	vt_loop_free(r.loop);
	return EXIT_SUCCESS;
}
