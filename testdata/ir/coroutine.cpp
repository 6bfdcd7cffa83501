// SPDX-License-Identifier: Apache-2.0
#include <coroutine>
#include <utility>

template <class T> struct task {
	struct promise_type {
		task get_return_object();
		std::suspend_always initial_suspend();
		std::suspend_always final_suspend() noexcept;
		std::suspend_always yield_value(T);
		void return_value(T);
		void unhandled_exception();
	};
	task(task &&);
	~task();
	bool await_ready();
	void await_suspend(std::coroutine_handle<>);
	T await_resume();
};
task<int> start(int n);

task<int> awaits(task<int> given, bool b)
{
	auto t = start(1);
	int a = co_await t;

	if (b)
		a += co_await std::move(given);
	co_await start(2);
	co_yield a;
	co_return co_await start(co_await start(3));
}

template <class T> task<T> forward(task<T> t)
{
	co_return co_await std::move(t);
}

task<int> both()
{
	co_return co_await forward(start(4));
}
