// SPDX-License-Identifier: Apache-2.0
// Both files define the type for themselves, as each other's header would.
#include <request.h>

struct envelope {
	int weight;
	struct request *pending;
};

int unwrap(struct envelope e);
int weigh(struct envelope e);
int unwrap_at(struct envelope *e);

int bad_S148_struct_of_each_file(struct request *r)
{
	struct envelope e;
	int outcome = request_wait(r);

	e.weight = 1;
	e.pending = r;
	return outcome + unwrap(e); // expect: double-consume
}

int bad_S148_struct_of_each_file_by_pointer(struct request *r)
{
	struct envelope e;
	int outcome = request_wait(r);

	e.weight = 1;
	e.pending = r;
	return outcome + unwrap_at(&e); // expect: double-consume
}

int ok_S148_struct_of_each_file(struct request *r)
{
	struct envelope e;

	e.weight = 1;
	e.pending = r;
	return weigh(e) + unwrap(e);
}
