// SPDX-License-Identifier: Apache-2.0
#include <liburing.h>

int bad_never_seen(struct io_uring *ring)
{
	struct io_uring_cqe *cqe;

	if (io_uring_wait_cqe(ring, &cqe) != 0) // expect: never-consumed
		return -1;
	return cqe->res;
}

int ok_advanced(struct io_uring *ring)
{
	struct io_uring_cqe *cqe;
	int res;

	if (io_uring_peek_cqe(ring, &cqe) != 0)
		return -1;
	res = cqe->res;
	io_uring_cq_advance(ring, 1);
	return res;
}
