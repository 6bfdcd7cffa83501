// SPDX-License-Identifier: Apache-2.0
#include <QFuture>

void bad_continued_twice(QFuture<int> future)
{
	QFuture<int> first = future.then([](int n) { return n; });
	QFuture<int> second = future.then([](int n) { return n + 1; }); // expect: use-after-transfer

	first.waitForFinished();
	second.waitForFinished();
}

void ok_chained(QFuture<int> future)
{
	QFuture<int> first = future.then([](int n) { return n; });
	QFuture<int> second = first.then([](int n) { return n + 1; });

	second.waitForFinished();
}
