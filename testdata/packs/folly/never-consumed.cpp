// SPDX-License-Identifier: Apache-2.0
#include <folly/coro/Task.h>

folly::coro::Task<int> make();

void bad_discarded()
{
	make(); // expect: never-consumed
}

int ok_waited_for()
{
	return folly::coro::blockingWait(make());
}
