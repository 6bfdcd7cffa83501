// SPDX-License-Identifier: Apache-2.0
// Counts the turns of the market. Stopping it twice is fine.
#pragma once
#include <atomic>
#include <thread>

class ticker
{
	std::atomic<bool> quit{ false };
	std::atomic<int> turns{ 0 };
	std::thread thread;

      public:
	ticker();
	~ticker();
	int stop();
};
