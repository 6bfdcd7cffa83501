// SPDX-License-Identifier: Apache-2.0
#include <liburing.h>

int bad_seen_though_it_timed_out(struct io_uring *ring,
				 struct __kernel_timespec *time)
{
	struct io_uring_cqe *cqe = NULL;
	int rc = io_uring_wait_cqe_timeout(ring, &cqe, time);

	if (rc != 0) {
		io_uring_cqe_seen(ring, cqe); // expect: consume-unstarted
		return rc;
	}
	io_uring_cqe_seen(ring, cqe);
	return 0;
}

int ok_nothing_to_mark(struct io_uring *ring, struct __kernel_timespec *time)
{
	struct io_uring_cqe *cqe = NULL;
	int rc = io_uring_wait_cqe_timeout(ring, &cqe, time);

	if (rc != 0)
		return rc;
	io_uring_cqe_seen(ring, cqe);
	return 0;
}
