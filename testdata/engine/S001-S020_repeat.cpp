// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <lazy.hpp>
#include <thread>

#include <request.h>

using async_simple::coro::Lazy;
using async_simple::coro::syncAwait;

std::future<int> start();
Lazy<int> fetch(int key);
void note(const char *text, int value);

int bad_S001_get_twice()
{
	std::future<int> f = start();

	f.get();
	return f.get(); // expect: double-consume "'f'"
}

int ok_S001_get_once()
{
	std::future<int> f = start();

	return f.get();
}

void bad_S001_join_twice()
{
	std::thread t([] { note("running", 0); });

	t.join();
	t.join(); // expect: double-consume "'t'"
}

int bad_S002_first_in_initialiser()
{
	auto f = start();
	int first = f.get();
	int second = f.get(); // expect: double-consume

	return first + second;
}

Lazy<int> bad_S002_await_in_initialiser()
{
	Lazy<int> t = fetch(1);
	int first = co_await t;
	int second = co_await t; // expect: double-consume "'t'"

	co_return first + second;
}

int bad_S003_parameter(std::future<int> f)
{
	int first = f.get();

	return first + f.get(); // expect: double-consume
}

Lazy<int> bad_S003_task_parameter(Lazy<int> t)
{
	int first = co_await t;

	co_return first + co_await t; // expect: double-consume
}

int ok_S003_parameter(std::future<int> f)
{
	return f.get();
}

Lazy<int> bad_S004_three_times()
{
	auto t = fetch(1);
	int sum = co_await t;

	sum += co_await t; // expect: double-consume "'t'"
	sum += co_await t;
	co_return sum;
}

int bad_S006_own_request()
{
	auto *r = request_open(1);
	int first = request_wait(r);

	return first + request_wait(r); // expect: double-consume "'r'"
}

Lazy<int> bad_S007_lvalue_twice()
{
	auto t = fetch(1);

	note("first", co_await t);
	co_return co_await t; // expect: double-consume
}

Lazy<int> ok_S007_lvalue_once()
{
	auto t = fetch(1);

	co_return co_await t;
}

// An rvalue await takes the outcome out of the task as well as the lvalue's.
Lazy<int> bad_S008_moved_twice()
{
	auto t = fetch(1);
	int first = co_await std::move(t);

	co_return first + co_await std::move(t); // expect: double-consume
}

Lazy<int> ok_S009_each_once_as_rvalue()
{
	auto a = fetch(1);
	auto b = fetch(2);

	co_return co_await std::move(a) + co_await std::move(b) +
		co_await fetch(3);
}

int bad_S010_lvalue_await_empties_it(Lazy<int> t)
{
	int first = syncAwait(t);

	return first + syncAwait(t); // expect: double-consume
}

int bad_S011_parenthesised(std::future<int> f, int i)
{
	int first = (f).get();

	first += static_cast<int>(((f)).get()); // expect: double-consume
	return i + first;
}

int bad_S011_comma(std::future<int> f, int i)
{
	return i++, f.get(), note("next", i),
	       f.get(); // expect: double-consume
}

int bad_S012_star_then_arrow(std::future<int> *p)
{
	int first = (*p).get();

	return first + p->get(); // expect: double-consume
}

using S013_ticket = std::future<int>;
template <class T> using S013_pending = std::future<T>;

int bad_S013_alias(S013_ticket f)
{
	f.get();
	return f.get(); // expect: double-consume
}

int bad_S013_alias_template(S013_pending<int> &f)
{
	f.get();
	return f.get(); // expect: double-consume
}

int bad_S013_auto()
{
	auto f = start();
	auto &same = f;

	f.get();
	return same.get(); // expect: double-consume
}

struct S013_named : std::future<int> {
	int number = 0;
};

int bad_S013_derived_class(S013_named &f)
{
	f.get();
	return f.get(); // expect: double-consume
}

namespace app
{
template <class T> class future
{
      public:
	T get();
};
class thread
{
      public:
	void join();
};
} // namespace app

int ok_S014_same_name_elsewhere(app::future<int> &f, app::thread &t)
{
	t.join();
	t.join();
	return f.get() + f.get();
}

template <class T> T bad_S015_template(std::future<T> &f)
{
	T first = f.get();

	return first + f.get(); // expect: double-consume
}

template <class T> struct bad_S015_class {
	T member(std::future<T> f)
	{
		f.get();
		return f.get(); // expect: double-consume
	}
};

int S015_instances(std::future<int> &a, std::future<long> &b)
{
	bad_S015_class<int> c;

	return bad_S015_template(a) + static_cast<int>(bad_S015_template(b)) +
	       c.member(start());
}

int ok_S016_new_handle_each(std::promise<int> &p, std::promise<int> &q)
{
	return start().get() + start().get() + p.get_future().get() +
	       q.get_future().get();
}

Lazy<int> ok_S016_new_task_each()
{
	co_return co_await fetch(1) + co_await fetch(1);
}

int ok_S017_interleaved()
{
	auto a = start();
	auto b = start();

	b.wait();
	int sum = a.get();
	a.valid();
	return sum + b.get();
}

int bad_S018_one_of_two()
{
	auto first = start();
	auto second = start();
	int sum = second.get() + first.get();

	return sum + second.get(); // expect: double-consume "'second'"
}

int ok_S019_on_the_spot(Lazy<int> t)
{
	int sum = 0;

	sum += syncAwait(fetch(1));
	sum += syncAwait(fetch(1));
	return sum + syncAwait(std::move(t));
}

int ok_S020_unevaluated(std::future<int> f)
{
	using value = decltype(f.get());
	static_assert(!noexcept(f.get()));
	value size = sizeof(f.get());
	value align = alignof(decltype(f.get()));

	return size + align + f.get();
}
