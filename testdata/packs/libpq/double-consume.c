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
