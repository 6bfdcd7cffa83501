// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <request.h>

struct parcel {
	int weight;
	struct request *pending;
};

struct crate {
	int weight;
	struct request *pending;
};

int deliver(struct request *r);
int deliver_anything(void *anything);
int deliver_first(struct request **list);
int deliver_all(struct request **list, int n);
int deliver_parcel(struct parcel p);
int deliver_crate(const struct crate *c);
int deliver_global(void);

extern struct request *waiting;
