// SPDX-License-Identifier: Apache-2.0
// Prices of the past, read page by page.
#pragma once
#include "lazy.hpp"

#include <string>
#include <vector>

namespace history
{

using async_simple::coro::Lazy;

Lazy<std::vector<int>> page(std::string symbol, int number);
// The mean of the first page, in cents.
Lazy<int> mean(std::string symbol);
// Highest minus lowest price of the first two pages.
Lazy<int> spread(std::string symbol);
// The price of the last page's end, and of the page before if that is empty.
Lazy<int> closing(std::string symbol, int pages);

} // namespace history
