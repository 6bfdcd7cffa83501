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
