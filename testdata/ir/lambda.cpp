// SPDX-License-Identifier: Apache-2.0
struct task {
	task();
	task(task &&);
	~task();
	int get();
};
namespace std {
template <class T> T &&move(T &t);
}
template <class F> int call(F f)
{
	return f();
}

int captures(task t, int n, int &r)
{
	auto by_copy = [n, k = n + 1] { return n + k; };
	auto by_reference = [&t, &r] { return t.get() + r; };
	auto by_default = [&] { return t.get() + n; };
	auto copies = [=] { return n; };
	auto owner = [t = std::move(t)]() mutable { return t.get(); };
	auto generic = [&](auto x) { return x + n; };

	by_copy();
	by_reference();
	by_default();
	generic(1);
	return owner() + copies() + call([] { return 1; });
}

struct worker {
	task t;
	int start()
	{
		return call([this] { return t.get(); });
	}
};
