// SPDX-License-Identifier: Apache-2.0
#include <libpq-fe.h>

int bad_cleared_twice(PGconn *conn)
{
	PGresult *result = PQexec(conn, "select 1");
	int n = PQntuples(result);

	if (n == 0)
		PQclear(result);
	PQclear(result); // expect: double-consume "'result'"
	return n;
}

int ok_cleared_once(PGconn *conn)
{
	PGresult *result = PQexec(conn, "select 1");
	int n = PQntuples(result);

	PQclear(result);
	return n;
}

int ok_asked_again_after_the_end(PGconn *conn)
{
	PGresult *result;

	while ((result = PQgetResult(conn)) != 0)
		PQclear(result);
	return PQgetResult(conn) == 0;
}

// What is done with a connection one after the other ends the command that was
// under way, and leaves a connection.

static void run(PGconn *conn, const char *query)
{
	PQclear(PQexec(conn, query));
}

void ok_one_after_the_other(PGconn *conn)
{
	run(conn, "begin");
	run(conn, "select 1");
	while (PQgetResult(conn) != 0)
		continue;
	run(conn, "commit");
}

static PGconn *prepared(PGconn *conn)
{
	run(conn, "set search_path to pg_catalog");
	return conn;
}

void ok_returned_after_a_command(PGconn *conn)
{
	run(prepared(conn), "select 1");
}

void ok_looked_at_after_a_command(PGconn *conn)
{
	run(conn, "select 1");
	if (PQserverVersion(conn) > 90000)
		run(conn, PQdb(conn));
}
