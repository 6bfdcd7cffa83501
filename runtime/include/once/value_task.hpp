// SPDX-License-Identifier: Apache-2.0
//
// once::value_task<T>: coroutines over the same core as the C library.
//
//	once::value_task<int> twice(int id)
//	{
//		int row = co_await lookup(id);
//		co_return 2 * row;
//	}
//
// A ready value is held inside and costs no memory; a coroutine's frame comes
// from the library's pool. Move-only, and awaited only as an rvalue, so that
// a second consumption is visible in the source; it throws once::misuse.
//
// Coroutines start at once and run until they first wait. Whoever completes one
// goes on with those that await it, through the trampoline: no compiler's tail
// calls are relied on, and chains of any length run in a constant stack.
#ifndef ONCE_VALUE_TASK_HPP
#define ONCE_VALUE_TASK_HPP

#include <once/executor.h>
#include <once/frame.h>
#include <once/value_task.h>

#include <cerrno>
#include <condition_variable>
#include <coroutine>
#include <cstdint>
#include <exception>
#include <mutex>
#include <new>
#include <stdexcept>
#include <system_error>
#include <type_traits>
#include <utility>
#include <variant>

namespace once
{

// A value task was consumed twice, or by two at once; code() is a vt_code.
class misuse : public std::logic_error
{
      public:
	explicit misuse(int code) : logic_error(vt_code_name(code)), code_(code)
	{
	}

	int code() const noexcept
	{
		return code_;
	}

      private:
	int code_;
};

template <class T = void> class value_task;

namespace detail
{

struct unit {
};

template <class T>
using stored = std::conditional_t<std::is_void_v<T>, unit, T>;

// What lies before a coroutine's frame: the pooled source.
constexpr std::size_t head_size = (sizeof(::vt_frame) + 15) / 16 * 16;

// A pooled frame and its generation, as the C handle has them.
struct source {
	::vt_frame *frame;
	std::uint64_t token;
};

inline void *coroutine_of(::vt_frame *frame) noexcept
{
	return reinterpret_cast<char *>(frame) + head_size;
}

inline ::vt_frame *frame_of(void *coroutine) noexcept
{
	return reinterpret_cast<::vt_frame *>(static_cast<char *>(coroutine) -
					      head_size);
}

// A failure of the C side as an exception, and the other way round.
inline std::exception_ptr exception_of(int error)
{
	return std::make_exception_ptr(
		std::system_error(error, std::generic_category()));
}

inline int error_of(const std::exception_ptr &e) noexcept
{
	try {
		std::rethrow_exception(e);
	} catch (const std::system_error &failure) {
		return failure.code().value() > 0 ? failure.code().value()
						  : EIO;
	} catch (const std::bad_alloc &) {
		return ENOMEM;
	} catch (...) {
		return EIO;
	}
}

template <class T> struct promise_base {
	std::variant<std::monostate, stored<T>, std::exception_ptr> outcome;

	static void *operator new(std::size_t size)
	{
		void *frame = vt_frame_new(head_size + size, nullptr);

		if (!frame)
			throw std::bad_alloc();
		return coroutine_of(static_cast<::vt_frame *>(frame));
	}

	static void operator delete(void *coroutine)
	{
		vt_frame_free(frame_of(coroutine));
	}

	std::suspend_never initial_suspend() const noexcept
	{
		return {};
	}

	void unhandled_exception() noexcept
	{
		outcome.template emplace<2>(std::current_exception());
	}

	// Once complete, the coroutine belongs to the consumer: neither it nor
	// this awaiter, which lies in it, is touched any more.
	struct final_awaiter {
		bool await_ready() const noexcept
		{
			return false;
		}

		template <class P>
		void await_suspend(std::coroutine_handle<P> h) const noexcept
		{
			::vt_core *core = &frame_of(h.address())->core;
			int rc = vt_core_complete(core, vt_core_token(core), 0);

			if (rc == VT_EDISCARDED)
				h.destroy();
		}

		void await_resume() const noexcept
		{
		}
	};

	final_awaiter final_suspend() const noexcept
	{
		return {};
	}
};

template <class T> struct promise : promise_base<T> {
	value_task<T> get_return_object() noexcept;

	template <class U = T> void return_value(U &&value)
	{
		this->outcome.template emplace<1>(std::forward<U>(value));
	}
};

template <> struct promise<void> : promise_base<void> {
	value_task<void> get_return_object() noexcept;

	void return_void() noexcept
	{
		this->outcome.template emplace<1>();
	}
};

template <class T>
std::coroutine_handle<promise<T>> handle_of(::vt_frame *frame) noexcept
{
	return std::coroutine_handle<promise<T>>::from_address(
		coroutine_of(frame));
}

// Takes the outcome out of a claimed coroutine and destroys it.
template <class T> T finish(::vt_frame *frame)
{
	struct destroyer {
		std::coroutine_handle<promise<T>> h;

		~destroyer()
		{
			h.destroy();
		}
	} coroutine{ handle_of<T>(frame) };
	auto &outcome = coroutine.h.promise().outcome;

	if (outcome.index() == 2)
		std::rethrow_exception(std::get<2>(outcome));
	if constexpr (!std::is_void_v<T>)
		return std::move(std::get<1>(outcome));
}

inline void resume(void *coroutine)
{
	std::coroutine_handle<>::from_address(coroutine).resume();
}

// The operations under which C takes the outcome of a coroutine of words.
struct word_ops {
	static int status(void *s, std::uint64_t token)
	{
		return vt_core_status(&static_cast<::vt_frame *>(s)->core,
				      token);
	}

