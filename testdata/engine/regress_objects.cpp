// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <future>
#include <lazy.hpp>
#include <map>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include <request.h>

using async_simple::coro::Lazy;

std::future<int> start();
Lazy<int> fetch(int key);
bool chance();
void work();
void anything();
void note(const char *text, int value);

// Objects that are shifted from place to place by moves.

int ok_shifted_down()
{
	std::future<int> slots[3];

	slots[0] = start();
	slots[1] = start();
	int sum = slots[0].get();
	slots[0] = std::move(slots[1]);
	slots[1] = std::move(slots[2]);
	return sum + slots[0].get();
}

int bad_shifted_down()
{
	std::future<int> slots[2];

	slots[0] = start();
	slots[1] = start();
	int sum = slots[0].get();
	slots[0] = std::move(slots[1]);
	sum += slots[0].get();
	return sum + slots[1].get(); // expect: use-after-transfer
}

int ok_previous_and_current(int n)
{
	std::future<int> previous = start();
	int sum = 0;

	for (int i = 0; i < n; i++) {
		std::future<int> current = start();

		sum += previous.get();
		previous = std::move(current);
	}
	return sum + previous.get();
}

int bad_previous_and_current(int n)
{
	std::future<int> previous = start();
	int sum = 0;

	for (int i = 0; i < n; i++) {
		std::future<int> current = start();

		sum += previous.get();
		previous = std::move(current);
		sum += current.get(); // expect: use-after-transfer "'current'"
	}
	return sum + previous.get();
}

int ok_empty_one_moved()
{
	std::future<int> spare;
	std::future<int> f = std::move(spare);

	f = start();
	return f.get();
}

void ok_thread_moved_there_and_back()
{
	std::thread a(work);
	std::thread b = std::move(a);

	a = std::move(b);
	a.join();
}

void bad_thread_moved_there_and_back()
{
	std::thread a(work);
	std::thread b = std::move(a);

	a = std::move(b);
	b.join(); // expect: use-after-transfer "'b'"
	a.join();
}

// One cause is told once.

int bad_told_once()
{
	auto f = start();
	int sum = f.get();

	sum += f.get(); // expect: double-consume "'f'"
	sum += f.get();
	f.wait();
	return sum;
}

int bad_told_at_each_first_place()
{
	auto f = start();
	auto g = start();
	int sum = f.get() + g.get();

	sum += f.get(); // expect: double-consume "'f'"
	return sum + g.get(); // expect: double-consume "'g'"
}

// Closures.

int ok_closure_called_once(std::future<int> f)
{
	auto read = [&f] { return f.get(); };

	return read();
}

int bad_closure_called_twice(std::future<int> f)
{
	auto read = [&f] { return f.get(); };
	int first = read();

	return first + read(); // expect: double-consume
}

int bad_closure_and_its_maker(std::future<int> f)
{
	auto read = [&] { return f.get(); };
	int first = f.get();

	return first + read(); // expect: double-consume
}

int ok_closure_tests_first(std::future<int> f)
{
	auto read = [&f] { return f.valid() ? f.get() : 0; };
	int first = read();

	return first + read();
}

int ok_closure_owns_it(std::future<int> f)
{
	auto read = [f = std::move(f)]() mutable { return f.get(); };

	return read();
}

int bad_closure_owns_it(std::future<int> f)
{
	auto read = [f = std::move(f)]() mutable { return f.get(); };
	int first = read();

	return first + read(); // expect: double-consume
}

int bad_maker_reads_what_it_gave_away(std::future<int> f)
{
	auto read = [f = std::move(f)]() mutable { return f.get(); };

	return read() + f.get(); // expect: use-after-transfer
}

int bad_closure_over_a_dead_one(std::future<int> f)
{
	int first = f.get();
	auto read = [g = std::move(f)]() mutable { return g.get(); }; // expect: use-after-transfer

	return first + read();
}

// Virtual calls: what each override does may happen.

struct step {
	virtual ~step() = default;
	virtual int run(std::future<int> &f) = 0;
};

struct look_step final : step {
	int run(std::future<int> &f) override
	{
		return f.valid();
	}
};

struct take_step final : step {
	int run(std::future<int> &f) override
	{
		return f.get();
	}
};

int ok_virtual_call_alone(step &s, std::future<int> f)
{
	return s.run(f);
}

int bad_virtual_call_of_one_that_takes(std::future<int> f)
{
	take_step s;
	int first = s.run(f);

	return first + f.get(); // expect: double-consume
}

int ok_virtual_call_of_one_that_looks(std::future<int> f)
{
	look_step s;
	int first = s.run(f);

	return first + f.get();
}

// Somebody else's override is not seen: nothing is known after it.

