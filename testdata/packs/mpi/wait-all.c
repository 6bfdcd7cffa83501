// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

void bad_freed_after_waitall(int *buf, int peer)
{
	MPI_Request request[2];

	MPI_Irecv(&buf[0], 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request[0]);
	MPI_Isend(&buf[1], 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request[1]);
	MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
	MPI_Request_free(&request[0]); // expect: wait-all
}

void ok_waited_for_together(int *buf, int peer)
{
	MPI_Request request[2];

	MPI_Irecv(&buf[0], 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request[0]);
	MPI_Isend(&buf[1], 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request[1]);
	MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
}

void ok_one_first(int *buf, int peer)
{
	MPI_Request request[2];

	MPI_Irecv(&buf[0], 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request[0]);
	MPI_Isend(&buf[1], 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request[1]);
	MPI_Wait(&request[0], MPI_STATUS_IGNORE);
	MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
}

// Tested and found complete: the request is null by now.

int ok_tested_before(int *buffer, int n)
{
	MPI_Request req[2] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL };
	int done = 0, index;

	MPI_Irecv(buffer, n, MPI_INT, 0, 1, MPI_COMM_WORLD, &req[0]);
	MPI_Isend(buffer, n, MPI_INT, 0, 1, MPI_COMM_WORLD, &req[1]);
	MPI_Test(&req[1], &done, MPI_STATUS_IGNORE);
	if (!done)
		MPI_Wait(&req[1], MPI_STATUS_IGNORE);
	MPI_Waitany(2, req, &index, MPI_STATUS_IGNORE);
	return MPI_Waitall(2, req, MPI_STATUSES_IGNORE);
}
