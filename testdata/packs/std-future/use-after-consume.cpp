// SPDX-License-Identifier: Apache-2.0
#include <future>

int bad_waited_for_after_get(std::future<int> answer)
{
	int n = answer.get();

	answer.wait(); // expect: use-after-consume
	return n;
}

int ok_waited_for_first(std::future<int> answer, std::chrono::duration time)
{
	while (answer.wait_for(time) != std::future_status::ready)
		;
	return answer.get();
}
