// SPDX-License-Identifier: Apache-2.0
#include "session.hpp"

// Whoever makes one destroys it: told once, here.
eager_session::~eager_session()
{
	thread.join(); // expect: double-consume "thread"
}

started_session::~started_session()
{
	thread.join();
}

joined_session::~joined_session()
{
}
