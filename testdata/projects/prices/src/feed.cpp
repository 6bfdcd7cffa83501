// SPDX-License-Identifier: Apache-2.0
#include "feed.hpp"

#include <chrono>

using namespace std::chrono_literals;

feed::feed(board &b, std::vector<std::string> wanted)
    : shown(b), symbols(std::move(wanted)), thread([this] { run(); })
{
}

feed::~feed()
{
	quit = true;
	thread.join();
}

void feed::stop()
{
	quit = true;
	thread.join();
}

void feed::run()
{
	while (!quit) {
		shown.refresh_all(symbols);
		std::this_thread::sleep_for(1ms);
	}
}
