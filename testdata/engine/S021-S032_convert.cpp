// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <future>
#include <lazy.hpp>
#include <memory>
#include <thread>

using async_simple::coro::Lazy;

std::future<int> start();
Lazy<int> fetch(int key);
void note(const char *text, int value);

void bad_S021_detached_twice()
{
	std::thread t([] { note("running", 0); });

	t.detach();
	t.detach(); // expect: use-after-transfer
}

void bad_S021_joined_then_detached(std::thread &t)
{
	t.join();
	t.detach(); // expect: double-consume
}

void bad_S022_detached_then_joined()
{
	std::thread t([] { note("running", 0); });

	t.detach();
	t.join(); // expect: use-after-transfer "'t'"
}

int bad_S023_get_after_share()
{
	auto f = start();
	auto s = f.share();

	return f.get() + s.get(); // expect: use-after-transfer "'f'"
}

int bad_S024_shared_after_get(std::future<int> f)
{
	int first = f.get();
	auto s = f.share(); // expect: use-after-transfer

	return first + s.get();
}

int bad_S024_shared_twice(std::future<int> f)
{
	auto s = f.share();
	auto u = f.share(); // expect: use-after-transfer

	return s.get() + u.get();
}

int ok_S025_shared_is_read_often()
{
	std::shared_future<int> s = start().share();
	int sum = s.get();

	for (int i = 0; i < 3; i++)
		sum += s.get();
	auto copy = s;
	return sum + copy.get() + s.get();
}

int ok_S026_made_shared_by_conversion()
{
	std::shared_future<int> s = start();

	s.wait();
	return s.get() + s.get();
}

int bad_S026_old_one_after_conversion()
{
	auto f = start();
	std::shared_future<int> s = std::move(f);

	return s.get() + f.get(); // expect: use-after-transfer "'f'"
}

Lazy<int> ok_S027_adaptor_once(async_simple::Executor *e)
{
	auto t = fetch(1);
	auto moved = std::move(t).via(e);

	co_return co_await std::move(moved);
}

Lazy<int> bad_S028_old_one_after_adaptor(async_simple::Executor *e)
{
	auto t = fetch(1);
	auto moved = std::move(t).via(e);
	int first = co_await std::move(moved);

	co_return first + co_await t; // expect: use-after-transfer "'t'"
}

int ok_S029_polled_then_taken(std::future<int> f)
{
	f.wait_for(std::chrono::milliseconds(1));
	while (f.wait_for(std::chrono::milliseconds(1)) !=
	       std::future_status::ready)
		note("pending", 0);
	f.wait();
	f.wait();
	return f.get();
}

int bad_S030_waited_after_get(std::future<int> f)
{
	int outcome = f.get();

	f.wait(); // expect: use-after-consume
	return outcome;
}

int bad_S030_polled_after_get()
{
	auto f = start();
	int outcome = f.get();
	auto rest = f.wait_for( // expect: use-after-consume
		std::chrono::seconds(0));

	return rest == std::future_status::ready ? outcome : 0;
}

int ok_S031_valid_after_get(std::future<int> f)
{
	int outcome = f.get();

	return f.valid() ? -1 : outcome;
}

void ok_S031_joinable_after_join(std::thread &t)
{
	t.join();
	note("joinable", t.joinable());
}

int ok_S031_null_test_after_get(std::unique_ptr<std::future<int>> p)
{
	int outcome = p->get();

	return p ? outcome : -1;
}

int ok_S032_destroyed_after_get()
{
	auto *f = new std::future<int>(start());
	int outcome = f->get();

	delete f;
	return outcome;
}

void ok_S032_destroyed_explicitly(std::future<int> *f)
{
	f->get();
	f->~future();
}
