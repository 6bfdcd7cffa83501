// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <support/promise.hpp>

namespace boost::asio
{
class io_context
{
};
struct detached_t {
};
inline constexpr detached_t detached{};
template <class T, class Executor = io_context> class awaitable
{
      public:
	using promise_type = support::promise<awaitable, T>;
	awaitable() noexcept;
	awaitable(awaitable &&) noexcept;
	awaitable(const awaitable &) = delete;
	awaitable &operator=(awaitable &&) noexcept;
	~awaitable();
	bool valid() const noexcept;
	support::awaiter<T> operator co_await() &&;
};
template <class T>
void co_spawn(io_context &context, awaitable<T> task, detached_t token);
} // namespace boost::asio
