// SPDX-License-Identifier: Apache-2.0
// runtime/examples/cache_aside.cpp, written wrongly.
#include <once/value_task.hpp>

namespace stock
{

using stock_task = once::value_task<std::uint64_t>;

stock_task ask(unsigned id);

stock_task awaits_twice(unsigned id)
{
	stock_task t = ask(id);
	std::uint64_t first = co_await std::move(t);

	co_return first + co_await std::move(t);
}

stock_task asks_and_forgets(unsigned id)
{
	stock_task t = ask(id);

	if (id == 0)
		co_return 0;
	co_return co_await std::move(t);
}

std::uint64_t waits_after_handing_it_over(unsigned id)
{
	stock_task t = ask(id);
	value_task c = std::move(t).into_c();
	std::uint64_t value = 0;

	if (value_task_wait(&c, &value) != 0)
		return 0;
	return value + std::move(t).wait();
}

std::uint64_t takes_what_it_gave_to_cxx(value_task c)
{
	stock_task t(c);
	std::uint64_t value = std::move(t).wait();

	if (value_task_take(&c, &value) != 0)
		return 0;
	return value;
}

class shop
{
      public:
	void remember(unsigned id)
	{
		last_ = ask(id);
	}

      private:
	stock_task last_;
};

void remember(shop &s, unsigned id)
{
	s.remember(id);
}

std::uint64_t waits_for_nothing()
{
	stock_task t;

	return std::move(t).wait();
}

// ---- as it should be

stock_task awaits_once(unsigned id)
{
	stock_task t = ask(id);

	if (!t.valid())
		co_return 0;
	co_return co_await std::move(t);
}

std::uint64_t waits_in_c(unsigned id)
{
	value_task c = ask(id).into_c();
	std::uint64_t value = 0;

	return value_task_wait(&c, &value) == 0 ? value : 0;
}

} // namespace stock
