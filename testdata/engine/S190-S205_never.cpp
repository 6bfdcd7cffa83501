// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <lazy.hpp>
#include <stdexcept>
#include <stdlib.h>
#include <thread>
#include <tuple>

using async_simple::coro::Lazy;
using async_simple::coro::syncAwait;

bool more();
void work();
int compute();
std::future<int> start();
Lazy<int> fetch(int key);
void sink(Lazy<int> t);
void note(const char *text, int value);
[[noreturn]] void fail(const char *why);

Lazy<void> bad_S190_task_as_a_statement()
{
	fetch(1); // expect: never-consumed
	co_return;
}

void bad_S190_async_as_a_statement()
{
	std::async(std::launch::async, compute); // expect: never-consumed
}

void bad_S190_thread_as_a_statement()
{
	std::thread{ work }; // expect: never-consumed
}

void bad_S191_cast_to_void()
{
	(void)fetch(1);                         // expect: never-consumed
	static_cast<void>(std::async(compute)); // expect: never-consumed
}

void bad_S191_ignored()
{
	std::ignore = fetch(1); // expect: never-consumed
}

void ok_S192_shared_form_discarded(std::future<int> f)
{
	f.share();
}

void bad_S193_task_never_awaited()
{
	auto t = fetch(1); // expect: never-consumed "'t'"

	note("ready", t.isReady());
}

void bad_S193_thread_never_joined()
{
	std::thread t(work); // expect: never-consumed "'t'"

	note("started", t.joinable());
}

Lazy<int> bad_S194_one_arm_only(bool eager)
{
	auto t = fetch(1); // expect: never-consumed "'t'"

	if (eager)
		co_return co_await t;
	co_return 0;
}

void bad_S194_loop_may_not_run(int n)
{
	std::thread t(work); // expect: never-consumed

	for (int i = 0; i < n; i++) {
		t.join();
		break;
	}
}

int bad_S195_one_case(int mode)
{
	auto t = fetch(1); // expect: never-consumed

	switch (mode) {
	case 0:
		return syncAwait(t);
	case 1:
		return 1;
	default:
		return syncAwait(std::move(t));
	}
}

void ok_S196_path_ends_in_abort_or_throw(int broken)
{
	std::thread t(work);

	if (broken == 1)
		abort();
	if (broken == 2)
		fail("broken");
	t.join();
}

Lazy<int> ok_S196_path_throws(bool broken)
{
	auto t = fetch(1);

	if (broken)
		throw std::runtime_error("broken");
	co_return co_await t;
}

Lazy<int> ok_S197_return_before_the_start(bool idle)
{
	if (idle)
		co_return 0;
	auto t = fetch(1);

	co_return co_await t;
}

Lazy<int> ok_S198_returned_or_handed_over(bool local)
{
	auto t = fetch(1);

	if (local)
		return t;
	sink(std::move(t));
	return fetch(2);
}

void ok_S198_started()
{
	auto t = fetch(1);
	std::thread u(work);

	t.start([](auto &&) {});
	u.detach();
}

void ok_S199_destructor_joins_or_waits()
{
	std::jthread t(work);
	auto f = std::async(std::launch::async, compute);

	note("started", f.valid());
}

Lazy<int> ok_S200_marked_on_one_path(bool idle)
{
	auto t = fetch(1);

	if (idle) {
		(void)t;
		co_return 0;
	}
	co_return co_await t;
}

Lazy<int> bad_S200_another_path_is_judged(int mode)
{
	auto t = fetch(1); // expect: never-consumed

	if (mode == 1) {
		(void)t;
		co_return 0;
	}
	if (mode == 2)
		co_return -1;
	co_return co_await t;
}

class S201_joiner
{
	std::thread &thread;

      public:
	explicit S201_joiner(std::thread &t) : thread(t)
	{
	}
	~S201_joiner()
	{
		thread.join();
	}
};

void ok_S201_scope_guard()
{
	std::thread t(work);
	S201_joiner guard(t);

	note("running", 1);
}

void bad_S201_explicit_and_scope_guard()
{
	std::thread t(work);
	S201_joiner guard(t);

	t.join();
} // expect: double-consume "'t'"

class S202_joiner
{
	std::thread *thread;

      public:
	explicit S202_joiner(std::thread &t) : thread(&t)
	{
	}
	~S202_joiner()
	{
		if (thread)
			thread->join();
	}
	void dismiss()
	{
		thread = nullptr;
	}
};

void ok_S202_scope_guard_dismissed()
{
	std::thread t(work);
	S202_joiner guard(t);

	guard.dismiss();
	t.join();
}

int bad_S203_in_try_and_in_catch(std::future<int> f)
{
	try {
		return f.get();
	} catch (const std::exception &) {
		return f.get(); // expect: double-consume
	}
}

Lazy<int> bad_S203_awaited_in_try_and_after()
{
	auto t = fetch(1);
	int outcome = 0;

	try {
		outcome = co_await t;
	} catch (...) {
		note("failed", 1);
	}
	co_return outcome + co_await t; // expect: double-consume
}

int ok_S204_made_in_try_taken_after()
{
	std::future<int> f;

	try {
		f = start();
	} catch (...) {
		return -1;
	}
	return f.get();
}

int ok_S204_taken_only_in_catch(std::future<int> f)
{
	try {
		note("outcome", compute());
	} catch (...) {
		return f.get();
	}
	return 0;
}

int bad_S205_in_catch_and_after(std::future<int> f)
{
	int outcome = 0;

	try {
		outcome = compute();
	} catch (...) {
		outcome = f.get();
	}
	return outcome + f.get(); // expect: double-consume
}

int ok_S205_catch_returns(std::future<int> f)
{
	try {
		note("outcome", compute());
	} catch (...) {
		return f.get();
	}
	return f.get();
}
