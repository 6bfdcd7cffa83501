/* SPDX-License-Identifier: Apache-2.0 */
#include "porter.h"

void bad_dismissed_twice(struct porter *p)
{
	DISMISS(p);
	DISMISS(p);
}
