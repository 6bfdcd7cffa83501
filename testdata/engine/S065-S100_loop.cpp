// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <future>
#include <lazy.hpp>
#include <map>
#include <new>
#include <optional>
#include <pthread.h>
#include <thread>
#include <vector>

using async_simple::coro::Lazy;

bool more();
std::future<int> start();
void work();
Lazy<int> fetch(int key);
void note(const char *text, int value);
void renew(std::future<int> &f);
int look(const std::future<int> &f);
std::future<int> wrapped(std::future<int> f);

int bad_S065_in_a_for(std::future<int> f, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += f.get(); // expect: double-consume "loop"
	return sum;
}

Lazy<int> bad_S065_awaited_in_a_do()
{
	auto t = fetch(1);
	int sum = 0;

	do {
		sum += co_await t; // expect: double-consume "loop"
	} while (more());
	co_return sum;
}

int bad_S066_in_the_condition(std::future<int> f)
{
	int turns = 0;

	while (f.get() > turns) // expect: double-consume "loop"
		turns++;
	return turns;
}

Lazy<int> ok_S067_made_in_the_body(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		auto t = fetch(i);
		sum += co_await t;
	}
	co_return sum;
}

int ok_S068_then_break(std::future<int> f, int n)
{
	int outcome = 0;

	while (n-- > 0) {
		if (more())
			continue;
		outcome = f.get();
		break;
	}
	return outcome;
}

int ok_S069_one_index_and_return(std::future<int> f, int n, int k)
{
	for (int i = 0; i < n; i++)
		if (i == k)
			return f.get();
	return -1;
}

int ok_S070_remade_before_the_next_turn(int n)
{
	auto f = start();
	int sum = 0;

	for (int i = 0; i < n; i++) {
		sum += f.get();
		f = start();
	}
	return sum + f.get();
}

int bad_S071_continue_skips_the_remaking(std::future<int> f, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		sum += f.get(); // expect: double-consume "loop"
		if (more())
			continue;
		f = start();
	}
	return sum;
}

int bad_S072_in_the_body_and_after(std::future<int> f)
{
	int sum = 0;

	while (more()) {
		sum += f.get();
		break;
	}
	return sum + f.get(); // expect: double-consume
}

int bad_S073_handed_over_at_the_bottom(std::future<int> f, int n)
{
	std::future<int> kept;

	while (n-- > 0) {
		f.wait(); // expect: use-after-transfer "loop"
		if (more())
			kept = std::move(f);
	}
	return kept.valid() ? kept.get() : 0;
}

int ok_S074_one_turn(std::future<int> a, std::future<int> b)
{
	int sum = 0;

	do {
		sum += a.get();
	} while (false);
	for (int i = 0; i < 1; i++)
		sum += b.get();
	return sum;
}

void ok_S075_one_key_matches(std::map<int, std::future<int>> &map, int key,
			     std::future<int> f)
{
	for (auto &entry : map)
		if (entry.first == key)
			entry.second = std::move(f);
}

void ok_S076_array_of_threads()
{
	std::array<std::thread, 4> t;

	for (int i = 0; i < 4; i++)
		t[i] = std::thread(work);
	for (int i = 0; i < 4; i++)
		t[i].join();
}

int bad_S077_fixed_element(std::vector<std::future<int>> &v)
{
	int sum = 0;

	for (size_t i = 0; i < v.size(); i++)
		sum += v[0].get(); // expect: double-consume "loop"
	return sum;
}

struct S078_pair {
	std::future<int> a, b;
};

int ok_S078_distinct_places(S078_pair &p, std::future<int> (&r)[2][3])
{
	return p.a.get() + p.b.get() + r[0][1].get() + r[1][1].get();
}

struct S079_pair {
	std::future<int> a, b;
};

int bad_S079_same_place(S079_pair &p)
{
	int sum = p.a.get() + p.b.get();

	return sum + p.a.get(); // expect: double-consume
}

int bad_S079_same_element(std::vector<std::future<int>> &v)
{
	int sum = v[1].get() + v[0].get();

	return sum + v[1].get(); // expect: double-consume
}

int ok_S080_each_element_once()
{
	std::vector<std::future<int>> v;
	int sum = 0;

	for (int i = 0; i < 3; i++)
		v.push_back(start());
	for (auto &f : v)
		sum += f.get();
	return sum;
}

int bad_S081_second_pass(std::vector<std::future<int>> &v)
{
	int sum = 0;

	for (auto &f : v)
		sum += f.get();
	for (auto &f : v)
		sum -= f.get(); // expect: double-consume
	return sum;
}

int ok_S082_refilled_between(std::vector<std::future<int>> &v)
{
	int sum = 0;

	for (auto &f : v)
		sum += f.get();
	v.clear();
	v.push_back(start());
	for (auto &f : v)
		sum += f.get();
	return sum;
}

