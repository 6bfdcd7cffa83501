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

// Iterators that are objects are moved into the call; what it takes from where
// they point to is not gone before.
template <class T> struct walker {
	T *at;

	walker(const walker &);
	walker(walker &&);
	T &operator*() const;
};

template <class T> struct row {
	void push_back(T &&);
	T &operator[](unsigned i);
	walker<T> begin();
	walker<T> end();
};

int ok_all_of_a_row(boost::future<int> a, boost::future<int> b)
{
	row<boost::future<int>> v;

	v.push_back(std::move(a));
	v.push_back(std::move(b));
	return boost::when_all(v.begin(), v.end()).get();
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
