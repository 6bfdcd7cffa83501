// SPDX-License-Identifier: Apache-2.0
#include <future>

void bad_discarded_async()
{
	std::async(std::launch::async, [] { return 1; }); // expect: never-consumed
}

int ok_read()
{
	return std::async(std::launch::async, [] { return 1; }).get();
}
