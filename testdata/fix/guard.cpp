// SPDX-License-Identifier: Apache-2.0
#include <thread>

class worker {
public:
	worker() : thread_([] {}) {}
	~worker()
	{
		thread_.join(); // expect: stored-handle
	}
	void stop() { thread_.join(); }

private:
	std::thread thread_;
};

void bad_joined_on_some_path(std::thread &thread, bool early)
{
	if (early)
		thread.join();
	thread.join(); // expect: double-consume
}

// It would never be done.
void hard_joined_twice(std::thread &thread)
{
	thread.join();
	thread.join(); // expect: double-consume
}
