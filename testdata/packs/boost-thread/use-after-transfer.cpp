// SPDX-License-Identifier: Apache-2.0
#include <boost/thread.hpp>

int bad_read_after_then(boost::future<int> future)
{
	boost::future<int> next = future.then([](boost::future<int> f) {
		return f.get();
	});

	return next.get() + future.get(); // expect: use-after-transfer
}

int bad_read_after_when_all(boost::future<int> a, boost::future<int> b)
{
	int n = boost::when_all(std::move(a), std::move(b)).get();

	return n + a.get(); // expect: use-after-transfer
}

int ok_shared(boost::future<int> future)
{
	boost::shared_future<int> shared = future.share();

	return shared.get() + shared.get();
}

// How the library does it is its own affair, wherever its headers are.

namespace boost
{
inline void let_go(thread &t)
{
	t.detach();
}
} // namespace boost

void ok_given_to_the_library(boost::thread t)
{
	t.join();
	boost::let_go(t);
}
