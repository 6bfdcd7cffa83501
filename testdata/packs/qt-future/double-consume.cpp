// SPDX-License-Identifier: Apache-2.0
#include <QFuture>

int bad_taken_twice(QFuture<int> future)
{
	int first = future.takeResult();

	return first + future.takeResult(); // expect: double-consume "'future'"
}

int bad_taken_through_a_copy(QFuture<int> future)
{
	QFuture<int> copy = future;
	int first = future.takeResult();

	return first + copy.takeResult(); // expect: double-consume
}

int ok_read_twice(QFuture<int> future)
{
	return future.result() + future.result();
}

int ok_taken_if_valid(QFuture<int> future, bool early)
{
	int n = 0;

	if (early)
		n = future.takeResult();
	if (future.isValid())
		n += future.takeResult();
	return n;
}
