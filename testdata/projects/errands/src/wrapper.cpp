// SPDX-License-Identifier: Apache-2.0
// Derived from what it waits for, by a name of the project's own.
#include "errand.hpp"

using reply = decltype(send(0));

int bad_alias(reply r)
{
	int first = r.get();

	return first + r.get();
}
