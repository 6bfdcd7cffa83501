// SPDX-License-Identifier: Apache-2.0
#include <concurrencpp/concurrencpp.h>

void bad_set_twice(concurrencpp::result_promise<int> promise, int n)
{
	if (n < 0)
		promise.set_result(0);
	promise.set_result(n); // expect: double-complete
}

void ok_set_once(concurrencpp::result_promise<int> promise, int n)
{
	promise.set_result(n);
}
