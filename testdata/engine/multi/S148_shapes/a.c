// SPDX-License-Identifier: Apache-2.0
#include "shapes.h"

struct request *waiting;

int bad_S148_by_pointer(struct request *r)
{
	int outcome = deliver(r);

	return outcome + request_wait(r); // expect: double-consume
}

int bad_S148_as_void(struct request *r)
{
	int outcome = deliver_anything(r);

	return outcome + request_wait(r); // expect: double-consume
}

int bad_S148_in_an_array(struct request *r)
{
	struct request *list[1] = { r };
	int outcome = deliver_first(list);

	return outcome + request_wait(r); // expect: double-consume
}

int bad_S148_whole_array(struct request *list[3])
{
	int outcome = deliver_all(list, 3);

	return outcome + request_wait(list[2]); // expect-todo: double-consume
}

int bad_S148_in_a_struct(struct request *r)
{
	struct parcel p = { 1, r };
	int outcome = deliver_parcel(p);

	return outcome + request_wait(r); // expect: double-consume
}

int bad_S148_in_a_struct_by_pointer(struct request *r)
{
	struct crate c = { 1, r };
	int outcome = deliver_crate(&c);

	return outcome + request_wait(c.pending); // expect: double-consume
}

int bad_S148_through_a_global(struct request *r)
{
	int outcome;

	waiting = r;
	outcome = deliver_global();
	return outcome + request_wait(r); // expect: double-consume
}

int ok_S148_delivered_once(struct request *r, struct request *s)
{
	struct crate c = { 1, r };
	struct request *list[1] = { s };

	return deliver_crate(&c) + deliver_first(list);
}
