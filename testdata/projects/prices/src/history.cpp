// SPDX-License-Identifier: Apache-2.0
#include "history.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace history
{

Lazy<std::vector<int>> page(std::string symbol, int number)
{
	std::vector<int> prices;

	for (size_t i = 0; i < 4 && number < 3; i++)
		prices.push_back(symbol[i % symbol.size()] * 10 + number);
	co_return prices;
}

static int sum_of(const std::vector<int> &prices)
{
	return std::accumulate(prices.begin(), prices.end(), 0);
}

Lazy<int> mean(std::string symbol)
{
	auto first = page(std::move(symbol), 0);
	int sum = sum_of(co_await first);
	int count = static_cast<int>((co_await first).size());

	co_return count ? sum / count : 0;
}

Lazy<int> spread(std::string symbol)
{
	auto first = page(symbol, 0);
	auto second = page(symbol, 1);
	auto prices = co_await first;
	auto more = co_await second;

	prices.insert(prices.end(), more.begin(), more.end());
	auto [low, high] = std::minmax_element(prices.begin(), prices.end());
	co_return *high - *low;
}

Lazy<int> closing(std::string symbol, int pages)
{
	auto last = page(symbol, pages - 1);
	auto before = page(symbol, pages - 2);
	auto prices = co_await last;

	if (!prices.empty())
		co_return prices.back();
	std::printf("%s: no page %d\n", symbol.c_str(), pages);
	prices = co_await before;
	co_return prices.empty() ? 0 : prices.back();
}

} // namespace history
