// SPDX-License-Identifier: Apache-2.0
//
// What the examples share: failing loudly, and counting bytes.
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "../bench/count.h"

// Ends the program if something that has to work did not.
static inline void must(bool worked, const char *what)
{
	if (worked)
		return;
	fprintf(stderr, "%s failed\n", what);
	exit(EXIT_FAILURE);
}

// Bytes that all threads have asked malloc for since `before`.
static inline unsigned long long bytes_since(struct count before)
{
	return count_minus(count_now(), before).bytes;
}

#endif
