// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <support/promise.hpp>

namespace boost
{
template <class T> class shared_future;
template <class T> class future
{
      public:
	future() noexcept;
	future(future &&) noexcept;
	future(const future &) = delete;
	future &operator=(future &&) noexcept;
	~future();
	T get();
	shared_future<T> share();
	template <class F> future<T> then(F &&)
	{
		return support::any<future<T>>();
	}
	bool valid() const noexcept;
	bool is_ready() const noexcept;
	void wait() const;
};
template <class T> class shared_future
{
      public:
	shared_future(const shared_future &);
	shared_future(shared_future &&) noexcept;
	shared_future(future<T> &&) noexcept;
	const T &get() const;
};
template <class T> class promise
{
      public:
	promise();
	promise(promise &&) noexcept;
	promise &operator=(promise &&) noexcept;
	~promise();
	future<T> get_future();
	void set_value(T);
};
template <class... T> future<int> when_all(T &&...futures);
template <class I>
	requires requires(I i) { *i; }
future<int> when_all(I first, I last);
template <class A, class B> void wait_for_all(A &a, B &b);
} // namespace boost
