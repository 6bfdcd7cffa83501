// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <support/promise.hpp>
#include <vector>

namespace folly
{
class Executor
{
};
template <class T> class SemiFuture;
template <class T> class Future
{
      public:
	using value_type = T;
	Future(Future &&) noexcept;
	Future(const Future &) = delete;
	Future &operator=(Future &&) noexcept;
	~Future();
	bool valid() const noexcept;
	bool isReady() const;
	const T &value() const &;
	T get() &&;
	template <class F> Future<T> thenValue(F &&) &&
	{
		return support::any<Future<T>>();
	}
	Future<T> via(Executor *) &&;
	Future<T> via(Executor *) &;
	Future<T> &wait() &;
	Future<T> &&wait() &&;
	SemiFuture<T> semi() &&;
};
template <class T> class SemiFuture
{
      public:
	using value_type = T;
	SemiFuture(SemiFuture &&) noexcept;
	SemiFuture(const SemiFuture &) = delete;
	SemiFuture &operator=(SemiFuture &&) noexcept;
	~SemiFuture();
	bool valid() const noexcept;
	bool isReady() const;
	T get() &&;
	template <class F> SemiFuture<T> deferValue(F &&) &&
	{
		return support::any<SemiFuture<T>>();
	}
	Future<T> via(Executor *) &&;
};
template <class T> class Promise
{
      public:
	Promise();
	Promise(Promise &&) noexcept;
	Promise &operator=(Promise &&) noexcept;
	~Promise();
	template <class V> void setValue(V &&);
	template <class E> void setException(E &&);
	bool isFulfilled() const noexcept;
	Future<T> getFuture();
	SemiFuture<T> getSemiFuture();
};
template <class T>
Future<std::vector<T>> collectAll(std::vector<Future<T>> &&futures);
template <class... T> SemiFuture<int> collectAll(Future<T> &&...futures);
} // namespace folly
