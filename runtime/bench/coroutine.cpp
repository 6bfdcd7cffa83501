// SPDX-License-Identifier: Apache-2.0
//
// The same lookups with the C++ header: a function that returns a ready value,
// and coroutines, one that awaits another on the miss.
#include "bench.h"

#include <once/value_task.hpp>

namespace
{

using task = once::value_task<uint64_t>;

uint64_t table[16] = { 0, 42 };

[[gnu::noinline]] task ready_get(unsigned id)
{
	return table[id];
}

task service_get(unsigned id)
{
	co_await once::resume_on(vt_loop_executor(bench_loop));
	co_return table[id];
}

[[gnu::noinline]] task lookup(unsigned id, bool is_there)
{
	if (is_there)
		co_return table[id];
	co_return co_await service_get(id);
}

void take(task t)
{
	vt_loop_run(bench_loop);
	bench_sink = bench_sink + std::move(t).wait();
}

void hit_function(uint64_t n)
{
	while (n--)
		bench_sink = bench_sink + ready_get(1).wait();
}

void hit_coroutine(uint64_t n)
{
	while (n--)
		bench_sink = bench_sink + lookup(1, true).wait();
}

void miss_one(uint64_t n)
{
	while (n--)
		take(service_get(1));
}

void miss_two(uint64_t n)
{
	while (n--)
		take(lookup(1, false));
}

enum { N = 300000 };

} // namespace

const struct bench bench_coroutine[] = {
	{ "hit/value_task, C++ function", hit_function, N },
	{ "hit/value_task, C++ coroutine", hit_coroutine, N },
	{ "miss/value_task, C++ coroutine", miss_one, N },
	{ "miss/value_task, two C++ coroutines", miss_two, N },
	{ nullptr, nullptr, 0 },
};
