// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <utility>

void later(std::promise<int> done);

void bad_left_unsatisfied(std::promise<int> done, int value)
{
	if (value < 0)
		return; // expect: never-completed
	done.set_value(value);
}

void ok_handed_on(std::promise<int> done, int value)
{
	if (value < 0)
		later(std::move(done));
	else
		done.set_value(value);
}
