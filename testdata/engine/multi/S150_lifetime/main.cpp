// SPDX-License-Identifier: Apache-2.0
#include "session.hpp"

void ok_S150_told_in_the_destructor()
{
	eager_session s;
	eager_session *other = new eager_session;

	delete other;
}

void ok_S150_started_then_joined()
{
	started_session s;
}

void ok_S150_joined_only()
{
	joined_session s;
}
