// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

struct io_uring {
	int fd;
};
struct io_uring_cqe {
	uint64_t user_data;
	int32_t res;
	uint32_t flags;
};
struct __kernel_timespec;
extern int io_uring_wait_cqe(struct io_uring *ring, struct io_uring_cqe **cqe);
extern int io_uring_peek_cqe(struct io_uring *ring, struct io_uring_cqe **cqe);
extern int io_uring_wait_cqe_timeout(struct io_uring *ring,
				     struct io_uring_cqe **cqe,
				     struct __kernel_timespec *timeout);
extern void io_uring_cqe_seen(struct io_uring *ring, struct io_uring_cqe *cqe);
extern void io_uring_cq_advance(struct io_uring *ring, unsigned int n);
extern void *io_uring_cqe_get_data(const struct io_uring_cqe *cqe);
extern uint64_t io_uring_cqe_get_data64(const struct io_uring_cqe *cqe);

#ifdef __cplusplus
}
#endif
