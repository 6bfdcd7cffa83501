// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <support/promise.hpp>

namespace async_simple
{
template <class T> class Future
{
      public:
	Future(Future &&) noexcept;
	Future(const Future &) = delete;
	Future &operator=(Future &&) noexcept;
	~Future();
	bool valid() const;
	bool hasResult() const;
	T get() &&;
	void wait();
	template <class F> Future<T> thenValue(F &&) &&
	{
		return support::any<Future<T>>();
	}
};
template <class T> class Promise
{
      public:
	Promise();
	Promise(const Promise &);
	Promise(Promise &&) noexcept;
	~Promise();
	bool valid() const;
	Future<T> getFuture();
	void setValue(T &&);
};
} // namespace async_simple
