// SPDX-License-Identifier: Apache-2.0
#include <future>

int bad_read_twice(std::future<int> answer)
{
	int first = answer.get();

	return first + answer.get(); // expect: double-consume "'answer'"
}

int bad_read_in_a_loop(std::future<int> answer, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += answer.get(); // expect: double-consume
	return sum;
}

int bad_retrieved_twice()
{
	std::promise<int> promise;
	std::future<int> first = promise.get_future();
	std::future<int> second = promise.get_future(); // expect: double-consume

	promise.set_value(1);
	return first.get() + second.get();
}

int ok_read_if_valid(std::future<int> answer, bool early)
{
	int sum = 0;

	if (early)
		sum = answer.get();
	if (answer.valid())
		sum += answer.get();
	return sum;
}

int ok_assigned_anew(std::future<int> answer)
{
	int sum = answer.get();

	answer = std::async([] { return 1; });
	return sum + answer.get();
}

int ok_shared(std::future<int> answer)
{
	std::shared_future<int> shared = answer.share();

	return shared.get() + shared.get();
}
