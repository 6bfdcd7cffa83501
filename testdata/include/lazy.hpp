// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tasks that run when they are awaited, in the shape of async_simple's: an
// lvalue may be awaited, and that empties it.
#include <coroutine>
#include <exception>
#include <tuple>
#include <utility>
#include <vector>

namespace async_simple
{
class Executor;

template <class T> class Try
{
      public:
	T &value();
	bool hasError() const;
};

namespace coro
{
template <class T> class Lazy;
template <class T> class RescheduleLazy;

template <class T> struct LazyAwaiter {
	bool await_ready() const noexcept;
	void await_suspend(std::coroutine_handle<>) noexcept;
	T await_resume();
};
struct LazyPromiseBase {
	std::suspend_always initial_suspend() noexcept;
	std::suspend_always final_suspend() noexcept;
	void unhandled_exception() noexcept;
};
template <class T> struct LazyPromise : LazyPromiseBase {
	Lazy<T> get_return_object() noexcept;
	void return_value(T);
};
template <> struct LazyPromise<void> : LazyPromiseBase {
	Lazy<void> get_return_object() noexcept;
	void return_void() noexcept;
};

template <class T> class Lazy
{
      public:
	using promise_type = LazyPromise<T>;
	using ValueType = T;
	Lazy(Lazy &&) noexcept;
	Lazy(const Lazy &) = delete;
	Lazy &operator=(Lazy &&) noexcept;
	~Lazy();
	LazyAwaiter<T> operator co_await();
	LazyAwaiter<Try<T>> coAwaitTry();
	template <class F> void start(F &&)
	{
	}
	RescheduleLazy<T> via(Executor *) &&;
	Lazy setEx(Executor *) &&;
	bool isReady() const;
};

template <class T> class RescheduleLazy
{
      public:
	using ValueType = T;
	RescheduleLazy(RescheduleLazy &&) noexcept;
	~RescheduleLazy();
	LazyAwaiter<T> operator co_await();
	template <class F> void start(F &&)
	{
	}
	void detach();
};

template <class L>
typename std::remove_cvref_t<L>::ValueType syncAwait(L &&lazy);

template <class... T> Lazy<std::tuple<Try<T>...>> collectAll(Lazy<T> &&...);
template <class T>
Lazy<std::vector<Try<T>>> collectAll(std::vector<Lazy<T>> &&);
template <class... T> Lazy<int> collectAny(Lazy<T> &&...);
template <class T> Lazy<int> collectAny(std::vector<Lazy<T>> &&);
} // namespace coro
} // namespace async_simple
