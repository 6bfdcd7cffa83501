// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <lazy.hpp>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include <request.h>

using async_simple::coro::Lazy;

std::future<int> start();
Lazy<int> fetch(int key);
void note(const char *text, int value);
int look(const std::future<int> &f);
int sum_of(int a, int b);
void sink(std::future<int> f);
void sink_task(Lazy<int> t);
void take(std::future<int> &&f);
int taken(std::future<int> &&f);
void sink_with(int mark, std::future<int> f);
void take_with(int mark, std::future<int> &&f);
std::chrono::milliseconds patience(std::future<int> f);
void keep(std::future<int> *f);
void keep_anything(void *anything);

int bad_S101_by_value_sink()
{
	auto f = start();

	sink(std::move(f));
	return f.get(); // expect: use-after-transfer "'f'"
}

Lazy<int> bad_S101_task_to_a_sink()
{
	auto t = fetch(1);

	sink_task(std::move(t));
	co_return co_await t; // expect: use-after-transfer "'t'"
}

void bad_S101_thread_moved_into_another()
{
	std::thread t([] { note("running", 0); });
	std::thread u = std::move(t);

	u.join();
	t.join(); // expect: use-after-transfer "'t'"
}

int bad_S102_rvalue_reference_sink(std::future<int> f)
{
	take(std::move(f));
	return f.get(); // expect: use-after-transfer
}

template <class F> void bad_S103_forwarded_twice(F &&f)
{
	sink(std::forward<F>(f));
	sink(std::forward<F>(f)); // expect: use-after-transfer
}

template <class F> void ok_S103_forwarded_once(F &&f)
{
	sink(std::forward<F>(f));
}

void S103_instances()
{
	bad_S103_forwarded_twice(start());
	ok_S103_forwarded_once(start());
}

int bad_S104_moved_into_a_capture(std::future<int> f)
{
	auto job = [g = std::move(f)]() mutable { return g.get(); };

	return job() + f.get(); // expect: use-after-transfer "'f'"
}

int ok_S104_moved_into_a_capture(std::future<int> f)
{
	auto job = [g = std::move(f)]() mutable { return g.get(); };

	return job();
}

struct bad_S105_later_member {
	std::future<int> pending;
	int first;

	explicit bad_S105_later_member(std::future<int> f)
	    : pending(std::move(f)),
	      first(f.get()) // expect: use-after-transfer "'f'"
	{
	}
};

// Members are made in the order of their declarations, whatever is written.
struct ok_S105_earlier_member {
	int first;
	std::future<int> pending;

	explicit ok_S105_earlier_member(std::future<int> f)
	    : first(look(f)), pending(std::move(f))
	{
	}
};

struct bad_S105_body {
	std::future<int> pending;

	explicit bad_S105_body(std::future<int> f) : pending(std::move(f))
	{
		note("outcome", f.get()); // expect: use-after-transfer
	}
};

struct S105_base {
	explicit S105_base(std::future<int> f);
};

struct bad_S105_base_first : S105_base {
	int mark;

	explicit bad_S105_base_first(std::future<int> f)
	    : S105_base(std::move(f)),
	      mark(look(f)) // expect: use-after-transfer
	{
	}
};

struct ok_S106_same_name {
	std::future<int> f;

	explicit ok_S106_same_name(std::future<int> f) : f(std::move(f))
	{
		this->f.wait();
	}
};

struct S107_marked {
	int mark;
	std::future<int> pending;
};

struct S107_reversed {
	std::future<int> pending;
	int mark;
};

int ok_S107_used_left_of_the_move(std::future<int> f)
{
	S107_marked m{ look(f), std::move(f) };

	return m.pending.get() + m.mark;
}

int bad_S107_used_right_of_the_move(std::future<int> f)
{
	// expect+1: use-after-transfer
	S107_reversed m{ std::move(f), look(f) };

	return m.pending.get() + m.mark;
}

int ok_S108_declarator_before(std::future<int> f)
{
	int mark = look(f), outcome = taken(std::move(f));

	return mark + outcome;
}

int bad_S108_declarator_after(std::future<int> f)
{
	// expect+1: use-after-transfer
	int outcome = taken(std::move(f)), mark = look(f);

	return mark + outcome;
}

void bad_S109_unsequenced_by_value(std::future<int> f)
{
	sink_with(look(f), std::move(f)); // expect: use-after-transfer
}

