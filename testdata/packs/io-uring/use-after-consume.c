// SPDX-License-Identifier: Apache-2.0
#include <liburing.h>

int bad_read_after_seen(struct io_uring *ring)
{
	struct io_uring_cqe *cqe;

	if (io_uring_wait_cqe(ring, &cqe) != 0)
		return -1;
	io_uring_cqe_seen(ring, cqe);
	return (int)io_uring_cqe_get_data64(cqe); // expect: use-after-consume
}

int bad_field_read_after_seen(struct io_uring *ring, struct io_uring_cqe *cqe)
{
	io_uring_cqe_seen(ring, cqe);
	return cqe->res; // expect: use-after-consume
}

int ok_read_before_seen(struct io_uring *ring, struct io_uring_cqe *cqe)
{
	int res = cqe->res;

	io_uring_cqe_seen(ring, cqe);
	return res;
}
