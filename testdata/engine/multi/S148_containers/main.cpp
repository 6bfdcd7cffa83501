// SPDX-License-Identifier: Apache-2.0
#include "queue.hpp"

int bad_S148_third_of_a_vector(request *r, request *s)
{
	std::vector<request *> queue;
	int outcome = request_wait(r);

	queue.push_back(s);
	queue.push_back(s);
	queue.push_back(r);
	return outcome + wait_for_third(std::move(queue)); // expect: double-consume
}

int bad_S148_last_of_a_vector(request *r, std::vector<request *> &queue)
{
	int outcome = request_wait(r);

	queue.push_back(r);
	return outcome + wait_for_last(queue); // expect: double-consume
}

int bad_S148_inserted_at_the_end(request *r)
{
	std::vector<request *> queue;
	int outcome = request_wait(r);

	queue.insert(queue.end(), 2, r);
	return outcome + wait_for_last(queue); // expect: double-consume
}

int ok_S148_another_one_is_last(request *r, request *s)
{
	std::vector<request *> queue;
	int outcome = request_wait(r);

	queue.push_back(r);
	queue.push_back(s);
	return outcome + wait_for_last(queue);
}

int ok_S148_taken_out_again(request *r)
{
	std::vector<request *> queue;
	int outcome = request_wait(r);

	queue.push_back(r);
	queue.clear();
	queue.push_back(request_open(1));
	return outcome + wait_for_last(queue);
}

int ok_S148_made_in_a_loop(int n)
{
	std::vector<request *> queue;

	for (int i = 0; i < n; i++)
		queue.push_back(request_open(i));
	return wait_for_all(queue);
}

int ok_S148_emptied_from_the_back(int n)
{
	std::vector<request *> queue;
	int sum = 0;

	for (int i = 0; i < n; i++)
		queue.push_back(request_open(i));
	while (!queue.empty()) {
		sum += request_wait(queue.back());
		queue.pop_back();
	}
	return sum;
}
