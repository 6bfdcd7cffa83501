// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <support/promise.hpp>

namespace boost::cobalt
{
template <class T> class promise
{
      public:
	using promise_type = support::promise<promise, T>;
	promise(promise &&) noexcept;
	promise(const promise &) = delete;
	promise &operator=(promise &&) noexcept;
	~promise();
	support::awaiter<T> operator co_await();
	explicit operator bool() const noexcept;
	bool ready() const noexcept;
	T get();
	void operator+() &&;
};
template <class T> class task
{
      public:
	using promise_type = support::promise<task, T>;
	task(task &&) noexcept;
	task(const task &) = delete;
	task &operator=(task &&) noexcept;
	~task();
	support::awaiter<T> operator co_await();
};
template <class... T> promise<int> join(T &&...awaitables);
template <class T> T run(task<T> t);
} // namespace boost::cobalt
