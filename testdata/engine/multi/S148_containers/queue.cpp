// SPDX-License-Identifier: Apache-2.0
#include "queue.hpp"

int wait_for_third(std::vector<request *> queue)
{
	request *r = queue[2];

	return request_wait(r);
}

int wait_for_last(std::vector<request *> &queue)
{
	return request_wait(queue.back());
}

int wait_for_all(std::vector<request *> &queue)
{
	int sum = 0;

	for (request *r : queue)
		sum += request_wait(r);
	return sum;
}
