// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

void bad_never_waited_for(int *buf, int peer)
{
	MPI_Request request;

	MPI_Isend(buf, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request); // expect: never-consumed
}

void bad_cancel_is_not_enough(int *buf, int peer)
{
	MPI_Request request;

	MPI_Irecv(buf, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request); // expect: never-consumed
	MPI_Cancel(&request);
}

void ok_freed(int *buf, int peer)
{
	MPI_Request request;

	MPI_Isend(buf, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
	MPI_Request_free(&request);
}
