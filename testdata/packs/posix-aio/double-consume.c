// SPDX-License-Identifier: Apache-2.0
#include <aio.h>

ssize_t bad_returned_twice(struct aiocb *block)
{
	ssize_t n = aio_return(block);

	return n < 0 ? n : aio_return(block); // expect: double-consume "'block'"
}

ssize_t bad_poll_and_return(struct aiocb *block)
{
	const struct aiocb *list[1] = { block };
	ssize_t n = 0;

	if (aio_read(block) != 0)
		return -1;
	while (aio_error(block) == EINPROGRESS)
		aio_suspend(list, 1, NULL);
	if (aio_error(block) == 0)
		n = aio_return(block);
	n += aio_return(block); // expect: double-consume
	return n;
}

ssize_t ok_returned_once(struct aiocb *block)
{
	const struct aiocb *list[1] = { block };

	if (aio_read(block) != 0)
		return -1;
	while (aio_error(block) == EINPROGRESS)
		aio_suspend(list, 1, NULL);
	return aio_return(block);
}

ssize_t ok_block_used_again(struct aiocb *block)
{
	ssize_t n = aio_return(block);

	if (n <= 0 || aio_write(block) != 0)
		return n;
	while (aio_error(block) == EINPROGRESS)
		;
	return aio_return(block);
}
