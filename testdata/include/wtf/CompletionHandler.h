// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <utility>

namespace WTF
{
template <class> class CompletionHandler;
template <class R, class... A> class CompletionHandler<R(A...)>
{
      public:
	CompletionHandler() noexcept;
	CompletionHandler(CompletionHandler &&) noexcept;
	CompletionHandler(const CompletionHandler &) = delete;
	CompletionHandler &operator=(CompletionHandler &&) noexcept;
	~CompletionHandler();
	explicit operator bool() const;
	R operator()(A...);
};
} // namespace WTF
using WTF::CompletionHandler;
