// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

void bad_written_after_close(FILE *file)
{
	fclose(file);
	fputs("too late", file); // expect: use-after-consume
}

int ok_flushed_then_closed(FILE *file)
{
	int bad = fflush(file);

	return fclose(file) | bad;
}
