// SPDX-License-Identifier: Apache-2.0
// What takes a null and does nothing with it need not be asked before.
#include <stddef.h>

#include <libpq-fe.h>

struct query {
	PGconn *conn;
	PGresult *result;
};

static void query_reset(struct query *q)
{
	PQclear(q->result);
}

void bad_cleared_again(struct query *q, int failed)
{
	if (failed)
		PQclear(q->result);
	PQclear(q->result); // expect: double-consume
}

void bad_reset_twice(struct query *q)
{
	query_reset(q);
	query_reset(q); // expect: double-consume
}

int bad_local(PGconn *conn)
{
	PGresult *r = PQexec(conn, "select 1");
	int n = PQntuples(r);

	if (n == 0)
		goto out;
	PQclear(r);
out:
	PQclear(r); // expect: double-consume
	return n;
}

// A null has no rows to be counted.
int hard_used_afterwards(struct query *q)
{
	PQclear(q->result);
	return PQntuples(q->result); // expect: use-after-consume
}

// The callee's copy is not the caller's.
static void drop_result(PGresult *result)
{
	PQclear(result);
}

void hard_result_by_value(PGresult *result)
{
	drop_result(result);
	drop_result(result); // expect: double-consume
}
