/* SPDX-License-Identifier: Apache-2.0 */
#include "porter.h"

/* Two calls away from what joins. */
void porter_call_in(struct porter *p)
{
	porter_dismiss(p);
}

void bad_dismissed_and_called_in(struct porter *p)
{
	porter_dismiss(p);
	porter_call_in(p);
}
