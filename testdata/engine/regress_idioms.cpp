// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <future>
#include <lazy.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

using async_simple::coro::Lazy;
std::future<int> start(int = 0);
Lazy<int> fetch(int);
bool chance();
void may_throw();
int work();
void note(int);
using ms = std::chrono::milliseconds;

class ok_cache
{
	std::map<int, std::future<int>> pending;
	std::map<int, int> values;

      public:
	int get(int k)
	{
		auto it = pending.find(k);
		if (it != pending.end()) {
			values[k] = it->second.get();
			pending.erase(it);
		}
		return values[k];
	}

	void add(int k)
	{
		pending[k] = start(k);
	}
};

class ok_worker
{
	std::thread t;
	bool stop = false;
	std::mutex m;

      public:
	void begin()
	{
		if (!t.joinable())
			t = std::thread([this] {
				while (!stop)
					work();
			});
	}

	void end()
	{
		{
			std::lock_guard<std::mutex> l(m);
			stop = true;
		}
		if (t.joinable())
			t.join();
	}

	~ok_worker()
	{
		end();
	}
};

class ok_pool
{
	std::vector<std::thread> ts;

      public:
	explicit ok_pool(int n)
	{
		for (int i = 0; i < n; i++)
			ts.emplace_back([] { work(); });
	}

	~ok_pool()
	{
		for (auto &t : ts)
			if (t.joinable())
				t.join();
	}

	void join()
	{
		for (auto &t : ts)
			t.join();
		ts.clear();
	}
};

int ok_collect(int n)
{
	std::vector<std::future<int>> fs;
	for (int i = 0; i < n; i++)
		fs.push_back(start(i));
	int s = 0;
	for (auto &f : fs)
		s += f.get();
	return s;
}

int ok_window(int n)
{
	std::vector<std::future<int>> fs;
	int s = 0;
	for (int i = 0; i < n; i++) {
		if (fs.size() > 3) {
			s += fs.front().get();
			fs.erase(fs.begin());
		}
		fs.push_back(start(i));
	}
	for (auto &f : fs)
		s += f.get();
	return s;
}

int ok_drain(std::vector<std::future<int>> &fs)
{
	int s = 0;
	while (!fs.empty()) {
		s += fs.back().get();
		fs.pop_back();
	}
	return s;
}

int ok_ready_ones(std::vector<std::future<int>> &fs)
{
	int s = 0;
	for (auto it = fs.begin(); it != fs.end();) {
		if (it->wait_for(ms(0)) == std::future_status::ready) {
			s += it->get();
			it = fs.erase(it);
		} else
			++it;
	}
	return s;
}

int ok_retry()
{
	for (int i = 0;; i++) {
		auto f = start(i);
		try {
			return f.get();
		} catch (...) {
			if (i > 3)
				throw;
		}
	}
}

int ok_reassigned_in_catch(std::future<int> f)
{
	try {
		return f.get();
	} catch (int) {
		f = start(1);
	}
	return f.get();
}

int ok_timeout(std::future<int> f)
{
	if (f.wait_for(ms(5)) != std::future_status::ready)
		return -1;
	return f.get();
}

std::optional<int> ok_poll(std::optional<std::future<int>> &o)
{
	if (!o)
		return std::nullopt;
	if (o->wait_for(ms(0)) != std::future_status::ready)
		return std::nullopt;
	int v = o->get();
	o.reset();
	return v;
}

struct ok_member {
	std::future<int> f;
	bool done = false;
	int v = 0;

	int get()
	{
		if (!done) {
			v = f.get();
			done = true;
		}
		return v;
	}
};

struct ok_member2 {
	std::future<int> f;
	std::optional<int> v;

	int get()
	{
		if (!v)
			v = f.get();
		return *v;
	}
};

struct ok_member3 {
	std::future<int> f;
	int v = 0;

	int get()
	{
		if (f.valid())
			v = f.get();
		return v;
	}
};

int ok_ternary(std::future<int> f, std::future<int> g, bool c)
{
	return c ? f.get() : g.get();
}

int ok_pass_through(std::future<int> f)
{
	auto id = [](std::future<int> x) { return x; };
	auto g = id(std::move(f));
	return g.get();
}

std::future<int> ok_chain(std::future<int> f)
{
	return std::async(std::launch::async,
			  [f = std::move(f)]() mutable { return f.get() + 1; });
}

void ok_promise(std::promise<int> p)
{
	try {
		p.set_value(work());
	} catch (...) {
		p.set_exception(std::current_exception());
	}
}

int ok_promise2()
{
	std::promise<int> p;
	auto f = p.get_future();
	std::thread t([&p] { p.set_value(1); });
	int v = f.get();
	t.join();
	return v;
}

Lazy<int> ok_lazy_loop(int n)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s += co_await fetch(i);
	co_return s;
}

Lazy<int> ok_lazy_vec(int n)
{
	std::vector<Lazy<int>> v;
	for (int i = 0; i < n; i++)
		v.push_back(fetch(i));
	auto r = co_await collectAll(std::move(v));
	co_return (int) r.size();
}

