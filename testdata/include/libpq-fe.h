// SPDX-License-Identifier: Apache-2.0
#pragma once
#ifdef __cplusplus
extern "C" {
#endif

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef enum { PGRES_COMMAND_OK = 1, PGRES_TUPLES_OK } ExecStatusType;
extern PGconn *PQconnectdb(const char *conninfo);
extern int PQsendQuery(PGconn *conn, const char *query);
extern PGresult *PQgetResult(PGconn *conn);
extern PGresult *PQexec(PGconn *conn, const char *query);
extern ExecStatusType PQresultStatus(const PGresult *result);
extern int PQntuples(const PGresult *result);
extern void PQclear(PGresult *result);
extern int PQconsumeInput(PGconn *conn);
extern int PQisBusy(PGconn *conn);
extern int PQserverVersion(const PGconn *conn);
extern char *PQdb(const PGconn *conn);

#ifdef __cplusplus
}
#endif
