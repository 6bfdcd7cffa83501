// SPDX-License-Identifier: Apache-2.0
int get(int n);

int choice(int c, int a, int b)
{
	int x = c ? get(a) : b;

	x = c && get(x);
	x = a ?: b;
	x = !(a || b);
	return x ? 1 : (a = 2, b++);
}

int statement(int n)
{
	int y = ({
		int t = get(n);
		t + 1;
	});

	return _Generic(y, int: get(y), char: get(1)) + (int)sizeof(get(2));
}

int steps(int i)
{
	int a = i++ + --i;

	a <<= 2;
	a = -a;
	return a & 4;
}
