// SPDX-License-Identifier: Apache-2.0
#include <folly/coro/Task.h>

void bad_set_twice(folly::Promise<int> promise, int n)
{
	if (n < 0)
		promise.setValue(0);
	promise.setValue(n); // expect: double-complete "'promise'"
}

void ok_second_is_ignored(folly::coro::Promise<int> promise)
{
	promise.setValue(1);
	promise.setValue(2);
}

void ok_unless_fulfilled(folly::Promise<int> promise, int n)
{
	if (n < 0)
		promise.setValue(0);
	if (!promise.isFulfilled())
		promise.setValue(n);
}
