// SPDX-License-Identifier: Apache-2.0
#include <future>

void bad_satisfied_twice(std::promise<int> done, int value)
{
	if (value < 0)
		done.set_value(0);
	done.set_value(value); // expect: double-complete "'done'"
}

void bad_run_twice(std::packaged_task<int()> task)
{
	task();
	task(); // expect: double-complete
}

void ok_one_or_the_other(std::promise<int> done, int value)
{
	if (value < 0)
		done.set_value(0);
	else
		done.set_value(value);
}

void ok_reset_between(std::packaged_task<int()> task)
{
	task();
	task.reset();
	task();
}

void ok_new_promise(std::promise<int> done)
{
	done.set_value(1);
	done = std::promise<int>();
	done.set_value(2);
}
