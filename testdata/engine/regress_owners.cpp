// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
#include <utility>
#include <vector>

std::future<int> start();
void work();
void may_throw();
bool chance();

// A method gives the field away, and the caller has what it gave.

class source
{
	std::future<int> f;

      public:
	explicit source(std::future<int> f) : f(std::move(f))
	{
	}
	std::future<int> take()
	{
		return std::move(f);
	}
	std::future<int> take_from_rvalue() &&
	{
		return std::move(f);
	}
	std::future<int> take_by_a_local()
	{
		auto g = std::move(f);

		return g;
	}
	std::future<int> &look()
	{
		return f;
	}
};

int ok_taken(source s)
{
	auto g = s.take();

	return g.get();
}

int ok_taken_at_once(source s)
{
	return s.take().get();
}

int ok_taken_from_rvalue(source s)
{
	auto g = std::move(s).take_from_rvalue();

	return g.get();
}

int ok_taken_by_a_local(source &s)
{
	auto f = s.take_by_a_local();

	return f.get();
}

int ok_taken_and_assigned(source &s)
{
	std::future<int> f;

	f = s.take();
	return f.get();
}

int ok_looked_at(source &s)
{
	return s.look().get();
}

int bad_taken_and_read_twice(source s)
{
	auto g = s.take();
	int first = g.get();

	return first + g.get(); // expect: double-consume "'g'"
}

int bad_taken_and_looked_at(source s)
{
	auto g = s.take();

	return g.get() + s.look().get(); // expect: use-after-transfer
}

int bad_looked_at_twice(source s)
{
	int first = s.look().get();

	return first + s.look().get(); // expect: double-consume
}

// Owners that join when they end.

struct joiner {
	std::thread &t;

	~joiner()
	{
		if (t.joinable())
			t.join();
	}
};

void ok_joined_by_a_guard()
{
	std::thread t(work);
	joiner j{ t };

	may_throw();
}

struct owner {
	std::thread t;

	explicit owner(std::thread x) : t(std::move(x))
	{
	}
	owner(owner &&) = default;
	~owner()
	{
		if (t.joinable())
			t.join();
	}
};

void ok_owned()
{
	owner o{ std::thread(work) };

	may_throw();
}

void ok_owner_moved()
{
	owner a{ std::thread(work) };
	owner b = std::move(a);

	may_throw();
}

template <class F> struct at_exit {
	F f;
	bool wanted = true;

	explicit at_exit(F f) : f(std::move(f))
	{
	}
	~at_exit()
	{
		if (wanted)
			f();
	}
};

void ok_joined_by_a_closure()
{
	std::thread t(work);
	at_exit g([&] { t.join(); });

	may_throw();
}

void bad_joined_by_a_closure_too()
{
	std::thread t(work);
	at_exit g([&] { t.join(); });

	t.join();
} // expect-todo: double-consume

void ok_closure_dismissed()
{
	std::thread t(work);
	at_exit g([&] { t.join(); });

	if (chance()) {
		g.wanted = false;
		t.join();
	}
}

// Arrays of objects, walked by range.

void ok_array_of_threads()
{
	std::thread threads[4];

	for (auto &t : threads)
		t = std::thread(work);
	for (auto &t : threads)
		t.join();
}

void ok_array_counted_and_walked()
{
	std::thread threads[4];

	for (int i = 0; i < 4; i++)
		threads[i] = std::thread(work);
	for (auto &t : threads)
		t.join();
}

void ok_vector_of_threads()
{
	std::vector<std::thread> threads(4);

	for (auto &t : threads)
		t = std::thread(work);
	for (auto &t : threads)
		t.join();
}

void bad_array_joined_twice()
{
	std::thread threads[4];

	for (auto &t : threads)
		t = std::thread(work);
	for (auto &t : threads)
		t.join();
	for (auto &t : threads)
		t.join(); // expect: double-consume
}
