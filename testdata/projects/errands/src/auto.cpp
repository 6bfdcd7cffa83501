// SPDX-License-Identifier: Apache-2.0
#include "errand.hpp"

int bad_there_and_back(int where)
{
	auto answer = send(where);
	int first = answer.get();

	return first + answer.get();
}

int ok_there(int where)
{
	auto answer = send(where);

	return answer.get();
}
