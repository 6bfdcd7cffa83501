// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <boost/thread/future.hpp>

namespace boost
{
class thread
{
      public:
	thread() noexcept;
	template <class F>
		requires(!std::is_same_v<std::remove_cvref_t<F>, thread>)
	explicit thread(F &&)
	{
	}
	thread(thread &&) noexcept;
	thread &operator=(thread &&) noexcept;
	~thread();
	void join();
	void detach();
	bool joinable() const noexcept;
	bool try_join_for(int milliseconds);
};
} // namespace boost
