// SPDX-License-Identifier: Apache-2.0
#include <winrt/Windows.Foundation.h>

using namespace winrt::Windows::Foundation;

int bad_get_after_a_timeout(IAsyncOperation<int> operation)
{
	if (operation.wait_for(100) == AsyncStatus::Started)
		return operation.get(); // expect: double-consume "'operation'"
	return 0;
}

void bad_two_handlers(IAsyncOperation<int> operation)
{
	operation.Completed([] {});
	operation.Completed([] {}); // expect: double-consume
}

int ok_read_again(IAsyncOperation<int> operation)
{
	return operation.get() + operation.get();
}

int ok_waited_for_in_time(IAsyncOperation<int> operation)
{
	if (operation.wait_for(100) != AsyncStatus::Started)
		return operation.get();
	return 0;
}

void ok_one_handler(IAsyncOperation<int> operation)
{
	operation.Completed([] {});
	if (operation.Status() == AsyncStatus::Error)
		return;
}

IAsyncOperation<int> ok_awaited(IAsyncOperation<int> operation)
{
	co_return co_await operation;
}
