// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <utility>

void bad_joined_twice()
{
	std::thread worker([] {});

	worker.join();
	worker.join(); // expect: double-consume "'worker'"
}

void bad_jthread_joined_twice(std::jthread worker)
{
	worker.join();
	worker.join(); // expect: double-consume
}

void ok_joinable_is_tested()
{
	std::thread worker([] {});

	worker.join();
	if (worker.joinable())
		worker.join();
}

void ok_started_again()
{
	std::thread worker([] {});

	worker.join();
	worker = std::thread([] {});
	worker.join();
}
