// SPDX-License-Identifier: Apache-2.0
#include <aio.h>

void bad_started_again(struct aiocb *block)
{
	aio_read(block);
	block->aio_offset += 512;
	aio_read(block); // expect: overwritten-handle
}

void ok_two_blocks(struct aiocb *a, struct aiocb *b)
{
	aio_read(a);
	aio_read(b);
}

int ok_started_again_after_failure(struct aiocb *block)
{
	if (aio_read(block) != 0)
		return aio_read(block);
	return 0;
}
