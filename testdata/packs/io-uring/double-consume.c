// SPDX-License-Identifier: Apache-2.0
#include <liburing.h>

int bad_seen_twice(struct io_uring *ring)
{
	struct io_uring_cqe *cqe;
	int res;

	if (io_uring_wait_cqe(ring, &cqe) != 0)
		return -1;
	res = cqe->res;
	if (res < 0)
		io_uring_cqe_seen(ring, cqe);
	io_uring_cqe_seen(ring, cqe); // expect: double-consume "'cqe'"
	return res;
}

int ok_seen_once(struct io_uring *ring, int n)
{
	struct io_uring_cqe *cqe;
	int sum = 0;

	for (int i = 0; i < n; i++) {
		if (io_uring_wait_cqe(ring, &cqe) != 0)
			return -1;
		sum += cqe->res;
		io_uring_cqe_seen(ring, cqe);
	}
	return sum;
}
