// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <support/promise.hpp>

namespace concurrencpp
{
enum class result_status { idle, value, exception };
template <class T> class result
{
      public:
	using promise_type = support::promise<result, T>;
	result() noexcept;
	result(result &&) noexcept;
	result(const result &) = delete;
	result &operator=(result &&) noexcept;
	~result();
	explicit operator bool() const noexcept;
	result_status status() const;
	void wait();
	T get();
	support::awaiter<T> operator co_await();
};
template <class T> class lazy_result
{
      public:
	using promise_type = support::promise<lazy_result, T>;
	lazy_result(lazy_result &&) noexcept;
	lazy_result(const lazy_result &) = delete;
	lazy_result &operator=(lazy_result &&) noexcept;
	~lazy_result();
	explicit operator bool() const noexcept;
	result<T> run();
	support::awaiter<T> operator co_await();
};
template <class T> class shared_result
{
      public:
	explicit shared_result(result<T>);
	shared_result(const shared_result &) noexcept;
	const T &get();
};
template <class T> class result_promise
{
      public:
	result_promise();
	result_promise(result_promise &&) noexcept;
	~result_promise();
	void set_result(T);
	result<T> get_result();
};
} // namespace concurrencpp
