// SPDX-License-Identifier: Apache-2.0
#include <QFuture>

int bad_read_after_take(QFuture<int> future)
{
	int n = future.takeResult();

	return n + future.result(); // expect: use-after-consume
}

int ok_read_then_taken(QFuture<int> future)
{
	int n = future.result();

	return n + future.takeResult();
}
