// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <lazy.hpp>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stdlib.h>
#include <thread>

#include <request.h>

using async_simple::coro::Lazy;

int chance();
std::future<int> start();
void work();
Lazy<int> fetch(int key);
void note(const char *text, int value);
[[noreturn]] void fail(const char *why);

struct S038_fatal {
	~S038_fatal() __attribute__((noreturn));
	S038_fatal &operator<<(int value);
};

int ok_S033_each_arm_once(bool verbose)
{
	auto f = start();

	if (verbose) {
		int outcome = f.get();
		note("outcome", outcome);
		return outcome;
	} else {
		return f.get();
	}
}

Lazy<int> bad_S034_in_an_if_then_after(bool eager)
{
	auto t = fetch(1);

	if (eager)
		note("early", co_await t);
	co_return co_await t; // expect: double-consume "'t'"
}

int bad_S035_then_again_in_an_if(std::future<int> f)
{
	int outcome = f.get();

	if (outcome < 0)
		outcome = f.get(); // expect: double-consume
	return outcome;
}

int bad_S036_else_and_unrelated_if(std::future<int> f, bool a, bool b)
{
	int outcome = 0;

	if (a)
		note("later", 1);
	else
		outcome = f.get();
	if (b)
		outcome += f.get(); // expect: double-consume
	return outcome;
}

int ok_S037_arm_returns(std::future<int> f, bool eager)
{
	if (eager)
		return f.get();
	return -f.get();
}

int ok_S037_arm_throws(std::future<int> f, bool broken)
{
	if (broken) {
		f.get();
		throw std::runtime_error("broken");
	}
	return f.get();
}

int ok_S038_arm_is_noreturn(std::future<int> f, int broken)
{
	if (broken == 1) {
		f.get();
		fail("broken");
	}
	if (broken == 2) {
		f.get();
		exit(1);
	}
	if (broken == 3)
		S038_fatal() << f.get();
	return f.get();
}

int ok_S039_ternary_arms(std::future<int> f, bool twice)
{
	return twice ? 2 * f.get() : f.get();
}

int ok_S039_ternary_picks(std::future<int> &a, std::future<int> &b, bool first)
{
	return (first ? a : b).get();
}

Lazy<int> ok_S039_await_in_an_arm(bool local)
{
	auto t = fetch(1);

	co_return local ? co_await std::move(t) : 2 * co_await std::move(t);
}

int ok_S040_switch_with_breaks(std::future<int> f, int mode)
{
	int outcome = 0;

	switch (mode) {
	case 0:
		outcome = f.get();
		break;
	case 1:
	case 2:
		outcome = -f.get();
		break;
	default:
		return f.get();
	}
	return outcome;
}

int bad_S041_falls_through(std::future<int> f, int mode)
{
	int outcome = 0;

	switch (mode) {
	case 0:
		outcome = f.get();
		[[fallthrough]];
	case 1:
		outcome += f.get(); // expect: double-consume
		break;
	}
	return outcome;
}

int ok_S042_goto_over(std::future<int> f, bool eager)
{
	int outcome;

	if (eager) {
		outcome = f.get();
		goto out;
	}
	outcome = -f.get();
out:
	return outcome;
}

int bad_S043_goto_back(std::future<int> f)
{
	int sum = 0;
again:
	sum += f.get(); // expect: double-consume
	if (sum < 3)
		goto again;
	return sum;
}

bool bad_S044_and(std::future<int> f)
{
	return f.get() && f.get(); // expect: double-consume
}

bool bad_S044_or(std::future<bool> f)
{
	return f.get() || f.get(); // expect: double-consume
}

int bad_S045_and_then_after(std::future<int> f, bool c)
{
	if (c && f.get() > 0)
		note("positive", 1);
	return f.get(); // expect: double-consume
}

int ok_S046_opposite_tests(std::future<int> f, bool c)
{
	int outcome = 0;

	if (c)
		outcome = f.get();
	if (!c)
		outcome = -f.get();
	return outcome;
}

Lazy<int> ok_S046_opposite_tests_of_a_task(bool c)
{
	auto t = fetch(1);
	int outcome = 0;

	if (c)
		outcome = co_await t;
	note("between", outcome);
	if (!c)
		outcome = co_await t;
	co_return outcome;
}

int ok_S047_different_values(std::future<int> f, int i)
{
	int outcome = 0;

	if (i == 1)
		outcome = f.get();
	if (i == 2)
		outcome = -f.get();
	return outcome;
}

int bad_S048_test_changed_in_between(std::future<int> f, bool c)
{
	int outcome = 0;

	if (c)
		outcome = f.get();
	c = chance();
	if (!c)
		outcome = f.get(); // expect: double-consume
	return outcome;
}

