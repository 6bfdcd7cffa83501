// SPDX-License-Identifier: Apache-2.0
#include "board.hpp"

#include <cstdio>

bool board::refresh(const std::string &symbol)
{
	auto pending = ask(symbol);
	int &shown = last[symbol];

	// A stale price is shown only where there is none.
	if (shown != 0) {
		quote fresh = pending.get();
		if (!fresh.stale) {
			bool changed = shown != fresh.cents;
			shown = fresh.cents;
			return changed;
		}
		std::printf("%s: stale\n", symbol.c_str());
	}
	shown = pending.get().cents;
	return true;
}

int board::refresh_all(const std::vector<std::string> &symbols)
{
	std::vector<std::future<quote>> pending;
	int fresh = 0;

	for (const auto &symbol : symbols)
		pending.push_back(ask(symbol));
	for (auto &p : pending) {
		quote q = p.get();
		if (q.stale)
			continue;
		last[q.symbol] = q.cents;
		fresh++;
	}
	return fresh;
}

void board::show() const
{
	for (const auto &[symbol, cents] : last)
		std::printf("%-6s %3d.%02d\n", symbol.c_str(), cents / 100,
			    cents % 100);
}
