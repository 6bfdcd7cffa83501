// SPDX-License-Identifier: Apache-2.0
// What the coroutine types of the other headers here have in common.
#pragma once
#include <coroutine>
#include <utility>

namespace support
{
struct promise_base {
	std::suspend_always initial_suspend() noexcept;
	std::suspend_always final_suspend() noexcept;
	void unhandled_exception() noexcept;
};
template <class Task, class T> struct promise : promise_base {
	Task get_return_object() noexcept;
	void return_value(T);
};
template <class Task> struct promise<Task, void> : promise_base {
	Task get_return_object() noexcept;
	void return_void() noexcept;
};
template <class T> struct awaiter {
	bool await_ready() const noexcept;
	void await_suspend(std::coroutine_handle<>) noexcept;
	T await_resume();
};
// A value of any type, for the bodies of templates that are given lambdas.
template <class T> T any() noexcept;
} // namespace support
