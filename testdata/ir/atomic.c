// SPDX-License-Identifier: Apache-2.0
_Atomic int flag;

int guarded(int *lock, int n)
{
	int expected = 0;

	if (__c11_atomic_exchange(&flag, 1, 5))
		return 1;
	if (!__c11_atomic_compare_exchange_strong(&flag, &expected, 2, 5, 5))
		return expected;
	__atomic_store_n(lock, n, __ATOMIC_RELEASE);
	while (__sync_lock_test_and_set(lock, 1))
		;
	__sync_lock_release(lock);
	return __atomic_load_n(lock, 0) + __c11_atomic_fetch_add(&flag, 1, 0);
}
