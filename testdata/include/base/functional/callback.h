// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <utility>

namespace base
{
template <class> class OnceCallback;
template <class R, class... A> class OnceCallback<R(A...)>
{
      public:
	OnceCallback() noexcept;
	OnceCallback(OnceCallback &&) noexcept;
	OnceCallback(const OnceCallback &) = delete;
	OnceCallback &operator=(OnceCallback &&) noexcept;
	~OnceCallback();
	bool is_null() const;
	explicit operator bool() const;
	void Reset();
	R Run(A...) &&;
};
template <class> class RepeatingCallback;
template <class R, class... A> class RepeatingCallback<R(A...)>
{
      public:
	RepeatingCallback(const RepeatingCallback &);
	R Run(A...) const;
};
using OnceClosure = OnceCallback<void()>;
} // namespace base