struct plugin {
	virtual ~plugin();
	virtual void visit(std::future<int> &f) = 0;
};

int ok_virtual_call_into_the_unknown(plugin &p, std::future<int> f)
{
	int first = f.get();

	p.visit(f);
	return first + f.get();
}

// Records in containers, each with a handle of its own.

struct job {
	std::future<int> result;
	int kind;
};

int ok_records_in_a_vector(std::vector<job> &jobs)
{
	int sum = 0;

	for (auto &j : jobs)
		sum += j.result.get() + j.kind;
	return sum;
}

int bad_records_in_a_vector(std::vector<job> &jobs)
{
	int sum = 0;

	for (auto &j : jobs)
		sum += j.result.get();
	for (auto &j : jobs)
		sum += j.result.get(); // expect: double-consume
	return sum;
}

int ok_record_tested(std::vector<job> &jobs)
{
	int sum = 0;

	for (auto &j : jobs)
		if (j.kind)
			sum += j.result.get();
	for (auto &j : jobs)
		if (j.result.valid())
			sum += j.result.get();
	return sum;
}

int bad_one_record_twice(std::vector<job> &jobs)
{
	int sum = 0;

	for (auto &j : jobs) {
		sum += j.result.get();
		if (j.kind)
			sum += j.result.get(); // expect: double-consume
	}
	return sum;
}

int ok_records_of_pointers(std::vector<std::unique_ptr<job>> &jobs)
{
	int sum = 0;

	for (auto &j : jobs)
		sum += j->result.get();
	return sum;
}

int ok_record_found_and_taken_out(std::map<int, job> &jobs, int key)
{
	auto it = jobs.find(key);

	if (it == jobs.end())
		return 0;
	int value = it->second.result.get();
	jobs.erase(it);
	return value;
}

int bad_record_found_and_read_twice(std::map<int, job> &jobs, int key)
{
	auto it = jobs.find(key);

	if (it == jobs.end())
		return 0;
	int value = it->second.result.get();
	return value + it->second.result.get(); // expect: double-consume
}

// A constructor that keeps a reference has not taken anything.

class reader
{
	std::future<int> &f;

      public:
	explicit reader(std::future<int> &f) : f(f)
	{
	}
	int read()
	{
		return f.get();
	}
};

int ok_read_through_the_reference()
{
	auto f = start();
	reader r(f);

	return r.read();
}

int bad_read_through_the_reference_and_here()
{
	auto f = start();
	reader r(f);
	int first = r.read();

	return first + f.get(); // expect: double-consume
}

// Globals and functions that are not seen.

std::future<int> current;
static std::future<int> kept;

int ok_global_and_an_unknown_function()
{
	int first = current.get();

	anything();
	return first + current.get();
}

int bad_global_and_no_function()
{
	int first = current.get();

	return first + current.get(); // expect: double-consume "'current'"
}

void keep(std::future<int> f)
{
	kept = std::move(f);
}

int ok_file_local_and_an_unknown_function()
{
	int first = kept.get();

	anything();
	return first + kept.get();
}

int bad_file_local_and_no_function()
{
	int first = kept.get();

	return first + kept.get(); // expect: double-consume "'kept'"
}

// Starts through pointers and references.

static void restart(std::future<int> *f)
{
	*f = start();
}

int ok_started_again_through_a_pointer()
{
	auto f = start();
	int first = f.get();

	restart(&f);
	return first + f.get();
}

int bad_started_again_through_a_pointer()
{
	auto f = start();
	int sum = f.get();

	restart(&f);
	sum += f.get();
	return sum + f.get(); // expect: double-consume "'f'"
}

static bool start_if_free(std::thread &t)
{
	if (t.joinable())
		return false;
	t = std::thread(work);
	return true;
}

void ok_started_if_free()
{
	std::thread t;

	if (start_if_free(t))
		t.join();
}

void ok_started_if_free_untested()
{
	std::thread t;

	start_if_free(t);
	t.join();
}

void bad_started_if_free_untested()
{
	std::thread t;

	start_if_free(t);
	t.join();
	t.join(); // expect: double-consume "'t'"
}

// Coroutine tasks: a helper that awaits it when it fails, and tells so.

static Lazy<bool> settle(Lazy<int> &t)
{
	if (chance()) {
		co_await t;
		co_return false;
	}
	co_return true;
}

Lazy<int> ok_settled_or_awaited()
{
	auto t = fetch(1);

	if (!co_await settle(t))
		co_return 0;
	co_return co_await t;
}

Lazy<int> bad_settled_and_awaited()
{
	auto t = fetch(1);

	if (!co_await settle(t))
		co_return co_await t; // expect-todo: double-consume "'t'"
	co_return co_await t;
}
