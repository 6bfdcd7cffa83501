// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mpi_request *MPI_Request;
typedef struct mpi_comm *MPI_Comm;
typedef struct mpi_type *MPI_Datatype;
typedef struct {
	int MPI_SOURCE;
	int MPI_TAG;
	int MPI_ERROR;
} MPI_Status;
extern struct mpi_comm mpi_world;
extern struct mpi_type mpi_int, mpi_double;
#define MPI_COMM_WORLD (&mpi_world)
#define MPI_INT (&mpi_int)
#define MPI_DOUBLE (&mpi_double)
#define MPI_REQUEST_NULL ((MPI_Request)0)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_SUCCESS 0
#define MPI_UNDEFINED (-32766)
#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG (-1)
extern int MPI_Isend(const void *buf, int n, MPI_Datatype type, int to, int tag,
		     MPI_Comm comm, MPI_Request *request);
extern int MPI_Issend(const void *buf, int n, MPI_Datatype type, int to,
		      int tag, MPI_Comm comm, MPI_Request *request);
extern int MPI_Irecv(void *buf, int n, MPI_Datatype type, int from, int tag,
		     MPI_Comm comm, MPI_Request *request);
extern int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request);
extern int MPI_Ibcast(void *buf, int n, MPI_Datatype type, int root,
		      MPI_Comm comm, MPI_Request *request);
extern int MPI_Send_init(const void *buf, int n, MPI_Datatype type, int to,
			 int tag, MPI_Comm comm, MPI_Request *request);
extern int MPI_Recv_init(void *buf, int n, MPI_Datatype type, int from, int tag,
			 MPI_Comm comm, MPI_Request *request);
extern int MPI_Start(MPI_Request *request);
extern int MPI_Startall(int n, MPI_Request *requests);
extern int MPI_Wait(MPI_Request *request, MPI_Status *status);
extern int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status);
extern int MPI_Waitall(int n, MPI_Request *requests, MPI_Status *statuses);
extern int MPI_Testall(int n, MPI_Request *requests, int *flag,
		       MPI_Status *statuses);
extern int MPI_Waitany(int n, MPI_Request *requests, int *index,
		       MPI_Status *status);
extern int MPI_Testany(int n, MPI_Request *requests, int *index, int *flag,
		       MPI_Status *status);
extern int MPI_Waitsome(int n, MPI_Request *requests, int *done, int *indexes,
			MPI_Status *statuses);
extern int MPI_Testsome(int n, MPI_Request *requests, int *done, int *indexes,
			MPI_Status *statuses);
extern int MPI_Request_free(MPI_Request *request);
extern int MPI_Request_get_status(MPI_Request request, int *flag,
				  MPI_Status *status);
extern int MPI_Cancel(MPI_Request *request);

#ifdef __cplusplus
}
#endif
