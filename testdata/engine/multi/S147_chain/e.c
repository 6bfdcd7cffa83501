// SPDX-License-Identifier: Apache-2.0
#include "chain.h"

void e_finish(pthread_t t)
{
	pthread_join(t, NULL);
}
