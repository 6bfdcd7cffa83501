// SPDX-License-Identifier: Apache-2.0
// The board shows the last price of each symbol.
#pragma once
#include "market.hpp"

#include <map>
#include <vector>

class board
{
	std::map<std::string, int> last;

      public:
	// Asks for one price; true when the board changed.
	bool refresh(const std::string &symbol);
	// Asks for all at once; how many were fresh.
	int refresh_all(const std::vector<std::string> &symbols);
	void show() const;
};
