// SPDX-License-Identifier: Apache-2.0
#include <concurrencpp/concurrencpp.h>

using concurrencpp::result;

int bad_read_twice(result<int> answer)
{
	int first = answer.get();

	return first + answer.get(); // expect: double-consume "'answer'"
}

result<int> bad_awaited_and_read(result<int> answer)
{
	int first = co_await answer;

	co_return first + answer.get(); // expect: double-consume
}

int ok_tested(result<int> answer, bool early)
{
	int n = 0;

	if (early)
		n = answer.get();
	if (answer)
		n += answer.get();
	return n;
}

int ok_shared(result<int> answer)
{
	concurrencpp::shared_result<int> shared(std::move(answer));

	return shared.get() + shared.get();
}
