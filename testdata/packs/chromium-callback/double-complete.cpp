// SPDX-License-Identifier: Apache-2.0
#include <base/functional/callback.h>

void bad_run_on_error_and_after(base::OnceCallback<void(int)> callback, int n)
{
	if (n < 0)
		std::move(callback).Run(0);
	std::move(callback).Run(n); // expect: double-complete "'callback'"
}

void ok_returns_after_error(base::OnceCallback<void(int)> callback, int n)
{
	if (n < 0) {
		std::move(callback).Run(0);
		return;
	}
	std::move(callback).Run(n);
}

void ok_tested(base::OnceClosure closure, bool early)
{
	if (early)
		std::move(closure).Run();
	if (closure)
		std::move(closure).Run();
}

void ok_repeating(base::RepeatingCallback<void(int)> callback)
{
	callback.Run(1);
	callback.Run(2);
}

void ok_reset(base::OnceClosure closure)
{
	std::move(closure).Run();
	closure.Reset();
}
