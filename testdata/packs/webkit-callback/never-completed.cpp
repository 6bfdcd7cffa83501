// SPDX-License-Identifier: Apache-2.0
#include <wtf/CompletionHandler.h>

void send(CompletionHandler<void(int)> &&done);

void bad_not_called(CompletionHandler<void(int)> &&done, int n)
{
	if (n < 0)
		return; // expect: never-completed "'done'"
	done(n);
}

void ok_sent_on(CompletionHandler<void(int)> &&done, int n)
{
	if (n < 0)
		return send(std::move(done));
	done(n);
}