int ok_S083_reassigned()
{
	auto f = start();
	int sum = f.get();

	f = start();
	return sum + f.get();
}

Lazy<int> ok_S083_task_reassigned()
{
	auto t = fetch(1);
	int sum = co_await t;

	t = fetch(2);
	co_return sum + co_await t;
}

int bad_S084_reassigned_on_one_path(std::future<int> f)
{
	int sum = f.get();

	if (more())
		f = start();
	return sum + f.get(); // expect: double-consume
}

int ok_S085_through_itself(std::future<int> f)
{
	f = wrapped(std::move(f));
	f = wrapped(std::move(f));
	return f.get();
}

int ok_S086_self_move(std::future<int> f)
{
	auto &same = f;

	f = std::move(same);
	return f.get();
}

int ok_S087_through_itself_in_braces(std::future<int> f)
{
	f = { wrapped(std::move(f)) };
	return f.get();
}

int ok_S088_swapped(std::future<int> a, std::future<int> b)
{
	int sum = a.get();

	std::swap(a, b);
	return sum + a.get();
}

int bad_S089_swapped(std::future<int> a, std::future<int> b)
{
	int sum = a.get();

	std::swap(a, b);
	return sum + b.get(); // expect: double-consume
}

static void *S090_main(void *arg)
{
	return arg;
}

void ok_S090_out_parameter_remakes()
{
	pthread_t t;

	for (int i = 0; i < 2; i++) {
		if (pthread_create(&t, nullptr, S090_main, nullptr) != 0)
			return;
		pthread_join(t, nullptr);
	}
}

static void S090_begin(std::future<int> *out)
{
	*out = start();
}

int ok_S090_helper_remakes(std::future<int> f)
{
	int sum = f.get();

	S090_begin(&f);
	return sum + f.get();
}

int ok_S091_unknown_function_may_remake(std::future<int> f)
{
	int sum = f.get();

	renew(f);
	return sum + f.get();
}

int bad_S092_const_reference_after_get(std::future<int> f)
{
	int sum = f.get();

	return sum + look(f); // expect: use-after-consume
}

void ok_S093_declared_remaker(std::packaged_task<void()> task)
{
	task();
	task.reset();
	task();
}

void bad_S093_remaker_of_another(std::packaged_task<void()> task,
				 std::packaged_task<void()> other)
{
	task();
	other.reset();
	task(); // expect: double-complete
}

struct S094_job {
	std::future<int> pending;
	int state;
};

int bad_S094_other_member_assigned(S094_job &job)
{
	int sum = job.pending.get();

	job.state = 0;
	return sum + job.pending.get(); // expect: double-consume
}

int ok_S095_remade_in_a_lambda(std::future<int> f, int n)
{
	auto again = [&f] { f = start(); };
	int sum = 0;

	for (int i = 0; i < n; i++) {
		sum += f.get();
		again();
	}
	return sum;
}

int ok_S096_placement_new(std::future<int> f)
{
	int sum = f.get();

	f.~future();
	new (&f) std::future<int>(start());
	return sum + f.get();
}

int bad_S097_set_to_none(std::future<int> f)
{
	int sum = f.get();

	f = {};
	return sum + f.get(); // expect: consume-unstarted
}

void bad_S098_thread_over_thread()
{
	std::thread t(work);

	t = std::thread(work); // expect: overwritten-handle "'t'"
	t.join();
}

Lazy<int> bad_S098_task_over_task()
{
	auto t = fetch(1);

	t = fetch(2); // expect: overwritten-handle "'t'"
	co_return co_await t;
}

void bad_S099_thread_in_a_loop(int n)
{
	std::thread t;

	for (int i = 0; i < n; i++)
		t = std::thread(work); // expect: overwritten-handle
	if (t.joinable())
		t.join();
}

void ok_S100_assignment_joins()
{
	std::jthread t([] { note("first", 1); });

	t = std::jthread([] { note("second", 2); });
}

// A range-based loop over an array meets every element.

void ok_array_joined_in_a_range(int *sum)
{
	std::thread all[] = { std::thread([sum] { ++*sum; }),
			      std::thread([sum] { ++*sum; }),
			      std::thread([sum] { ++*sum; }) };

	for (std::thread &t : all)
		t.join();
}

void bad_array_joined_in_two_ranges(int *sum)
{
	std::thread all[] = { std::thread([sum] { ++*sum; }),
			      std::thread([sum] { ++*sum; }) };

	for (std::thread &t : all)
		t.join();
	for (std::thread &t : all)
		t.join(); // expect: double-consume "'all["
}

void bad_array_left_by_a_break(int *sum, bool some)
{
	std::thread all[] = {
		std::thread([sum] { ++*sum; }),
		std::thread([sum] { ++*sum; }) // expect: never-consumed "'all[1]'"
	};

	for (std::thread &t : all) {
		t.join();
		if (some)
			break;
	}
}
