// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

struct job {
	job(int n);
	job(job &&);
	job &operator=(job &&);
	~job();
	int run();
};

int pointers(std::unique_ptr<job> p, std::shared_ptr<job> q)
{
	if (!p)
		return 0;
	p->run();
	(*p).run();
	p.get()->run();
	auto r = std::move(p);
	return q->run() + r->run();
}

int containers(std::vector<job> &v, int i)
{
	v[0].run();
	v[i].run();
	v.at(i + 1).run();
	v.front().run();
	for (auto it = v.begin(); it != v.end(); ++it)
		it->run();
	return v.back().run();
}

int optionals(std::optional<job> &o)
{
	if (o.has_value())
		return o->run();
	return o ? (*o).run() : o.value().run();
}

int exchanged(job &a, job &b, std::atomic<bool> &done)
{
	job old = std::exchange(a, job(1));

	if (done.exchange(true) || done.load())
		return 0;
	done.store(false);
	done = true;
	std::swap(a, b);
	return old.run();
}
