// SPDX-License-Identifier: Apache-2.0
//
// once::value_task<T>.
#include <memory>
#include <string>
#include <thread>

#include <unistd.h>

#include <once/channel.h>
#include <once/task.h>
#include <once/value_task.hpp>

#include "test.h"

// The C handle has the same name, outside.
namespace coroutine
{

using once::value_task;

static value_task<int> ready(int value)
{
	return value;
}

static value_task<int> add(int a, int b)
{
	co_return co_await ready(a) + co_await ready(b);
}

static value_task<std::uint64_t> pass_on(::value_task inner)
{
	co_return co_await value_task<std::uint64_t>(inner) + 1;
}

static value_task<int> failing(bool late, ::vt_executor *executor)
{
	if (late)
		co_await once::resume_on(executor);
	throw std::runtime_error("no");
}

static void ready_values(void **)
{
	assert_true(ready(3).is_ready());
	assert_int_equal(ready(3).wait(), 3);
	assert_int_equal(add(3, 4).wait(), 7);
	assert_int_equal(live_slots(), 0);
}

static void pending(void **)
{
	::vt_promise p;
	auto t = pass_on(vt_promise_init(&p));

	assert_false(t.is_ready());
	vt_promise_complete(p, 41);
	assert_true(t.is_ready());
	assert_int_equal(std::move(t).wait(), 42);
	assert_false(t.valid());
	assert_int_equal(live_slots(), 0);
}

static void errors_of_c(void **)
{
	::vt_promise p;
	auto t = pass_on(vt_promise_init(&p));
	int code = 0;

	vt_promise_fail(p, ECANCELED);
	try {
		std::move(t).wait();
	} catch (const std::system_error &e) {
		code = e.code().value();
	}
	assert_int_equal(code, ECANCELED);
	assert_int_equal(live_slots(), 0);
}

static value_task<std::string> describe(int value)
{
	try {
		(void)co_await failing(false, nullptr);
	} catch (const std::runtime_error &e) {
		co_return e.what() + std::to_string(value);
	}
	co_return "nothing thrown";
}

static void exceptions(void **)
{
	assert_string_equal(describe(5).wait().c_str(), "no5");
	auto t = value_task<int>::failed(
		std::make_exception_ptr(std::runtime_error("early")));
	bool thrown = false;

	try {
		(void)std::move(t).wait();
	} catch (const std::runtime_error &) {
		thrown = true;
	}
	assert_true(thrown);
	assert_int_equal(live_slots(), 0);
}

template <class F> static int code_of(F &&f)
{
	try {
		f();
	} catch (const once::misuse &e) {
		return e.code();
	}
	return VT_OK;
}

static void second_consumption_throws(void **)
{
	auto t = ready(1);
	auto u = add(1, 2);
	auto moved = std::move(u);

	assert_int_equal(std::move(t).wait(), 1);
	assert_int_equal(code_of([&] { (void)std::move(t).wait(); }),
			 VT_EEMPTY);
	assert_int_equal(code_of([&] { (void)std::move(u).wait(); }),
			 VT_EEMPTY);
	assert_int_equal(std::move(moved).wait(), 3);
}

template <class T>
concept awaitable = requires(T &&t)
{
	static_cast<T &&>(t).operator co_await();
};

static void only_as_rvalue(void **)
{
	static_assert(!std::is_copy_constructible_v<value_task<int>>);
	static_assert(std::is_nothrow_move_constructible_v<value_task<int>>);
	static_assert(awaitable<value_task<int>>);
	static_assert(!awaitable<value_task<int> &>);
}

static value_task<std::unique_ptr<int>> boxed(int value)
{
	co_return std::make_unique<int>(value);
}

static value_task<> nothing()
{
	(void)co_await boxed(1);
}

static void other_types(void **)
{
	assert_int_equal(*boxed(8).wait(), 8);
	nothing().wait();
	value_task<>::ready().wait();
	assert_int_equal(live_slots(), 0);
}

static void dropped(void **)
{
	::vt_promise p;

	{
		auto t = pass_on(vt_promise_init(&p));
		auto done = add(1, 1);

		assert_int_equal(live_slots(), 3);
	}
	assert_int_equal(live_slots(), 2);
	vt_promise_complete(p, 1);
	assert_int_equal(live_slots(), 0);
}

static void into_c(void **)
{
	::vt_promise p;
	::value_task t = pass_on(vt_promise_init(&p)).into_c();
	::value_task copy = t;
	std::uint64_t value = 0;

	assert_int_equal(value_task_status(&t), VT_PENDING);
	vt_promise_complete(p, 1);
	assert_int_equal(value_task_take(&t, &value), VT_OK);
	assert_int_equal(value, 2);
	assert_int_equal(value_task_take(&copy, &value), VT_ESTALE);

	t = pass_on(value_task_error(EIO)).into_c();
	assert_int_equal(value_task_take(&t, &value), EIO);
	t = value_task<std::uint64_t>(7u).into_c();
	::vt_task *task = value_task_as_task(&t);

	assert_int_equal(vt_task_get(task, &value), VT_OK);
	assert_int_equal(value, 7);
	vt_task_unref(task);
	t = pass_on(vt_promise_init(&p)).into_c();
	value_task_discard(&t);
	vt_promise_complete(p, 1);
	assert_int_equal(live_slots(), 0);
}

// ---- long runs, which must not deepen the stack at any optimisation

static constexpr int long_run = 200000;

static value_task<int> sum_ready()
{
	int sum = 0;

	for (int i = 0; i < long_run; i++)
		sum += co_await add(1, 0);
	co_return sum;
}

static value_task<std::uint64_t> link_to(value_task<std::uint64_t> before)
{
	co_return co_await std::move(before) + 1;
}

static void long_runs(void **)
{
	::vt_promise p;
	value_task<std::uint64_t> t(vt_promise_init(&p));

	assert_int_equal(sum_ready().wait(), long_run);
	for (int i = 0; i < long_run; i++)
		t = link_to(std::move(t));
	vt_promise_complete(p, 0);
	assert_int_equal(std::move(t).wait(), long_run);
	assert_int_equal(live_slots(), 0);
}

// ---- threads

static value_task<int> hop(::vt_executor *there)
{
	// Not this_thread::get_id(): compilers believe that it never changes.
	auto self = gettid();

	co_await once::resume_on(there);
	co_return self != gettid();
}

static value_task<std::uint64_t> sum_channel(::vt_channel *ch)
{
	std::uint64_t sum = 0;

	for (;;) {
		try {
			sum += co_await value_task<std::uint64_t>(
				vt_channel_read(ch, nullptr));
		} catch (const std::system_error &) {
			co_return sum;
		}
	}
}

static void threads(void **)
{
	::vt_threads *threads = vt_threads_new(2);
	::vt_channel *ch = vt_channel_new(0, VT_CHANNEL_SINGLE_READER);
	auto sum = sum_channel(ch);

	for (int i = 0; i < 200; i++)
		assert_int_equal(hop(vt_threads_executor(threads)).wait(), 1);
	std::thread writer([ch] {
		for (std::uint64_t i = 1; i <= 20000; i++)
			if (vt_channel_try_write(ch, i) != VT_OK)
				return;
		vt_channel_close(ch, 0);
	});
	assert_int_equal(std::move(sum).wait(), 20000ull * 20001 / 2);
	writer.join();
	bool thrown = false;

	try {
		(void)failing(true, vt_threads_executor(threads)).wait();
	} catch (const std::runtime_error &) {
		thrown = true;
	}
	assert_true(thrown);
	vt_channel_free(ch);
	vt_threads_free(threads);
	assert_int_equal(live_slots(), 0);
}

} // namespace coroutine

int main()
{
	using namespace coroutine;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ready_values),
		cmocka_unit_test(pending),
		cmocka_unit_test(errors_of_c),
		cmocka_unit_test(exceptions),
		cmocka_unit_test(second_consumption_throws),
		cmocka_unit_test(only_as_rvalue),
		cmocka_unit_test(other_types),
		cmocka_unit_test(dropped),
		cmocka_unit_test(into_c),
		cmocka_unit_test(long_runs),
		cmocka_unit_test(threads),
	};

	return cmocka_run_group_tests(tests, nullptr, nullptr);
}
