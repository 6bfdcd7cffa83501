// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <errno.h>
#include <signal.h>
#include <sys/types.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

struct aiocb {
	int aio_fildes;
	int aio_lio_opcode;
	int aio_reqprio;
	volatile void *aio_buf;
	size_t aio_nbytes;
	struct sigevent aio_sigevent;
	off_t aio_offset;
};
#define AIO_CANCELED 0
#define AIO_NOTCANCELED 1
#define AIO_ALLDONE 2
#define LIO_READ 0
#define LIO_WRITE 1
#define LIO_NOP 2
#define LIO_WAIT 0
#define LIO_NOWAIT 1
extern int aio_read(struct aiocb *cb);
extern int aio_write(struct aiocb *cb);
extern int aio_fsync(int op, struct aiocb *cb);
extern int aio_error(const struct aiocb *cb);
extern ssize_t aio_return(struct aiocb *cb);
extern int aio_suspend(const struct aiocb *const list[], int n,
		       const struct timespec *timeout);
extern int aio_cancel(int fd, struct aiocb *cb);
extern int lio_listio(int mode, struct aiocb *const list[], int n,
		      struct sigevent *event);

#ifdef __cplusplus
}
#endif
