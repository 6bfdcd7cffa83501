// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <utility>

void bad_joined_after_detach(std::thread worker)
{
	worker.detach();
	worker.join(); // expect: use-after-transfer
}

void bad_joined_after_move(std::thread worker)
{
	std::thread other = std::move(worker);

	other.join();
	worker.join(); // expect: use-after-transfer
}

void ok_detached(std::thread worker)
{
	worker.detach();
}
