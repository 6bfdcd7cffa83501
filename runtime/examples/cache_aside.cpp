// SPDX-License-Identifier: Apache-2.0
//
// The cache of cache_aside.c in C++20. The lookup itself is no coroutine: a hit
// returns a ready value, and only a miss calls one. So a hit costs what a
// plain function costs; a coroutine for both would rent a frame each time.
#include <array>

#include <once/value_task.hpp>

#include "example.h"

namespace
{

using stock_task = once::value_task<uint64_t>;

constexpr unsigned ids = 100;
constexpr unsigned lookups = 1000;
constexpr uint64_t lifetime = 3600;

class shop
{
      public:
	explicit shop(vt_loop *loop) : loop_(loop)
	{
	}

	stock_task stock_of(unsigned id)
	{
		const entry &e = cache_[id];

		if (e.expires > now_)
			return e.stock;
		return miss(id);
	}

	void pass(uint64_t seconds)
	{
		now_ += seconds;
	}

	unsigned asked() const
	{
		return asked_;
	}

      private:
	struct entry {
		uint64_t stock;
		uint64_t expires; // 0: not here
	};

	// The slow service: answers on a later turn of the loop.
	stock_task ask(unsigned id)
	{
		co_await once::resume_on(vt_loop_executor(loop_));
		asked_++;
		co_return id * 3 + 1;
	}

	stock_task miss(unsigned id)
	{
		uint64_t stock = co_await ask(id);

		cache_[id] = { stock, now_ + lifetime };
		co_return stock;
	}

	vt_loop *loop_;
	uint64_t now_ = 1;
	std::array<entry, ids> cache_{};
	unsigned asked_ = 0;
};

void measure(const char *name, shop &s, vt_loop *loop)
{
	struct count before = count_now();
	unsigned asked = s.asked();

	for (unsigned i = 0; i < lookups; i++) {
		stock_task t = s.stock_of(i % ids);

		vt_loop_run(loop);
		must(std::move(t).wait() == i % ids * 3 + 1, "lookup");
	}
	asked = s.asked() - asked;
	std::printf("%s: %u hits, %u misses, %llu B\n", name, lookups - asked,
		    asked, bytes_since(before));
}

} // namespace

int main()
{
	vt_loop *loop = vt_loop_new();

	must(loop != nullptr, "vt_loop_new");
	{
		shop s(loop);

		measure("warming the pool", s, loop);
		measure("all hits", s, loop);
		s.pass(lifetime);
		measure("an hour later", s, loop);
	}
	vt_loop_free(loop);
	return EXIT_SUCCESS;
}
