// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <utility>

// A member that no constructor mentions is made by its own.

struct item {
	int number;
	std::promise<int> result;

	item() : number(0)
	{
	}
	item(int n) : number(n)
	{
	}
	item(item &&other)
	{
		number = other.number;
		result = std::move(other.result);
	}
};

void put(item &&i);

int ok_made_by_its_own_constructor(int n)
{
	item i(n);
	std::future<int> f = i.result.get_future();

	put(std::move(i));
	return f.get();
}

struct several {
	item items[2];
	int number;

	several() : number(2)
	{
	}
};

int ok_made_in_an_array()
{
	several s;
	std::future<int> f = s.items[1].result.get_future();

	s.items[1].result.set_value(1);
	return f.get();
}

struct waiting {
	int number;
	std::future<int> result;

	waiting(int n) : number(n)
	{
	}
};

int bad_never_given(int n)
{
	waiting w(n);

	return w.result.get(); // expect: consume-unstarted "'w.result'"
}
