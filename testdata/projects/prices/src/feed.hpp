// SPDX-License-Identifier: Apache-2.0
// Keeps the board fresh from a thread of its own until it is stopped.
#pragma once
#include "board.hpp"

#include <atomic>
#include <thread>

class feed
{
	board &shown;
	std::vector<std::string> symbols;
	std::atomic<bool> quit{ false };
	std::thread thread;

	void run();

      public:
	feed(board &b, std::vector<std::string> wanted);
	~feed();
	void stop();
};
