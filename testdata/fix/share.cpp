// SPDX-License-Identifier: Apache-2.0
#include <future>

int compute();

int bad_type()
{
	std::future<int> result = std::async(compute);
	int first = result.get();

	return first + result.get(); // expect: double-consume
}

int bad_auto()
{
	auto result = std::async(compute);

	return result.get() +
	       result.get(); // expect: double-consume
}

int bad_of_a_promise(std::promise<int> &promise)
{
	std::future<int> result(promise.get_future());
	int sum = 0;

	for (int i = 0; i < 2; i++)
		sum += result.get(); // expect: double-consume
	return sum;
}

// Its type is the caller's business.
int hard_parameter(std::future<int> result)
{
	return result.get() +
	       result.get(); // expect: double-consume
}
