// SPDX-License-Identifier: Apache-2.0
#include <boost/thread/future.hpp>
#include <future>

int compute();
boost::future<int> start(int key);

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

int bad_waited_for_besides()
{
	auto answer = start(1);
	int first = answer.get();
	auto both = boost::when_all(answer, start(2)); // expect: wait-all

	return first + both.get();
}

int bad_type_waited_for_besides()
{
	boost::future<int> answer = start(1);
	int first = answer.get();
	auto both = boost::when_all(answer, start(2)); // expect: wait-all

	return first + both.get();
}

// What is given away twice at once is moved from by the first.
void hard_given_twice()
{
	auto answer = start(1);
	// expect+1: wait-all
	auto both = boost::when_all(std::move(answer), std::move(answer));

	both.get();
}

// Its type is the caller's business.
int hard_parameter(std::future<int> result)
{
	return result.get() +
	       result.get(); // expect: double-consume
}
