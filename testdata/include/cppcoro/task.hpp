// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <support/promise.hpp>
#include <vector>

namespace cppcoro
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
	support::awaiter<T &> operator co_await() const & noexcept;
	support::awaiter<T &&> operator co_await() const && noexcept;
};
template <class T> class shared_task
{
      public:
	using promise_type = support::promise<shared_task, T>;
	shared_task(const shared_task &) noexcept;
	shared_task(shared_task &&) noexcept;
	support::awaiter<T &> operator co_await() const noexcept;
};
template <class T> shared_task<T> make_shared_task(task<T>);
template <class A>
typename std::remove_cvref_t<A>::value_type sync_wait(A &&awaitable);
template <class... T> task<int> when_all(task<T>... tasks);
template <class T> task<std::vector<T>> when_all(std::vector<task<T>> tasks);
} // namespace cppcoro
