// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <future>
#include <thread>
#include <utility>

std::future<int> start();
void work();
bool chance();

// Whoever exchanges the flag first has the right.

int ok_exchanged(std::future<int> f)
{
	std::atomic<bool> taken = false;
	int sum = 0;

	if (!taken.exchange(true))
		sum += f.get();
	if (!taken.exchange(true))
		sum += f.get();
	return sum;
}

int bad_exchanged_for_nothing(std::future<int> f)
{
	std::atomic<bool> taken = false;
	int sum = 0;

	if (!taken.exchange(false))
		sum += f.get();
	if (!taken.exchange(true))
		sum += f.get(); // expect: double-consume "'f'"
	return sum;
}

int ok_compared_and_exchanged(std::future<int> f)
{
	std::atomic<int> state = 0;
	int sum = 0;
	int expected = 0;

	if (state.compare_exchange_strong(expected, 1))
		sum += f.get();
	expected = 0;
	if (state.compare_exchange_strong(expected, 1))
		sum += f.get();
	return sum;
}

class ok_stopped_once
{
	std::thread thread;
	std::atomic<bool> stopped = false;

      public:
	ok_stopped_once() : thread(work)
	{
	}
	void stop()
	{
		if (!stopped.exchange(true))
			thread.join();
	}
	~ok_stopped_once()
	{
		stop();
	}
};

class bad_stopped_by_both
{
	std::thread thread;
	std::atomic<bool> stopped = false;

      public:
	bad_stopped_by_both() : thread(work)
	{
	}
	void stop()
	{
		stopped.store(true);
		thread.join();
	}
	~bad_stopped_by_both()
	{
		thread.join(); // expect: stored-handle
	}
};

void ok_stopped_and_destroyed()
{
	ok_stopped_once s;

	s.stop();
	s.stop();
}

// std::exchange takes the old one out.

class ok_taken_out
{
	std::future<int> f;

      public:
	explicit ok_taken_out(std::future<int> f) : f(std::move(f))
	{
	}
	int take()
	{
		auto g = std::exchange(f, {});

		return g.valid() ? g.get() : 0;
	}
};

int ok_taken_out_twice(std::future<int> f)
{
	ok_taken_out t(std::move(f));
	int first = t.take();

	return first + t.take();
}

int bad_exchanged_and_read(std::future<int> f)
{
	auto g = std::exchange(f, {});
	int first = g.get();

	return first + f.get(); // expect: consume-unstarted "'f'"
}

int ok_exchanged_for_a_new_one(std::future<int> f)
{
	auto g = std::exchange(f, start());

	return f.get() + g.get();
}

// A destructor that does not return ends the path.

struct fatal {
	[[noreturn]] ~fatal();
};

int ok_ended_by_a_destructor(std::future<int> f)
{
	int first = f.get();

	if (first < 0) {
		fatal end;
	}
	if (first < 0)
		return f.get();
	return first;
}
