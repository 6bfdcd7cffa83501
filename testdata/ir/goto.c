// SPDX-License-Identifier: Apache-2.0
int open_one(int n);
void close_one(int n);

int cleanup(int n)
{
	int a = open_one(n);

	if (a < 0)
		goto out;
	{
		int b = open_one(a);
		if (b < 0)
			goto close_a;
		close_one(b);
	}
close_a:
	close_one(a);
out:
	return a;
}

int again(int n)
{
retry:;
	int k = open_one(n);
	if (k)
		goto retry;
	return k;
}

void computed(int n)
{
	static void *const table[] = { &&one, &&two };

	goto *table[n];
one:
	close_one(1);
two:
	close_one(2);
}
