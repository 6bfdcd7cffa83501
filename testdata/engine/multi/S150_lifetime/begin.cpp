// SPDX-License-Identifier: Apache-2.0
#include "session.hpp"

void work();

eager_session::eager_session() : thread(work)
{
	thread.join();
}

started_session::started_session() : thread(work)
{
}

joined_session::joined_session() : thread(work)
{
	thread.join();
}
