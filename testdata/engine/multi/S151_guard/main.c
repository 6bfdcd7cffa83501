// SPDX-License-Identifier: Apache-2.0
#include "guard.h"

void ok_S151_flag_set(pthread_t t)
{
	pthread_join(t, NULL);
	joined = 1;
	join_unless_done(t);
}

void bad_S151_flag_cleared(pthread_t t)
{
	pthread_join(t, NULL);
	joined = 0;
	join_unless_done(t); // expect: double-consume
}

void bad_S151_flag_unknown(pthread_t t)
{
	pthread_join(t, NULL);
	join_unless_done(t); // expect: double-consume
}

void ok_S151_compared(void)
{
	join_unless_kept(kept);
	pthread_join(kept, NULL);
}

void bad_S151_compared_with_another(pthread_t t)
{
	if (t == kept)
		return;
	join_unless_kept(t);
	pthread_join(t, NULL); // expect: double-consume
}

void bad_S129_pointer_to_another_file(pthread_t t)
{
	finish_fn finish = join_now;

	pthread_join(t, NULL);
	finish(t); // expect: double-consume
}

void bad_S129_handed_to_another_file(pthread_t t)
{
	finish_with(join_now, t);
	pthread_join(t, NULL); // expect-todo: double-consume
}

void ok_S129_once_through_a_pointer(pthread_t t)
{
	finish_fn finish = join_now;

	finish(t);
}
