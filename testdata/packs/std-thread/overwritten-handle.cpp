// SPDX-License-Identifier: Apache-2.0
#include <thread>

void bad_assigned_over()
{
	std::thread worker([] {});

	worker = std::thread([] {}); // expect: overwritten-handle
	worker.join();
}

void ok_assigned_over_an_empty_one()
{
	std::thread worker;

	worker = std::thread([] {});
	worker.join();
}
