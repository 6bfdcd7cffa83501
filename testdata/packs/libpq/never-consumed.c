// SPDX-License-Identifier: Apache-2.0
#include <libpq-fe.h>

int bad_left_before_the_end(PGconn *conn)
{
	PGresult *result;

	if (!PQsendQuery(conn, "select 1")) // expect-todo: never-consumed
		return -1;
	while ((result = PQgetResult(conn)) != 0) {
		int is_good = PQresultStatus(result) == PGRES_TUPLES_OK;

		PQclear(result);
		if (!is_good)
			return -1;
	}
	return 0;
}

int ok_fetched_to_the_end(PGconn *conn)
{
	PGresult *result;
	int rc = 0;

	if (!PQsendQuery(conn, "select 1"))
		return -1;
	while ((result = PQgetResult(conn)) != 0) {
		if (PQresultStatus(result) != PGRES_TUPLES_OK)
			rc = -1;
		PQclear(result);
	}
	return rc;
}

// The connection is somebody else's, who goes on.

struct session {
	PGconn *conn;
	int count;
};

int ok_sent_through_a_copy(struct session *s)
{
	PGconn *conn = s->conn;

	if (!PQsendQuery(conn, "select 1"))
		return -1;
	s->count++;
	return 0;
}

void bad_sent_and_dropped(void)
{
	PGconn *conn = PQconnectdb("");

	PQsendQuery(conn, "select 1"); // expect: never-consumed
}

PGconn *pooled(int i);

int ok_sent_to_one_of_several(struct session *all, int count, int k)
{
	PGconn *conn;

	for (int i = 0; i < count; i++)
		all[i].conn = pooled(i);
	conn = all[k].conn;
	if (!PQsendQuery(conn, "select 1"))
		return -1;
	all[k].count++;
	return 0;
}

int ok_sent_to_one_that_was_set_up(struct session *all, int count, int k)
{
	PGconn *conn;

	for (int i = 0; i < count; i++)
		PQclear(PQexec(all[i].conn, "begin"));
	conn = all[k].conn;
	for (int i = 0; i < count; i++)
		all[i].conn = pooled(i);
	return PQsendQuery(conn, "select 1");
}
