// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <folly/futures/Future.h>

namespace folly::coro
{
template <class T> class TaskWithExecutor
{
      public:
	using value_type = T;
	TaskWithExecutor(TaskWithExecutor &&) noexcept;
	~TaskWithExecutor();
	SemiFuture<T> start() &&;
	support::awaiter<T> operator co_await() &&;
};
template <class T> class Task
{
      public:
	using promise_type = support::promise<Task, T>;
	using value_type = T;
	Task(Task &&) noexcept;
	Task(const Task &) = delete;
	Task &operator=(Task &&) noexcept;
	~Task();
	TaskWithExecutor<T> scheduleOn(Executor *) &&;
	SemiFuture<T> semi() &&;
	support::awaiter<T> operator co_await() &&;
};
template <class A>
typename std::remove_cvref_t<A>::value_type blockingWait(A &&awaitable);
template <class... T> Task<int> collectAll(Task<T>... tasks);
template <class T> class Promise
{
      public:
	Promise(Promise &&) noexcept;
	~Promise();
	template <class V> void setValue(V &&);
};
} // namespace folly::coro
