// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

int bad_copy_waited_for(int *buf, int peer)
{
	MPI_Request request, copy;

	MPI_Irecv(buf, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
	copy = request;
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	return MPI_Wait(&copy, MPI_STATUS_IGNORE); // expect: double-consume "'copy'"
}

int ok_waited_for_again(int *buf, int peer)
{
	MPI_Request request;

	MPI_Irecv(buf, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	return MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int ok_tested_until_done(int *buf, int peer)
{
	MPI_Request request;
	int done = 0;

	MPI_Irecv(buf, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
	while (!done)
		MPI_Test(&request, &done, MPI_STATUS_IGNORE);
	return done;
}

int ok_persistent(int *buf, int peer, int rounds)
{
	MPI_Request request;

	MPI_Recv_init(buf, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
	for (int i = 0; i < rounds; i++) {
		MPI_Start(&request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	return MPI_Request_free(&request);
}
