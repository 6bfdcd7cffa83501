// SPDX-License-Identifier: Apache-2.0
#include <thread>

void bad_dropped()
{
	std::thread worker([] {}); // expect: never-consumed
}

void bad_dropped_on_one_path(bool wait)
{
	std::thread worker([] {}); // expect: never-consumed "'worker'"

	if (wait)
		worker.join();
}

void ok_joins_by_itself()
{
	std::jthread worker([] {});
}

void ok_joined_where_started(bool start)
{
	std::thread worker;

	if (start)
		worker = std::thread([] {});
	if (worker.joinable())
		worker.join();
}
