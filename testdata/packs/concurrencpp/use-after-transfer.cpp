// SPDX-License-Identifier: Apache-2.0
#include <concurrencpp/concurrencpp.h>

using namespace concurrencpp;

result<int> bad_awaited_after_run(lazy_result<int> lazy)
{
	int n = lazy.run().get();

	co_return n + co_await lazy; // expect: use-after-transfer
}

int ok_run(lazy_result<int> lazy)
{
	return lazy.run().get();
}
