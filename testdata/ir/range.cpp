// SPDX-License-Identifier: Apache-2.0
struct item {
	item(const item &);
	~item();
	int get();
};
struct iterator {
	item &operator*();
	iterator &operator++();
	bool operator!=(const iterator &);
};
struct list {
	iterator begin();
	iterator end();
	~list();
};
list make();
struct two {
	int a;
	int b;
};

int ranges(list &l, int (&numbers)[3])
{
	int sum = 0;

	for (item &i : l)
		sum += i.get();
	for (item copy : make()) {
		if (copy.get())
			continue;
		break;
	}
	for (int n : numbers)
		sum += n;
	return sum;
}

int bindings(two (&pairs)[2], two t)
{
	auto [x, y] = t;
	auto &[p, q] = pairs[0];

	for (auto [a, b] : pairs)
		x += a * b;
	q = 2;
	return x + y + p;
}

int inits(int n)
{
	if (int k = n + 1; k > 2)
		return k;
	if (int k = n)
		return k;
	switch (int k = n; k) {
	default:
		return k;
	}
}
