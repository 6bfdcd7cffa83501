// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <support/promise.hpp>

namespace coro
{
template <class T> class task
{
      public:
	using promise_type = support::promise<task, T>;
	using value_type = T;
	task() noexcept;
	task(task &&) noexcept;
	task(const task &) = delete;
	task &operator=(task &&) noexcept;
	~task();
	bool is_ready() const noexcept;
	bool resume();
	bool destroy();
	support::awaiter<T &> operator co_await() const & noexcept;
	support::awaiter<T &&> operator co_await() const && noexcept;
};
template <class A>
typename std::remove_cvref_t<A>::value_type sync_wait(A &&awaitable);
template <class... T> task<int> when_all(task<T>... tasks);
} // namespace coro
