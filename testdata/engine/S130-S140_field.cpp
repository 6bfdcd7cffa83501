// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <lazy.hpp>
#include <mutex>
#include <thread>
#include <utility>

#include <request.h>

using async_simple::coro::Lazy;
using async_simple::coro::syncAwait;

void work();
std::future<int> start();
Lazy<int> fetch(int key);
void note(const char *text, int value);
void sink(std::future<int> f);

// S130: one caller runs both, so the order is the caller's.
class S130_session
{
	std::future<int> pending = start();

      public:
	int finish()
	{
		return pending.get();
	}
	int close()
	{
		note("closing", 1);
		return pending.get();
	}
};

int bad_S130_finish_and_close()
{
	S130_session s;
	int sum = s.finish();

	return sum + s.close(); // expect: double-consume
}

int ok_S130_only_close()
{
	S130_session s;

	return s.close();
}

// S131: nobody is seen to call them; the later one is reported.
class bad_S131_session
{
	std::future<int> pending = start();

      public:
	int finish()
	{
		return pending.get();
	}
	int close()
	{
		return pending.get(); // expect: stored-handle "pending"
	}
};

class S131_worker
{
	std::thread thread{ work };

      public:
	void stop();
	void wait();
};

void S131_worker::stop()
{
	note("stopping", 1);
	thread.join();
}

void S131_worker::wait()
{
	thread.join(); // expect: stored-handle
}

// S132: one method alone says nothing, a caller that runs it twice does.
class ok_S132_reader
{
	std::future<int> pending = start();

      public:
	int read()
	{
		return pending.get();
	}
};

class S132_reader
{
	std::future<int> pending = start();

      public:
	int read()
	{
		return pending.get();
	}
};

int bad_S132_read_twice()
{
	S132_reader r;
	int first = r.read();

	return first + r.read(); // expect: double-consume
}

// S133: whoever comes first empties what both look at.
class ok_S133_worker
{
	std::thread thread;
	std::future<int> pending = start();
	bool running = true;

      public:
	ok_S133_worker() : thread(work)
	{
	}
	~ok_S133_worker()
	{
		stop();
		if (thread.joinable())
			thread.join();
	}
	void stop()
	{
		if (thread.joinable())
			thread.join();
	}
	int take()
	{
		return pending.valid() ? pending.get() : 0;
	}
	int drop()
	{
		if (!pending.valid())
			return -1;
		return pending.get();
	}
	bool is_running() const
	{
		return running;
	}
};

class ok_S133_flag
{
	std::future<int> pending = start();
	bool taken = false;

      public:
	int take()
	{
		if (taken)
			return 0;
		taken = true;
		return pending.get();
	}
	int close()
	{
		int outcome = 0;

		if (!taken) {
			outcome = pending.get();
			taken = true;
		}
		return outcome;
	}
};

class bad_S134_relay
{
	std::future<int> pending = start();

      public:
	int pass_on()
	{
		sink(std::move(pending));
		return pending.get(); // expect: use-after-transfer
	}
};

class ok_S135_exchanged
{
	std::future<int> pending = start();

      public:
	int finish()
	{
		auto f = std::exchange(pending, {});

		return f.valid() ? f.get() : 0;
	}
	void close()
	{
		auto f = std::exchange(pending, {});

		if (f.valid())
			f.wait();
	}
};

class bad_S136_worker
{
	std::thread thread{ work };

      public:
	void stop()
	{
		thread.join();
	}
	~bad_S136_worker()
	{
		thread.join(); // expect: stored-handle "thread"
	}
};

class ok_S136_worker
{
	std::thread thread{ work };

      public:
	void stop()
	{
		note("stopping", 1);
	}
	~ok_S136_worker()
	{
		thread.join();
	}
};

static std::future<int> S137_pending;

static int S137_flush()
{
	return S137_pending.get();
}

static int S137_close()
{
	return S137_pending.get();
}

int bad_S137_flush_and_close()
{
	S137_pending = start();
	int sum = S137_flush();

	return sum + S137_close(); // expect: double-consume
}

static std::future<int> S138_background;

void ok_S138_global_never_taken()
{
	S138_background = start();
}

class ok_S138_field_never_taken
{
	std::future<int> pending = start();
	std::jthread thread{ work };
};

struct S139_job {
	int key;
	std::future<int> pending;
};

S139_job ok_S139_returned_in_a_struct(int key)
{
	S139_job job{ key, start() };

	job.pending.wait();
	return job;
}

class bad_S140_accessor
{
	mutable request pending{ 1, 0, 0 };

      public:
	bad_S140_accessor()
	{
		request_start(&pending);
	}
	int value() const
	{
		// expect+1: result-before-completion
		return request_result(&pending);
	}
};

class bad_S140_destructor
{
	request pending{ 1, 0, 0 };

      public:
	bad_S140_destructor()
	{
		request_start(&pending);
	}
	~bad_S140_destructor()
	{
		// expect+1: result-before-completion
		note("outcome", request_result(&pending));
	}
};

class bad_S140_operator
{
	mutable request pending{ 1, 0, 0 };

      public:
	bad_S140_operator()
	{
		request_start(&pending);
	}
	int operator*() const
	{
		// expect+1: result-before-completion
		return request_result(&pending);
	}
};

class ok_S140_asks_first
{
	mutable request pending{ 1, 0, 0 };

      public:
	ok_S140_asks_first()
	{
		request_start(&pending);
	}
	int value() const
	{
		return request_done(&pending) ? request_result(&pending) : 0;
	}
};

// A lazy task that is kept says nothing of when it is awaited, or how often.
class bad_S131_lazy_task
{
	Lazy<int> pending;

      public:
	explicit bad_S131_lazy_task(Lazy<int> t)
	    : pending(std::move(t)) // expect: stored-handle "pending"
	{
	}
	int take()
	{
		return syncAwait(std::move(pending));
	}
};

int bad_S131_static_task()
{
	static Lazy<int> kept = fetch(1); // expect: stored-handle "kept"

	return kept.isReady();
}