	static int on_done(void *s, std::uint64_t token,
			   const ::vt_continuation *k)
	{
		return vt_core_on_done(&static_cast<::vt_frame *>(s)->core,
				       token, k);
	}

	static int take(void *s, std::uint64_t token, std::uint64_t *value)
	{
		auto *frame = static_cast<::vt_frame *>(s);
		std::uint64_t unused;
		int rc = vt_core_take(&frame->core, token, &unused);

		if (rc < 0)
			return rc;
		try {
			*value = finish<std::uint64_t>(frame);
		} catch (...) {
			return error_of(std::current_exception());
		}
		return VT_OK;
	}

	static int discard(void *s, std::uint64_t token)
	{
		auto *frame = static_cast<::vt_frame *>(s);
		int rc = vt_core_discard(&frame->core, token);

		if (rc == VT_OK)
			handle_of<std::uint64_t>(frame).destroy();
		return rc;
	}

	static constexpr ::vt_source_ops ops = { status, on_done, take,
						 discard };
};

} // namespace detail

template <class T> class [[nodiscard]] value_task
{
	using stored = detail::stored<T>;
	static constexpr bool is_word = std::is_same_v<T, std::uint64_t>;

      public:
	using promise_type = detail::promise<T>;

	// Empty: consuming it throws.
	value_task() noexcept = default;

	// Ready with a value; value_task<void>: see ready().
	template <class U = T>
	requires(!std::is_void_v<T> && std::is_constructible_v<stored, U &&> &&
		 !std::is_same_v<std::remove_cvref_t<U>, value_task> &&
		 !std::is_same_v<std::remove_cvref_t<U>, ::value_task>)
		value_task(U &&value)
	    : state_(std::in_place_index<1>, std::forward<U>(value))
	{
	}

	// Takes over a value task of the C library.
	explicit value_task(::value_task c) noexcept requires is_word
	    : state_(std::in_place_index<4>, c)
	{
	}

	static value_task ready() requires std::is_void_v<T>
	{
		value_task t;

		t.state_.template emplace<1>();
		return t;
	}

	static value_task failed(std::exception_ptr e) noexcept
	{
		value_task t;

		t.state_.template emplace<2>(std::move(e));
		return t;
	}

	value_task(value_task &&other) noexcept
	    : state_(std::exchange(other.state_, {}))
	{
	}

	value_task &operator=(value_task &&other) noexcept
	{
		if (this != &other) {
			discard();
			state_ = std::exchange(other.state_, {});
		}
		return *this;
	}

	value_task(const value_task &) = delete;
	value_task &operator=(const value_task &) = delete;

	// An outcome that nobody wants; the coroutine runs to its end.
	~value_task()
	{
		discard();
	}

	// False once consumed or moved from.
	bool valid() const noexcept
	{
		return state_.index() != 0;
	}

	// True if awaiting will not suspend.
	bool is_ready() const noexcept
	{
		if (auto *s = std::get_if<3>(&state_))
			return vt_core_status(&s->frame->core, s->token) >= 0;
		if (auto *c = std::get_if<4>(&state_))
			return value_task_status(c) >= 0;
		return true;
	}

	class awaiter;

	awaiter operator co_await() &&
	{
		return awaiter(std::move(*this));
	}

	awaiter operator co_await() & = delete;

	// Blocks the thread until complete, then consumes. For main() and
	// tests.
	T wait() &&;

	// Hands the operation over to C, which takes the word or an errno.
	::value_task into_c() && requires is_word
	{
		auto state = std::exchange(state_, {});

		if (auto *value = std::get_if<1>(&state))
			return value_task_value(*value);
		if (auto *e = std::get_if<2>(&state))
			return value_task_error(detail::error_of(*e));
		if (auto *s = std::get_if<3>(&state)) {
			s->frame->ops = &detail::word_ops::ops;
			return value_task_from_source(s->frame, s->token);
		}
		if (auto *c = std::get_if<4>(&state))
			return *c;
		return {};
	}

      private:
	friend promise_type;

	explicit value_task(detail::source s) noexcept
	    : state_(std::in_place_index<3>, s)
	{
	}

	int on_done(vt_fn *fn, void *arg) noexcept
	{
		::vt_continuation k = { fn, arg, nullptr };

		if (auto *s = std::get_if<3>(&state_))
			return vt_core_on_done(&s->frame->core, s->token, &k);
		if (auto *c = std::get_if<4>(&state_))
			return value_task_on_done(c, fn, arg);
		return VT_OK;
	}

	T take()
	{
		auto state = std::exchange(state_, {});
		std::uint64_t word = 0;
		int rc = VT_EEMPTY;

		switch (state.index()) {
		case 1:
			if constexpr (std::is_void_v<T>)
				return;
			else
				return std::move(std::get<1>(state));
		case 2:
			std::rethrow_exception(std::get<2>(state));
		case 3:
			rc = vt_core_take(&std::get<3>(state).frame->core,
					  std::get<3>(state).token, &word);
			if (rc >= 0)
				return detail::finish<T>(
					std::get<3>(state).frame);
			break;
		case 4:
			if constexpr (is_word) {
				rc = value_task_take(&std::get<4>(state),
						     &word);
				if (rc == VT_OK)
					return word;
			}
			break;
		}
		if (rc > 0)
			std::rethrow_exception(detail::exception_of(rc));
		throw misuse(rc);
	}

	void discard() noexcept
	{
		if (auto *s = std::get_if<3>(&state_)) {
			if (vt_core_discard(&s->frame->core, s->token) == VT_OK)
				detail::handle_of<T>(s->frame).destroy();
		} else if (auto *c = std::get_if<4>(&state_)) {
			if (!value_task_is_empty(c))
				value_task_discard(c);
		}
	}

	// Empty, a value, a failure, a coroutine, or one of C's.
	std::variant<std::monostate, stored, std::exception_ptr, detail::source,
		     ::value_task>
		state_;
};

// The value task itself, moved in: nobody else can consume it meanwhile.
template <class T> class value_task<T>::awaiter : value_task
{
      public:
	explicit awaiter(value_task &&task) noexcept
	    : value_task(std::move(task))
	{
	}

	bool await_ready() const noexcept
	{
		return this->is_ready();
	}

	// False, and the coroutine goes on by itself, if the outcome has come
	// meanwhile or awaiting is refused: then taking it tells why.
	bool await_suspend(std::coroutine_handle<> h) noexcept
	{
		return this->on_done(detail::resume, h.address()) == VT_PENDING;
	}

	T await_resume()
	{
		return this->take();
	}
};

template <class T> T value_task<T>::wait() &&
{
	struct sleeper {
		std::mutex lock;
		std::condition_variable woken;
		bool done = false;
	} s;
	auto wake = [](void *arg) {
		auto *sleeper_ = static_cast<sleeper *>(arg);
		std::lock_guard guard(sleeper_->lock);

		sleeper_->done = true;
		sleeper_->woken.notify_one();
	};

	if (on_done(wake, &s) == VT_PENDING) {
		std::unique_lock guard(s.lock);

		s.woken.wait(guard, [&s] { return s.done; });
	}
	return take();
}

namespace detail
{

// What has become of the coroutine's address is hidden from the compiler: it
// must not see that caller and coroutine end together and put the frame on the
// stack, where there is no head before it.
inline source source_of(void *coroutine) noexcept
{
	::vt_frame *frame = frame_of(coroutine);

	__asm__("" : "+r"(frame));
	return { frame, vt_core_token(&frame->core) };
}

template <class T> value_task<T> promise<T>::get_return_object() noexcept
{
	return value_task<T>(source_of(
		std::coroutine_handle<promise>::from_promise(*this).address()));
}

inline value_task<void> promise<void>::get_return_object() noexcept
{
	return value_task<void>(source_of(
		std::coroutine_handle<promise>::from_promise(*this).address()));
}

} // namespace detail

// `co_await once::resume_on(executor)` goes on there.
class resume_on
{
      public:
	explicit resume_on(::vt_executor *executor) noexcept
	    : executor_(executor)
	{
	}

	bool await_ready() const noexcept
	{
		return false;
	}

	void await_suspend(std::coroutine_handle<> h) noexcept
	{
		work_.handle = h;
		work_.run = [](::vt_work *work) {
			static_cast<posted *>(work)->handle.resume();
		};
		vt_executor_post(executor_, &work_);
	}

	void await_resume() const noexcept
	{
	}

      private:
	struct posted : ::vt_work {
		std::coroutine_handle<> handle;
	};

	::vt_executor *executor_;
	posted work_{};
};

} // namespace once

#endif
