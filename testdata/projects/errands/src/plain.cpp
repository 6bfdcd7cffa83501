// SPDX-License-Identifier: Apache-2.0
// The common words of futures: get, wait, share.
#include <memory>

struct cell {
	int value;
	int get() const { return value; }
	void wait() {}
};

int look(const std::shared_ptr<cell> &c)
{
	auto other = c;

	other->wait();
	return other.get()->get() + c->get();
}
