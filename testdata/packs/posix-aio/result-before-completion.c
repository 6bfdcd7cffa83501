// SPDX-License-Identifier: Apache-2.0
#include <aio.h>

ssize_t bad_right_after_the_start(struct aiocb *block)
{
	if (aio_read(block) != 0)
		return -1;
	return aio_return(block); // expect: result-before-completion
}

ssize_t bad_the_wrong_arm(struct aiocb *block)
{
	if (aio_write(block) != 0)
		return -1;
	if (aio_error(block) == EINPROGRESS)
		return aio_return(block); // expect: result-before-completion
	return aio_return(block);
}

ssize_t bad_not_cancelled(struct aiocb *block)
{
	if (aio_read(block) != 0)
		return -1;
	if (aio_cancel(block->aio_fildes, block) == AIO_NOTCANCELED)
		return aio_return(block); // expect: result-before-completion
	return 0;
}

ssize_t ok_suspended_until_done(struct aiocb *block)
{
	const struct aiocb *list[1] = { block };

	if (aio_read(block) != 0)
		return -1;
	if (aio_suspend(list, 1, NULL) != 0)
		return -1;
	return aio_return(block);
}

ssize_t ok_list_waited_for(struct aiocb *a, struct aiocb *b)
{
	struct aiocb *list[2] = { a, b };

	if (lio_listio(LIO_WAIT, list, 2, NULL) != 0)
		return -1;
	return aio_return(a) + aio_return(b);
}
