// SPDX-License-Identifier: Apache-2.0
#include <QCoroTask>

QCoro::Task<int> bad_awaited_twice(QCoro::Task<int> task)
{
	int first = co_await task;

	co_return first + co_await task; // expect: double-consume "'task'"
}

QCoro::Task<int> ok_awaited_once(QCoro::Task<int> task)
{
	co_return co_await task;
}

int ok_waited_for(QCoro::Task<int> task)
{
	return QCoro::waitFor(task);
}
