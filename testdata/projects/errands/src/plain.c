/* SPDX-License-Identifier: Apache-2.0 */
/* Words of handles (close, open, socket), and not one of them is. */
#include <stddef.h>

struct door {
	int (*close)(struct door *d);
	int open;
};

int shut(struct door *d, const int *socket, size_t n);

/* close() is what others do to descriptors. */
int shut(struct door *d, const int *socket, size_t n)
{
	int sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += socket[i];
	return d->open ? d->close(d) : sum;
}
