// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

int bad_one_request_for_two(int *buf, int peer)
{
	MPI_Request request;

	MPI_Irecv(&buf[0], 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
	MPI_Irecv(&buf[1], 1, MPI_INT, peer, 1, MPI_COMM_WORLD, &request); // expect: overwritten-handle
	return MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int ok_two_requests(int *buf, int peer)
{
	MPI_Request request[2];

	MPI_Irecv(&buf[0], 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request[0]);
	MPI_Irecv(&buf[1], 1, MPI_INT, peer, 1, MPI_COMM_WORLD, &request[1]);
	return MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
}
