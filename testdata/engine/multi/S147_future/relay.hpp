// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <future>
#include <lazy.hpp>
#include <thread>

// Each is in a file of its own and only hands on to the next.
int b_drain(std::future<int> &f);
int c_drain(std::future<int> *f);
bool c_ready(const std::future<int> &f);
std::future<int> b_begin();
async_simple::coro::Lazy<int> b_await(async_simple::coro::Lazy<int> &t);

class session
{
	std::thread thread;

      public:
	session();
	~session();
	void stop();
};

class guarded_session
{
	std::thread thread;

      public:
	guarded_session();
	~guarded_session();
	void stop();
};
