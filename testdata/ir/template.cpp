// SPDX-License-Identifier: Apache-2.0
namespace std {
template <class T> T &&move(T &t);
}
struct job {
	job(job &&);
	int get();
};
job make();

template <class T> int twice(T &t)
{
	return t.get() + t.get();
}

template <class... T> int sum(T... t)
{
	return (t + ... + 0);
}

template <class T> struct box {
	T value;
	int open()
	{
		if constexpr (sizeof(T) > 1)
			return value.get();
		else
			return 0;
	}
	int never()
	{
		return value.get();
	}
};

template <class T> void pattern(T t)
{
	t.get();
	sink(std::move(t), t.field);
}

int uses(box<job> &b)
{
	job j = make();

	return twice(j) + sum(1, 2) + b.open();
}
