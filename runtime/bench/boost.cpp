// SPDX-License-Identifier: Apache-2.0
//
// The same lookups with boost::fiber: a future, and a fiber that waits on a
// stack from a pool; and its channel.
#include "bench.h"

#include <boost/fiber/all.hpp>

namespace
{

namespace fibers = boost::fibers;

void hit(uint64_t n)
{
	while (n--) {
		fibers::promise<uint64_t> promise;
		fibers::future<uint64_t> future = promise.get_future();

		promise.set_value(42);
		bench_sink = bench_sink + future.get();
	}
}

void miss(uint64_t n)
{
	static fibers::pooled_fixedsize_stack stacks;

	while (n--) {
		fibers::promise<uint64_t> promise;
		fibers::future<uint64_t> future = promise.get_future();
		fibers::fiber fiber(std::allocator_arg, stacks, [&promise] {
			boost::this_fiber::yield();
			promise.set_value(42);
		});

		bench_sink = bench_sink + future.get();
		fiber.join();
	}
}

void channel(uint64_t n)
{
	static fibers::buffered_channel<uint64_t> items(64);

	while (n--) {
		uint64_t item = 0;

		if (items.try_push(n) != fibers::channel_op_status::success ||
		    items.try_pop(item) != fibers::channel_op_status::success)
			bench_fail("channel");
		bench_sink = bench_sink + item;
	}
}

} // namespace

const struct bench bench_boost[] = {
	{ "hit/boost::fibers::future", hit, 300000 },
	{ "miss/boost::fiber", miss, 50000 },
	{ "channel, item there/boost buffered_channel", channel, 200000 },
	{ nullptr, nullptr, 0 },
};
