// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <future>
#include <lazy.hpp>
#include <memory>
#include <pthread.h>
#include <thread>
#include <vector>

#include <request.h>

using async_simple::coro::collectAny;
using async_simple::coro::Lazy;

bool more();
void work();
std::future<int> start();
Lazy<int> fetch(int key);
Lazy<int> timer(int seconds);
void note(const char *text, int value);
int look(const std::future<int> &f);
void remember(std::future<int> &f);

static int S141_finish(std::future<int> f)
{
	return f.get();
}

int bad_S141_helper_by_value_then_get()
{
	auto f = start();
	int sum = S141_finish(std::move(f));

	return sum + f.get(); // expect: use-after-transfer "'f'"
}

static int S142_drain(std::future<int> &f)
{
	return f.get() + 1;
}

static void S142_join(std::thread *t)
{
	t->join();
}

static Lazy<int> S142_await(Lazy<int> &t)
{
	co_return co_await t;
}

int bad_S142_helper_by_reference()
{
	auto f = start();
	int sum = S142_drain(f);

	return sum + f.get(); // expect: double-consume "'f'"
}

int bad_S142_helper_after_get(std::future<int> f)
{
	int sum = f.get();

	return sum + S142_drain(f); // expect: double-consume
}

void bad_S142_helper_by_pointer()
{
	std::thread t(work);

	S142_join(&t);
	t.join(); // expect: double-consume "'t'"
}

Lazy<int> bad_S142_awaited_by_a_helper()
{
	auto t = fetch(1);
	int sum = co_await S142_await(t);

	co_return sum + co_await t; // expect: double-consume "'t'"
}

static int S143_maybe(std::future<int> &f, bool eager)
{
	return eager ? f.get() : 0;
}

int bad_S143_helper_on_one_path(std::future<int> f, bool eager)
{
	int sum = S143_maybe(f, eager);

	return sum + f.get(); // expect: double-consume
}

