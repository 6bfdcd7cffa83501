// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <future>
#include <memory>

#include <request.h>

int compute();
void note(const char *text, int value);

void bad_set_twice(std::promise<int> p, int value)
{
	if (value < 0)
		p.set_value(0);
	p.set_value(value); // expect: double-complete "'p'"
}

// What throws here is compute(), before anything is set.
void ok_set_in_try_and_in_catch(std::promise<int> p)
{
	try {
		p.set_value(compute());
	} catch (...) {
		p.set_exception(std::current_exception());
	}
}

void ok_set_in_try_or_in_catch(std::promise<int> p)
{
	int value;

	try {
		value = compute();
	} catch (...) {
		p.set_exception(std::current_exception());
		return;
	}
	p.set_value(value);
}

int bad_future_taken_twice()
{
	std::promise<int> p;
	auto a = p.get_future();
	auto b = p.get_future(); // expect: double-consume "'p'"

	p.set_value(1);
	return a.get() + b.get();
}

int ok_both_sides_once()
{
	std::promise<int> p;
	auto f = p.get_future();

	p.set_value(1);
	return f.get();
}

void bad_set_through_a_pointer(std::shared_ptr<std::promise<int>> p)
{
	p->set_value(1);
	p->set_value(2); // expect: double-complete
}

int bad_early_return_forgets(int to, int value)
{
	auto *p = reply_open(to);

	if (value < 0)
		return -1; // expect: never-completed "'p'"
	[p, value] { reply_send(p, value); }();
	return 0;
}

void ok_sent_in_a_lambda(int to, int value)
{
	auto *p = reply_open(to);
	auto send = [&](int v) { reply_send(p, v); };

	if (value < 0)
		send(0);
	else
		send(value);
}

void bad_sent_in_a_lambda_and_outside(int to)
{
	auto *p = reply_open(to);
	auto send = [&] { reply_send(p, 1); };

	send();
	reply_send(p, 2); // expect: double-complete
}
