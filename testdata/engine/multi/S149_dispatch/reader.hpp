// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <future>

// Two readers, each in a file of its own; both take the outcome.
struct reader {
	virtual ~reader();
	virtual int read(std::future<int> &f) = 0;
};

struct plain_reader : reader {
	int read(std::future<int> &f) override;
};

struct doubling_reader : reader {
	int read(std::future<int> &f) override;
};

// One takes the outcome, the other only looks.
struct probe {
	virtual ~probe();
	virtual int look(std::future<int> &f);
};

struct taking_probe : probe {
	int look(std::future<int> &f) override;
};

struct quiet_probe : probe {
	int look(std::future<int> &f) override;
};

struct quieter_probe : quiet_probe {
};
