// SPDX-License-Identifier: Apache-2.0
// Where prices come from.
#pragma once
#include <future>
#include <string>

struct quote {
	std::string symbol;
	int cents = 0;
	bool stale = false;
};

// Asks the exchange; the answer comes from a thread of its own.
std::future<quote> ask(const std::string &symbol);
