// SPDX-License-Identifier: Apache-2.0
struct point {
	int x;
	union {
		int word;
		char byte;
	};
	struct point *next;
	int all[4];
};
struct point origin;

int places(struct point *p, int i)
{
	int a[4] = { 0 };
	int *q = a;

	p->x = a[1];
	p->next->x = a[i];
	p->word = 1;
	i = p->byte;
	a[i + 1] = *a;
	q[0] = *q;
	q[2] = *(q + i);
	*&i = (*p).all[p->x];
	origin.all[3] = p[1].x;
	return *(&p->all[2]);
}

void addresses(int **out, int *list, int n)
{
	*out = &list[n];
	*out = &list[0];
	*out = list + n;
	*out = &origin.x;
}
