// SPDX-License-Identifier: Apache-2.0
//
// The same lookups with what C++ has by itself: std::future, std::async and
// the coroutine task that everybody writes first, whose frame and result are
// on the heap.
#include "bench.h"

#include <coroutine>
#include <exception>
#include <future>
#include <memory>
#include <utility>

#include <once/executor.h>

namespace
{

uint64_t table[16] = { 0, 42 };

// A function that is called on the next turn of the loop.
template <class F> struct posted : vt_work {
	F function;

	explicit posted(F f) : vt_work{ nullptr, call }, function(std::move(f))
	{
	}
	static void call(vt_work *self)
	{
		static_cast<posted *>(self)->function();
	}
};

void post(vt_work &work)
{
	vt_executor_post(vt_loop_executor(bench_loop), &work);
}

// ---- std::future

void hit_future(uint64_t n)
{
	while (n--) {
		std::promise<uint64_t> promise;
		std::future<uint64_t> future = promise.get_future();

		promise.set_value(table[1]);
		bench_sink = bench_sink + future.get();
	}
}

void miss_future(uint64_t n)
{
	while (n--) {
		auto promise = std::make_unique<std::promise<uint64_t>>();
		std::future<uint64_t> future = promise->get_future();
		posted answer(
			[p = std::move(promise)] { p->set_value(table[1]); });

		post(answer);
		vt_loop_run(bench_loop);
		bench_sink = bench_sink + future.get();
	}
}

void mix_future(uint64_t n)
{
	while (n--)
		n % 10 ? hit_future(1) : miss_future(1);
}

void async_deferred(uint64_t n)
{
	while (n--)
		bench_sink = bench_sink + std::async(std::launch::deferred, [] {
						  return table[1];
					  }).get();
}

void async_thread(uint64_t n)
{
	while (n--)
		bench_sink = bench_sink + std::async(std::launch::async, [] {
						  return table[1];
					  }).get();
}

// ---- a naive coroutine task: a heap frame and a shared result

struct result {
	uint64_t value = 0;
	bool done = false;
	std::coroutine_handle<> awaiting;
};

class naive_task
{
      public:
	struct promise_type {
		std::shared_ptr<result> shared = std::make_shared<result>();

		naive_task get_return_object()
		{
			return naive_task(shared);
		}
		std::suspend_never initial_suspend() noexcept
		{
			return {};
		}
		std::suspend_never final_suspend() noexcept
		{
			return {};
		}
		void return_value(uint64_t value)
		{
			shared->value = value;
			shared->done = true;
			if (shared->awaiting)
				shared->awaiting.resume();
		}
		void unhandled_exception()
		{
			std::terminate();
		}
	};

	explicit naive_task(std::shared_ptr<result> r) : shared(std::move(r))
	{
	}
	bool await_ready() const noexcept
	{
		return shared->done;
	}
	void await_suspend(std::coroutine_handle<> h) noexcept
	{
		shared->awaiting = h;
	}
	uint64_t await_resume() const
	{
		return shared->value;
	}

      private:
	std::shared_ptr<result> shared;
};

// Suspends until the next turn of the loop.
struct next_turn : vt_work {
	std::coroutine_handle<> handle;

	next_turn() : vt_work{ nullptr, call }
	{
	}
	static void call(vt_work *self)
	{
		static_cast<next_turn *>(self)->handle.resume();
	}
	bool await_ready() const noexcept
	{
		return false;
	}
	void await_suspend(std::coroutine_handle<> h)
	{
		handle = h;
		post(*this);
	}
	void await_resume() const noexcept
	{
	}
};

naive_task naive_lookup(unsigned id, bool is_there)
{
	if (!is_there)
		co_await next_turn();
	co_return table[id];
}

void naive(uint64_t n, bool is_there)
{
	while (n--) {
		naive_task t = naive_lookup(1, is_there);

		vt_loop_run(bench_loop);
		if (!t.await_ready())
			bench_fail("coroutine");
		bench_sink = bench_sink + t.await_resume();
	}
}

void hit_naive(uint64_t n)
{
	naive(n, true);
}

void miss_naive(uint64_t n)
{
	naive(n, false);
}

enum { MANY = 300000, FEW = 1000 };

} // namespace

const struct bench bench_std[] = {
	{ "hit/std::future", hit_future, MANY },
	{ "hit/std::async deferred", async_deferred, MANY },
	{ "hit/naive coroutine", hit_naive, MANY },
	{ "miss/std::future", miss_future, MANY },
	{ "miss/std::async", async_thread, FEW },
	{ "miss/naive coroutine", miss_naive, MANY },
	{ "mix/std::future", mix_future, MANY },
	{ nullptr, nullptr, 0 },
};
