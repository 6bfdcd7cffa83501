// SPDX-License-Identifier: Apache-2.0
#include "relay.hpp"

void work();
int compute();

std::future<int> b_begin()
{
	return std::async(std::launch::async, compute);
}

int b_drain(std::future<int> &f)
{
	return c_drain(&f);
}

async_simple::coro::Lazy<int> b_await(async_simple::coro::Lazy<int> &t)
{
	co_return co_await std::move(t);
}

session::session() : thread(work)
{
}

session::~session()
{
	thread.join();
}

void session::stop()
{
	thread.join();
}

guarded_session::guarded_session() : thread(work)
{
}

guarded_session::~guarded_session()
{
	stop();
}

void guarded_session::stop()
{
	if (thread.joinable())
		thread.join();
}