Lazy<int> ok_lazy_retry()
{
	for (int i = 0; i < 3; i++) {
		auto t = fetch(i);
		int v = co_await std::move(t);
		if (v)
			co_return v;
	}
	co_return 0;
}

Lazy<int> ok_lazy_opt(bool c)
{
	std::optional<Lazy<int>> t;
	if (c)
		t.emplace(fetch(1));
	if (t)
		co_return co_await std::move(*t);
	co_return 0;
}

Lazy<int> ok_lazy_try()
{
	auto t = fetch(1);
	try {
		co_return co_await std::move(t);
	} catch (...) {
	}
	co_return 0;
}

Lazy<int> ok_lazy_param(Lazy<int> t, bool c)
{
	if (c)
		co_return 0;
	co_return co_await std::move(t);
}

std::unique_ptr<std::thread> th;

void ok_global_thread()
{
	if (th) {
		th->join();
		th.reset();
	}
	th = std::unique_ptr<std::thread>(new std::thread([] { work(); }));
}

void ok_swap_out(std::thread &t)
{
	std::thread u;
	u.swap(t);
	if (u.joinable())
		u.join();
}

int ok_visit(std::map<int, std::future<int>> &m)
{
	int s = 0;
	for (auto &[k, f] : m)
		s += k + f.get();
	m.clear();
	return s;
}

int ok_index(std::vector<std::future<int>> &v)
{
	int s = 0;
	for (size_t i = 0; i < v.size(); i++) {
		if (v[i].valid())
			s += v[i].get();
	}
	return s;
}

int ok_two_indices(std::vector<std::future<int>> &v, size_t i, size_t j)
{
	if (i == j)
		return v[i].get();
	return v[i].get() + v[j].get();
}

int ok_any_order(std::future<int> a, std::future<int> b)
{
	auto &first = chance() ? a : b;
	auto &second = &first == &a ? b : a;
	int s = first.get();
	return s + second.get();
}

// The same with a mistake.

class bad_cache
{
	std::map<int, std::future<int>> pending;
	std::map<int, int> values;

      public:
	int get(int k)
	{
		auto it = pending.find(k);

		if (it != pending.end()) {
			int v = it->second.get();

			if (v < 0)
				v = it->second.get(); // expect: double-consume
			values[k] = v;
			pending.erase(it);
		}
		return values[k];
	}
};

int bad_collect(int n)
{
	std::vector<std::future<int>> fs;
	for (int i = 0; i < n; i++)
		fs.push_back(start(i));
	int s = 0;
	for (auto &f : fs)
		s += f.get();
	for (auto &f : fs)
		s += f.get(); // expect: double-consume
	return s;
}

int bad_retry(std::future<int> f)
{
	for (int i = 0;; i++) {
		try {
			return f.get(); // expect: double-consume "loop"
		} catch (...) {
			if (i > 3)
				throw;
		}
	}
}

int bad_read_again_in_catch(std::future<int> f)
{
	try {
		return f.get();
	} catch (int) {
		note(1);
	}
	return f.get(); // expect: double-consume
}

int bad_timeout(std::future<int> f)
{
	if (f.wait_for(ms(5)) == std::future_status::ready)
		note(f.get());
	return f.get(); // expect: double-consume
}

struct bad_member {
	std::future<int> f;
	bool done = false;
	int v = 0;

	int get()
	{
		if (done)
			v = f.get();
		done = true;
		return v + f.get(); // expect: double-consume
	}
};

int bad_ternary(std::future<int> f, std::future<int> g, bool c)
{
	int s = c ? f.get() : g.get();
	return s + f.get(); // expect: double-consume "'f'"
}

void bad_promise(std::promise<int> p)
{
	p.set_value(work());
	p.set_value(1); // expect: double-complete
}

Lazy<int> bad_lazy_loop(int n)
{
	auto t = fetch(0);
	int s = co_await t;
	for (int i = 0; i < n; i++)
		s += co_await t; // expect: double-consume
	co_return s;
}

Lazy<int> bad_lazy_opt(bool c)
{
	std::optional<Lazy<int>> t;
	t.emplace(fetch(1));
	int s = co_await std::move(*t);
	if (c)
		s += co_await std::move(*t); // expect: double-consume
	co_return s;
}

void bad_swap_out(std::thread &t)
{
	std::thread u;
	u.swap(t);
	u.join();
	u.join(); // expect: double-consume "'u'"
}

int bad_two_indices(std::vector<std::future<int>> &v, size_t i)
{
	int s = v[i].get();
	return s + v[i].get(); // expect: double-consume
}

int bad_any_order(std::future<int> a, std::future<int> b)
{
	auto &first = chance() ? a : b;
	int s = first.get();
	s += a.get(); // expect-todo: double-consume "'a'"
	return s + b.get(); // expect-todo: double-consume "'b'"
}
