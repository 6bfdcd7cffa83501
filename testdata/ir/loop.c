// SPDX-License-Identifier: Apache-2.0
int next(int n);

int loops(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		if (i == 3)
			continue;
		if (i == 5)
			break;
		sum += i;
	}
	while (n--)
		sum = next(sum);
	do {
		int inner = next(sum);
		if (inner)
			break;
	} while (sum < 10);
	for (;;)
		if (next(n))
			return sum;
}

int part(int n)
{
	int i = 0;

	for (; i < n;)
		i++;
	for (;; i--)
		if (!i)
			break;
	return i;
}
