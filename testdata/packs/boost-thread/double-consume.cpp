// SPDX-License-Identifier: Apache-2.0
#include <boost/thread.hpp>

int bad_read_twice(boost::future<int> future)
{
	int first = future.get();

	return first + future.get(); // expect: double-consume "'future'"
}

void bad_joined_after_try(boost::thread thread)
{
	if (thread.try_join_for(100))
		thread.join(); // expect: double-consume
}

void ok_joined_if_not_yet(boost::thread thread)
{
	if (!thread.try_join_for(100))
		thread.join();
}

int ok_waited_for_both(boost::future<int> a, boost::future<int> b)
{
	boost::wait_for_all(a, b);
	return a.get() + b.get();
}
