// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <utility>

int take(std::future<int> answer);

int bad_read_after_share(std::future<int> answer)
{
	std::shared_future<int> shared = answer.share();

	return shared.get() + answer.get(); // expect: use-after-transfer
}

int bad_read_after_move(std::future<int> answer)
{
	int n = take(std::move(answer));

	return n + answer.get(); // expect: use-after-transfer "'answer'"
}

int ok_moved_on(std::future<int> answer)
{
	std::future<int> mine = std::move(answer);

	return mine.get();
}
