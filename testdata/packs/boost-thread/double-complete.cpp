// SPDX-License-Identifier: Apache-2.0
#include <boost/thread/future.hpp>

void bad_set_twice(boost::promise<int> promise, int n)
{
	if (n < 0)
		promise.set_value(0);
	promise.set_value(n); // expect: double-complete
}

void ok_set_once(boost::promise<int> promise, int n)
{
	promise.set_value(n < 0 ? 0 : n);
}
