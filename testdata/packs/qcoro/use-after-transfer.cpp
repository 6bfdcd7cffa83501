// SPDX-License-Identifier: Apache-2.0
#include <QCoroTask>

QCoro::Task<int> bad_awaited_after_then(QCoro::Task<int> task)
{
	int n = co_await task.then([](int value) { return value; });

	co_return n + co_await task; // expect: use-after-transfer
}

QCoro::Task<int> ok_then(QCoro::Task<int> task)
{
	co_return co_await task.then([](int value) { return value; });
}
