// SPDX-License-Identifier: Apache-2.0
#include <wtf/CompletionHandler.h>

void bad_called_twice(CompletionHandler<void(int)> &&done, int n)
{
	if (n < 0)
		done(0);
	done(n); // expect: double-complete "'done'"
}

void ok_returns_between(CompletionHandler<void(int)> &&done, int n)
{
	if (n < 0)
		return done(0);
	done(n);
}

void ok_tested(CompletionHandler<void(int)> &&done, int n)
{
	if (n < 0)
		done(0);
	if (done)
		done(n);
}
