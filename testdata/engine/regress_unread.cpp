// SPDX-License-Identifier: Apache-2.0
// A member that nothing reads, of a class that this file keeps to itself.
#include <pthread.h>

#include <request.h>

class bell
{
    public:
	void bad_thread_that_nobody_gets_back()
	{
		rope_ = request_open(1);
		pthread_create(&ringer_, nullptr, ring, this); // expect: never-consumed "ringer_"
	}
	void good_joined_in_the_destructor()
	{
		rope_ = request_open(1);
		pthread_create(&sexton_, nullptr, ring, this);
	}
	void good_taken_by_a_closure()
	{
		rope_ = request_open(1);
		wish_ = request_open(1);
		app::run_once([this] { request_wait(wish_); });
	}
	template <class F> void good_read_in_a_template(F f)
	{
		f(hope_);
	}
	void good_hope()
	{
		rope_ = request_open(1);
		hope_ = request_open(1);
	}
	~bell()
	{
		request_wait(rope_);
		pthread_join(sexton_, nullptr);
	}

    private:
	static void *ring(void *bell);

	request *rope_ = nullptr;
	pthread_t ringer_{};
	pthread_t sexton_{};
	request *wish_ = nullptr;
	request *hope_ = nullptr;
};

void *bell::ring(void *)
{
	return nullptr;
}
