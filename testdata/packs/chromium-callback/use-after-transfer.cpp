// SPDX-License-Identifier: Apache-2.0
#include <base/functional/callback.h>

void post(base::OnceClosure closure);

void bad_run_after_posting(base::OnceClosure closure)
{
	post(std::move(closure));
	std::move(closure).Run(); // expect: use-after-transfer "'closure'"
}

void ok_posted_or_run(base::OnceClosure closure, bool later)
{
	if (later)
		post(std::move(closure));
	else
		std::move(closure).Run();
}
