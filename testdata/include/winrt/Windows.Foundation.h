// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <support/promise.hpp>

namespace winrt::Windows::Foundation
{
enum class AsyncStatus { Started, Completed, Canceled, Error };
template <class T> struct IAsyncOperation {
	using promise_type = support::promise<IAsyncOperation, T>;
	IAsyncOperation(const IAsyncOperation &) noexcept;
	IAsyncOperation(IAsyncOperation &&) noexcept;
	T get() const;
	AsyncStatus wait_for(int milliseconds) const;
	AsyncStatus Status() const;
	template <class H> void Completed(H const &) const
	{
	}
	support::awaiter<T> operator co_await() const;
};
} // namespace winrt::Windows::Foundation
