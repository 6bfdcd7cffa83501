// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <lazy.hpp>
#include <vector>

using async_simple::coro::Lazy;

bool more();
std::future<int> start();
Lazy<int> fetch(int key);
void note(const char *text, int value);

#define TAKE(f) ((f).get())
#define TAKE_BOTH(f) (TAKE(f) + TAKE(f))
#define AWAIT(t) (co_await (t))

int bad_S206_inside_a_macro(std::future<int> f)
{
	return TAKE_BOTH(f); // expect: double-consume
}

int bad_S206_macro_used_twice(std::future<int> f)
{
	int first = TAKE(f);

	return first + TAKE(f); // expect: double-consume
}

Lazy<int> bad_S206_await_in_a_macro()
{
	auto t = fetch(1);
	int first = AWAIT(t);

	co_return first + AWAIT(t); // expect: double-consume
}

template <class T> int bad_S207_not_dependent(T value, std::future<int> f)
{
	f.get();
	return f.get() + static_cast<int>(value); // expect: double-consume
}

template <class F> int bad_S207_dependent(F f)
{
	int first = static_cast<int>(f.get());

	// expect+1: double-consume
	return first + static_cast<int>(f.get());
}

template <class F> int ok_S207_never_instantiated_with_a_handle(F &f)
{
	return f.get() + f.get();
}

struct S207_counter {
	int get();
};

int S207_instances(std::future<long> a, std::future<int> b, S207_counter c)
{
	return bad_S207_not_dependent(1, start()) +
	       bad_S207_not_dependent(2L, start()) +
	       bad_S207_dependent(std::move(a)) +
	       bad_S207_dependent(std::move(b)) +
	       ok_S207_never_instantiated_with_a_handle(c);
}

int ok_S208_not_compiled(std::future<int> f)
{
#if 0
	f.get();
#endif
	return f.get();
	return f.get();
}

int ok_S208_discarded_branch(std::future<int> f)
{
	if constexpr (sizeof(f) == 0)
		return f.get() + f.get();
	else
		return f.get();
}

namespace app
{
class latch
{
      public:
	int get();
	latch operator+(int);
};
latch open();
} // namespace app

int ok_S209_not_described(app::latch l)
{
	app::open();
	return l.get() + l.get();
}

int ok_S210_suppressed(std::future<int> f)
{
	int first = f.get();

	// oncelint-ignore(double-consume): the exception is what is tested
	return first + f.get();
}

int ok_S212_range_for_after_a_test(std::vector<std::future<int>> *v)
{
	int sum = 0;

	if (!v)
		return 0;
	for (auto &f : *v)
		sum += f.get();
	return sum;
}

int ok_S212_range_for_with_init()
{
	int sum = 0;

	for (std::vector<std::future<int>> v; auto &f : v)
		sum += f.get();
	switch (sum) {
	}
	return sum;
}

#pragma clang diagnostic ignored "-Wc++23-extensions"

constexpr int ok_S212_if_consteval(std::future<int> *f)
{
	if
		consteval
		{
			return 0;
		}
	else {
		return f->get();
	}
}

struct S212_pair {
	int key;
	std::future<int> pending;
};

int ok_S212_structured_binding()
{
	auto [key, pending] = S212_pair{ 1, start() };

	return key + pending.get();
}

Lazy<int> ok_S212_nested_awaits()
{
	co_return co_await fetch(co_await fetch(co_await fetch(
		co_await fetch(co_await fetch(co_await fetch(1))))));
}

template <class... F> int ok_S212_fold(F... f)
{
	return (f.get() + ... + 0);
}

int S212_instances()
{
	return ok_S212_fold(start(), start(), start());
}

int ok_S212_function_try(std::future<int> f)
try {
	return f.get();
} catch (...) {
	return -1;
}

// S211: many handles, each taken or not.
template <class... F> int ok_S211_many_handles(F &...f)
{
	return (0 + ... + (more() ? f.get() : 0));
}

int S211_instances(std::future<int> (&f)[12])
{
	return ok_S211_many_handles(f[0], f[1], f[2], f[3], f[4], f[5], f[6],
				    f[7], f[8], f[9], f[10], f[11]);
}
