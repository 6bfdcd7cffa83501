// SPDX-License-Identifier: Apache-2.0
#define LIMIT 0x10
#define NONE ((struct handle *)0)
#define MAGIC ((struct handle *)0x2c000000)
#define FLAGS (1 | 4)
#define TWICE(x) ((x) + (x))
#define CHECK(e)                                                               \
	do {                                                                   \
		if ((e) != 0)                                                  \
			return 1;                                              \
	} while (0)
struct handle;
int use(struct handle *h, int flags);

int constants(struct handle *h)
{
	if (h == NONE)
		h = MAGIC;
	CHECK(use(h, FLAGS));
	return use(NONE, LIMIT) + TWICE(LIMIT);
}