void ok_S110_rvalue_reference_moves_later(std::future<int> f)
{
	take_with(look(f), std::move(f));
}

int bad_S111_twice_in_one_call(std::future<int> f)
{
	return sum_of(f.get(), f.get()); // expect: double-consume
}

void ok_S112_right_side_first(std::vector<std::future<int>> &v,
			      std::future<int> f)
{
	v[look(f)] = std::move(f);
}

struct S113_stage {
	void then(std::future<int> f);
};
S113_stage stage(const std::future<int> &f);

void ok_S113_object_before_arguments(std::future<int> f)
{
	stage(f).then(std::move(f));
}

bool bad_S114_arguments_before_the_call(std::future<int> f)
{
	auto rest = f.wait_for( // expect: use-after-transfer
		patience(std::move(f)));

	return rest == std::future_status::ready;
}

int ok_S115_comma_remade(std::future<int> f)
{
	return f.get(), f = start(), f.get();
}

int bad_S115_comma_remade_before(std::future<int> f)
{
	return f = start(), f.get(),
	       f.get(); // expect: double-consume
}

int bad_S116_move_dropped(std::future<int> f)
{
	static_cast<void>(std::move(f));
	return f.get(); // expect: use-after-transfer
}

int ok_S117_query_of_an_rvalue(std::future<int> f)
{
	bool live = std::move(f).valid();

	return live ? f.get() : -1;
}

int ok_S118_maybe_taken(std::map<int, std::future<int>> &map,
			std::future<int> f)
{
	if (!map.try_emplace(1, std::move(f)).second)
		return f.get();
	return 0;
}

std::future<int> ok_S119_returned()
{
	auto f = start();

	f.wait();
	return f;
}

Lazy<int> ok_S119_task_returned_by_move(Lazy<int> &&t)
{
	return std::move(t);
}

Lazy<int> ok_S119_task_returned()
{
	auto t = fetch(1);

	return t;
}

void ok_S119_out_parameter(std::future<int> &out, Lazy<int> *task)
{
	auto f = start();
	auto t = fetch(1);

	out = std::move(f);
	*task = std::move(t);
}

std::future<int> bad_S120_taken_then_returned()
{
	auto f = start();

	note("outcome", f.get());
	return f; // expect: use-after-transfer "'f'"
}

void ok_S121_given_straight_on()
{
	sink(start());
	sink_task(fetch(1));
	std::thread([] { note("running", 0); }).detach();
}

void ok_S122_put_into_a_container(std::vector<std::future<int>> &v,
				  std::vector<Lazy<int>> &w)
{
	auto f = start();
	auto t = fetch(1);

	v.push_back(std::move(f));
	v.emplace_back(start());
	w.push_back(std::move(t));
}

void ok_S123_address_given_away(std::future<int> &f)
{
	static Lazy<int> *last;
	auto *t = new Lazy<int>(fetch(1));

	keep(&f);
	last = t;
	keep_anything(last);
}

int bad_S124_through_a_unique_ptr(std::unique_ptr<std::future<int>> p)
{
	int first = p->get();

	return first + p->get(); // expect: double-consume
}

int bad_S124_star_and_arrow(std::unique_ptr<std::future<int>> p)
{
	int first = (*p).get();

	return first + p->get(); // expect: double-consume
}

int bad_S126_reference(std::future<int> f)
{
	auto &same = f;
	int first = same.get();

	return first + f.get(); // expect: double-consume
}

int bad_S126_two_pointers(std::future<int> *f)
{
	auto *p = f;
	auto *q = f;
	int first = p->get();

	return first + q->get(); // expect: double-consume
}

static int S129_drain(std::future<int> &f)
{
	return f.get();
}

int bad_S129_function_pointer(std::future<int> f)
{
	int (*drain)(std::future<int> &) = S129_drain;
	int first = drain(f);

	return first + drain(f); // expect: double-consume
}

int bad_S125_copy_of_the_pointer()
{
	auto *r = request_open(1);
	auto copy = r;
	int first = request_wait(copy);

	return first + request_wait(r); // expect: double-consume
}

union S127_slot {
	request *pending;
	request *same;
};

int bad_S127_union_members(S127_slot slot)
{
	int first = request_wait(slot.pending);

	return first + request_wait(slot.same); // expect: double-consume
}

int ok_S128_copy_then_remade()
{
	auto *r = request_open(1);
	auto *first = r;

	r = request_open(2);
	return request_wait(first) + request_wait(r);
}
