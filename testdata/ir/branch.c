// SPDX-License-Identifier: Apache-2.0
int probe(int n);
int done;

int truth(int a, const char *p)
{
	if (a)
		return 1;
	if (!p || *p == 'x')
		return 2;
	if (0 == probe(a) && !(a < 3))
		return 3;
	if ((a == 4) == 0)
		return 4;
	return 0;
}

int constant(int a)
{
	if (0)
		return probe(1);
	if (1)
		a = 2;
	if (__builtin_expect(!!(a == 5), 0))
		return 5;
	return a;
}

int known(int a)
{
	if (__builtin_constant_p(a) && a >= 3)
		return 6;
	if (a && __builtin_constant_p(7) && 7 >= 3)
		__builtin_unreachable();
	return a;
}

int assigned(int a)
{
	int rc;

	if ((rc = probe(a)) != 0)
		return rc;
	while ((rc = probe(a)))
		a++;
	return done ? a : rc;
}
