// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <support/promise.hpp>

namespace exec
{
template <class T> class task
{
      public:
	using promise_type = support::promise<task, T>;
	using value_type = T;
	task(task &&) noexcept;
	task(const task &) = delete;
	~task();
	support::awaiter<T> operator co_await() &&;
};
} // namespace exec
namespace stdexec
{
template <class S>
typename std::remove_cvref_t<S>::value_type sync_wait(S &&sender);
template <class S, class F> int then(S &&, F &&)
{
	return support::any<int>();
}
template <class... S> int when_all(S &&...senders);
} // namespace stdexec
