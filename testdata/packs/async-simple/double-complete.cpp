// SPDX-License-Identifier: Apache-2.0
#include <async_simple/Future.h>

void bad_set_twice(async_simple::Promise<int> promise, int n)
{
	if (n < 0)
		promise.setValue(0);
	promise.setValue(1); // expect: double-complete "'promise'"
}

void ok_set_once(async_simple::Promise<int> promise, int n)
{
	if (n < 0)
		promise.setValue(0);
	else
		promise.setValue(1);
}
