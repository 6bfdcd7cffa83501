// SPDX-License-Identifier: Apache-2.0
#include "board.hpp"
#include "feed.hpp"
#include "history.hpp"
#include "ticker.hpp"

#include <cstdio>

using async_simple::coro::syncAwait;

int main(int argc, char **argv)
{
	std::vector<std::string> symbols(argv + 1, argv + argc);
	board b;
	ticker t;

	if (symbols.empty()) {
		std::fprintf(stderr, "usage: %s SYMBOL...\n", argv[0]);
		return 2;
	}
	{
		feed f(b, symbols);

		f.stop();
	}
	for (const auto &symbol : symbols) {
		b.refresh(symbol);
		std::printf("%s: mean %d, spread %d, closing %d\n",
			    symbol.c_str(), syncAwait(history::mean(symbol)),
			    syncAwait(history::spread(symbol)),
			    syncAwait(history::closing(symbol, 4)));
	}
	b.show();
	std::printf("%d turns\n", t.stop());
	return 0;
}