int ok_S049_test_kept_in_a_bool(std::future<int> f, int n)
{
	const bool few = n < 4;
	int outcome = 0;

	if (few)
		outcome = f.get();
	note("few", few);
	if (!few)
		outcome = -f.get();
	return outcome;
}

int ok_S050_valid(std::future<int> f, bool c)
{
	int outcome = 0;

	if (c)
		outcome = f.get();
	if (f.valid())
		outcome = f.get();
	return outcome;
}

void ok_S051_joinable()
{
	std::thread t(work);

	if (t.joinable())
		t.join();
	if (t.joinable())
		t.join();
}

int ok_S052_own_flag(std::future<int> f, bool eager)
{
	bool taken = false;
	int outcome = 0;

	if (eager) {
		outcome = f.get();
		taken = true;
	}
	if (!taken)
		outcome = f.get();
	return outcome;
}

int bad_S053_own_flag_never_set(std::future<int> f, bool eager)
{
	bool taken = false;
	int outcome = 0;

	if (eager)
		outcome = f.get();
	if (!taken)
		outcome += f.get(); // expect: double-consume
	return outcome;
}

int ok_S054_reset_and_tested(std::optional<std::future<int>> f, bool eager)
{
	int outcome = 0;

	if (f && eager) {
		outcome = f->get();
		f.reset();
	}
	if (f)
		outcome = f->get();
	return outcome;
}

int ok_S054_pointer_reset(std::unique_ptr<std::future<int>> p)
{
	int outcome = p->get();

	p = nullptr;
	if (p)
		outcome += p->get();
	return outcome;
}

int bad_S055_emptied_then_taken(std::future<int> f)
{
	int outcome = f.get();

	f = std::future<int>();
	return outcome + f.get(); // expect: consume-unstarted
}

void bad_S055_default_made()
{
	std::thread t;

	t.join(); // expect: consume-unstarted "'t'"
}

int ok_S056_never_taken(std::future<int> f)
{
	if (false)
		f.get();
	if constexpr (sizeof(int) == 1)
		f.get();
	return f.get();
}

int bad_S057_always_taken(std::future<int> f)
{
	constexpr int five = 5;
	int outcome = 0;

	if (true)
		outcome = f.get();
	if constexpr (five == 5)
		outcome += f.get(); // expect: double-consume
	return outcome;
}

int bad_S058_random(std::future<int> f)
{
	int outcome = 0;

	if (rand() % 2)
		outcome = f.get();
	if (rand() % 2)
		outcome += f.get(); // expect: double-consume
	return outcome;
}

int ok_S063_new_handle_each_turn()
{
	int sum = 0;

	if (auto f = start(); f.valid())
		sum += f.get();
	while (auto p = std::make_unique<std::future<int>>(start())) {
		sum += p->get();
		if (sum > 9)
			break;
	}
	switch (auto f = start(); f.get()) {
	case 0:
		break;
	}
	for (auto f = start(); f.valid();)
		sum += f.get();
	return sum;
}

int ok_S064_likely(std::future<int> f, bool c)
{
	int outcome = 0;

	if (c) [[likely]]
		outcome = f.get();
	if (__builtin_expect(!c, 0))
		outcome = -f.get();
	return outcome;
}

int bad_S064_likely(std::future<int> f, bool c)
{
	int outcome = 0;

	if (__builtin_expect(c, 1))
		outcome = f.get();
	if (c) [[likely]]
		outcome += f.get(); // expect: double-consume
	return outcome;
}

int ok_S059_retried_after_failure(request &r)
{
	int outcome = 0;

	while (request_try(&r, &outcome) != 0)
		request_block(&r);
	return outcome;
}

int bad_S060_again_after_success(request &r)
{
	int outcome = 0;

	if (!request_try(&r, &outcome))
		return outcome + request_wait(&r); // expect: double-consume
	return request_wait(&r);
}

int ok_S061_result_kept(request &r)
{
	int outcome = 0;
	const bool taken = request_try(&r, &outcome) == 0;

	note("taken", taken);
	return taken ? outcome : request_wait(&r);
}

int bad_S061_result_kept(request &r)
{
	int outcome = 0;

	if (int rc = request_try(&r, &outcome); rc == 0)
		request_wait(&r); // expect: double-consume
	return outcome;
}

int ok_S062_ready_or_waited_for(std::future<int> f)
{
	if (f.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
		return f.get();
	return 2 * f.get();
}

// A test whose answer changes nothing is what tests of a library expect.

static void expect(bool holds)
{
	if (!holds)
		note("not as expected", 0);
}

int ok_expected_to_be_valid(std::vector<std::future<int>> given)
{
	std::vector<std::future<int>> all = std::move(given);

	expect(all[0].valid() ? true : false);
	return all[0].get();
}

int bad_consumed_and_expected_to_be_valid(std::future<int> f)
{
	int first = f.get();

	expect(f.valid() ? true : false);
	return first + f.get(); // expect: double-consume "'f'"
}
