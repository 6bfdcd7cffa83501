// SPDX-License-Identifier: Apache-2.0
_Noreturn void stop(int n);
int work(int n, void *data);
int one(void);
int two(void);
struct task {
	int (*run)(int, void *);
	void *data;
};

int calls(struct task *t, int (*fp)(int, void *))
{
	work(1, t->data);
	(void)work(2, t);
	(work)(3, 0);
	fp(4, t);
	(*fp)(5, t);
	t->run(6, t->data);
	return work(one(), (void *)(long)two());
}

int never(int n)
{
	if (n)
		stop(n);
	return n;
}

void *take(int (*run)(int, void *))
{
	static struct task t;

	t.run = run ? run : work;
	return &t;
}
