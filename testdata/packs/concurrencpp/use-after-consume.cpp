// SPDX-License-Identifier: Apache-2.0
#include <concurrencpp/concurrencpp.h>

int bad_waited_for_after_get(concurrencpp::result<int> answer)
{
	int n = answer.get();

	answer.wait(); // expect: use-after-consume
	return n;
}

int ok_waited_for_first(concurrencpp::result<int> answer)
{
	answer.wait();
	return answer.get();
}
