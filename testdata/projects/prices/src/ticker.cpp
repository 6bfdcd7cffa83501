// SPDX-License-Identifier: Apache-2.0
#include "ticker.hpp"

#include <chrono>

using namespace std::chrono_literals;

ticker::ticker()
{
	thread = std::thread([this] {
		while (!quit) {
			turns++;
			std::this_thread::sleep_for(1ms);
		}
	});
}

ticker::~ticker()
{
	stop();
}

int ticker::stop()
{
	quit = true;
	if (thread.joinable())
		thread.join();
	return turns;
}
