// SPDX-License-Identifier: Apache-2.0
#include "chain.h"

void d_finish(pthread_t *t)
{
	e_finish(*t);
}