static bool S144_ready(const std::future<int> &f)
{
	return f.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

int ok_S144_helper_only_polls(std::future<int> f)
{
	while (!S144_ready(f))
		note("pending", look(f));
	return f.get();
}

static std::future<int> S145_begin(int key)
{
	note("begin", key);
	return start();
}

int ok_S145_start_and_wait_wrappers()
{
	auto f = S145_begin(1);

	return S142_drain(f);
}

int bad_S145_through_wrappers()
{
	auto f = S145_begin(1);
	int sum = S142_drain(f);

	return sum + S142_drain(f); // expect: double-consume
}

static std::future<int> &S146_drained(std::future<int> &f)
{
	f.get();
	return f;
}

int bad_S146_helper_consumed_it_already(std::future<int> f)
{
	return S146_drained(f).get(); // expect: double-consume
}

struct S148_parcel {
	int weight;
	std::future<int> pending;
};

static int S148_deliver(S148_parcel &p)
{
	return p.weight * p.pending.get();
}

static int S148_deliver_all(std::vector<std::future<int>> &v)
{
	int sum = 0;

	for (auto &f : v)
		sum += f.get();
	return sum;
}

int bad_S148_in_a_struct()
{
	S148_parcel p{ 1, start() };
	int sum = S148_deliver(p);

	return sum + p.pending.get(); // expect: double-consume
}

int bad_S148_in_a_container(std::vector<std::future<int>> &v)
{
	int sum = S148_deliver_all(v);

	return sum + v[0].get(); // expect: double-consume
}

int bad_S148_in_a_unique_ptr(std::unique_ptr<std::future<int>> p)
{
	int sum = S142_drain(*p);

	return sum + p->get(); // expect: double-consume
}

struct S149_reader {
	virtual ~S149_reader();
	virtual int read(std::future<int> &f) = 0;
};

struct S149_plain : S149_reader {
	int read(std::future<int> &f) override
	{
		return f.get();
	}
};

struct S149_doubled : S149_reader {
	int read(std::future<int> &f) override
	{
		return 2 * f.get();
	}
};

int bad_S149_all_overriders_consume(S149_reader &r, std::future<int> f)
{
	int sum = r.read(f);

	return sum + f.get(); // expect: double-consume
}

struct S149_probe {
	virtual ~S149_probe();
	virtual int probe(std::future<int> &f) = 0;
};

struct S149_polling : S149_probe {
	int probe(std::future<int> &f) override
	{
		return f.valid();
	}
};

struct S149_taking : S149_probe {
	int probe(std::future<int> &f) override
	{
		return f.get();
	}
};

int bad_S149_some_overriders_consume(S149_probe &p, std::future<int> f)
{
	int sum = p.probe(f);

	return sum + f.get(); // expect: double-consume
}

struct S149_looker {
	virtual ~S149_looker();
	virtual int look_at(const std::future<int> &f) = 0;
};

int ok_S149_no_overrider_consumes(S149_looker &l, std::future<int> f)
{
	int sum = l.look_at(f);

	return sum + f.get();
}

class bad_S150_run_at_once
{
	std::thread thread;

      public:
	bad_S150_run_at_once() : thread(work)
	{
		thread.join();
	}
	~bad_S150_run_at_once()
	{
		thread.join(); // expect: double-consume "thread"
	}
};

class ok_S150_run_at_once
{
	std::thread thread;

      public:
	explicit ok_S150_run_at_once(bool wait) : thread(work)
	{
		if (wait)
			thread.join();
	}
	~ok_S150_run_at_once()
	{
		if (thread.joinable())
			thread.join();
	}
};

static bool S151_taken;

static int S151_take_unless_done(std::future<int> &f)
{
	return S151_taken ? 0 : f.get();
}

int ok_S151_flag_set(std::future<int> f)
{
	int sum = f.get();

	S151_taken = true;
	return sum + S151_take_unless_done(f);
}

int bad_S151_flag_cleared(std::future<int> f)
{
	int sum = f.get();

	S151_taken = false;
	return sum + S151_take_unless_done(f); // expect: double-consume
}

void ok_S152_unknown_function_has_it()
{
	auto f = start();

	remember(f);
}

int bad_S153_lambda_called_twice(std::future<int> f)
{
	auto take = [&f] { return f.get(); };
	int first = take();

	return first + take(); // expect: double-consume
}

int bad_S153_lambda_called_in_a_loop(std::future<int> f)
{
	auto take = [&] { return f.get(); };
	int sum = 0;

	while (more())
		sum += take(); // expect: double-consume
	return sum;
}

int ok_S154_lambda_called_once(std::future<int> f)
{
	auto take = [&f] { return f.get(); };

	return take();
}

int ok_S154_lambda_never_called()
{
	auto f = start();
	auto take = [&f] { return f.get(); };

	return sizeof(take) > 1;
}

int bad_S155_called_at_once_then_outside(std::future<int> f)
{
	int first = [&f] { return f.get(); }();

	return first + f.get(); // expect: double-consume
}

int bad_S156_moved_in_and_called_twice()
{
	auto job = [g = start()]() mutable { return g.get(); };
	int first = job();

	return first + job(); // expect: double-consume
}

int ok_S156_moved_in_and_called_once(std::future<int> f)
{
	auto job = [g = std::move(f)]() mutable { return g.get(); };

	return job();
}

void bad_S156_copy_of_an_id(pthread_t t)
{
	auto join = [t] { pthread_join(t, NULL); };

	join();
	join(); // expect: double-consume
}

int bad_S157_inside_a_lambda()
{
	auto take = [](std::future<int> f) {
		int first = f.get();

		return first + f.get(); // expect: double-consume
	};

	return take(start());
}

int bad_S157_inside_a_local_class()
{
	struct local {
		static int take(std::future<int> f)
		{
			int first = f.get();

			return first + f.get(); // expect: double-consume
		}
	};

	return local::take(start());
}

int bad_S158_captured_after_get(std::future<int> f)
{
	int first = f.get();
	auto take = [&f] { return f.get(); }; // expect: double-consume

	return first + take();
}

void bad_S158_id_captured_after_join(pthread_t t)
{
	pthread_join(t, NULL);
	auto join = [t] { pthread_join(t, NULL); }; // expect: double-consume

	join();
}

int ok_S159_lambda_only_polls(std::future<int> f)
{
	auto ready = [&f] { return S144_ready(f); };

	while (!ready())
		note("pending", 0);
	return f.get();
}

void bad_S160_two_threads(std::future<int> f)
{
	std::thread a([&f] { note("a", f.get()); });
	// expect+1: concurrent-consume "'f'"
	std::thread b([&f] { note("b", f.get()); });

	a.join();
	b.join();
}

int bad_S160_two_tasks(std::future<int> &f)
{
	auto a = std::async(std::launch::async, [&f] { return f.get(); });
	// expect+1: concurrent-consume
	auto b = std::async(std::launch::async, [&f] { return f.get(); });

	return a.get() + b.get();
}

void ok_S160_one_future_each(std::future<int> f, std::future<int> g)
{
	std::thread a([&f] { note("a", f.get()); });
	std::thread b([&g] { note("b", g.get()); });

	a.join();
	b.join();
}

int bad_S161_parent_too(std::future<int> f)
{
	std::thread a([&f] { note("a", f.get()); });
	int outcome = f.get(); // expect: concurrent-consume

	a.join();
	return outcome;
}

int bad_S161_parent_after_the_join(std::future<int> f)
{
	std::thread a([&f] { note("a", f.get()); });

	a.join();
	return f.get(); // expect: double-consume
}

void ok_S161_moved_into_the_thread(std::future<int> f)
{
	std::thread a([g = std::move(f)]() mutable { note("a", g.get()); });

	a.join();
}

int bad_S163_called_once_then_outside(std::future<int> &f)
{
	app::run_once([&f] { note("idle", f.get()); });
	return f.get(); // expect: double-consume
}

void ok_S163_called_once(std::future<int> &f)
{
	app::run_once([&f] { note("idle", f.get()); });
}

static Lazy<int> S164_arm(Lazy<int> &t)
{
	co_return co_await std::move(t);
}

Lazy<int> bad_S164_in_an_arm_then_after()
{
	auto t = fetch(1);
	int which = co_await collectAny(S164_arm(t), timer(3));

	co_return which + co_await std::move(t); // expect: double-consume
}

// S165: nothing says that next() may be awaited only once.
struct S165_generator {
	Lazy<int> next();
	bool done() const;
};

Lazy<int> ok_S165_generator(S165_generator g)
{
	int sum = 0;

	while (!g.done())
		sum += co_await g.next();
	co_return sum;
}
