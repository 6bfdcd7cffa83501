// SPDX-License-Identifier: Apache-2.0
// A task that runs when it is awaited, on the thread that awaits it. Awaiting
// takes the frame out of the task, also when the task is named: it is empty
// from then on.
#pragma once
#include <coroutine>
#include <exception>
#include <stdexcept>
#include <utility>
#include <variant>

namespace async_simple::coro
{

template <class T> class [[nodiscard]] Lazy
{
      public:
	struct promise_type;
	using ValueType = T;
	using Handle = std::coroutine_handle<promise_type>;

	struct promise_type {
		std::variant<std::monostate, T, std::exception_ptr> outcome;
		std::coroutine_handle<> continuation;

		struct FinalAwaiter {
			bool await_ready() noexcept
			{
				return false;
			}
			std::coroutine_handle<> await_suspend(Handle h) noexcept
			{
				auto next = h.promise().continuation;

				return next ? next : std::noop_coroutine();
			}
			void await_resume() noexcept
			{
			}
		};

		Lazy get_return_object()
		{
			return Lazy(Handle::from_promise(*this));
		}
		std::suspend_always initial_suspend() noexcept
		{
			return {};
		}
		FinalAwaiter final_suspend() noexcept
		{
			return {};
		}
		void return_value(T value)
		{
			outcome.template emplace<1>(std::move(value));
		}
		void unhandled_exception()
		{
			outcome.template emplace<2>(std::current_exception());
		}
	};

	// Owns the frame from the await on.
	class Awaiter
	{
		Handle handle;

	      public:
		explicit Awaiter(Handle h) : handle(h)
		{
			if (!handle)
				throw std::logic_error("Lazy is empty");
		}
		Awaiter(const Awaiter &) = delete;
		~Awaiter()
		{
			handle.destroy();
		}
		bool await_ready() const noexcept
		{
			return false;
		}
		Handle await_suspend(std::coroutine_handle<> h) noexcept
		{
			handle.promise().continuation = h;
			return handle;
		}
		T await_resume()
		{
			auto &outcome = handle.promise().outcome;

			if (outcome.index() == 2)
				std::rethrow_exception(std::get<2>(outcome));
			return std::move(std::get<1>(outcome));
		}
		void run()
		{
			handle.resume();
		}
	};

	Lazy(Lazy &&other) noexcept
	    : handle(std::exchange(other.handle, nullptr))
	{
	}
	Lazy(const Lazy &) = delete;
	Lazy &operator=(Lazy &&) = delete;
	~Lazy()
	{
		if (handle)
			handle.destroy();
	}

	Awaiter operator co_await()
	{
		return Awaiter(std::exchange(handle, nullptr));
	}

      private:
	explicit Lazy(Handle h) : handle(h)
	{
	}

	Handle handle;
};

// Runs the task to its end.
template <class L>
auto syncAwait(L &&lazy) -> typename std::remove_cvref_t<L>::ValueType
{
	auto awaiter = lazy.operator co_await();

	awaiter.run();
	return awaiter.await_resume();
}

} // namespace async_simple::coro
