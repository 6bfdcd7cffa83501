// SPDX-License-Identifier: Apache-2.0
struct token {
	token();
	explicit token(int n);
	token(const token &);
	token(token &&);
	token &operator=(const token &);
	token &operator=(token &&);
	~token();
	int get() &;
	int get() &&;
	int seen() const;
	explicit operator bool() const;
};
namespace std {
template <class T> T &&move(T &t);
}
token make(int n);
int take(token t, const token &r, token &&m);

struct base {
	base(int n);
};

struct holder : base {
	token second;
	token first = make(1);
	int count = 2;
	holder(token t, int n) : base(n), first(std::move(t)), second(n)
	{
		count++;
	}
	holder() : holder(token(), 0)
	{
	}
	int use()
	{
		return first.get() + this->count;
	}
};

int moves(token a, token &r)
{
	token b = a;
	token c = std::move(a);
	token d = make(1);

	d = b;
	d = std::move(b);
	d = make(2);
	if (d)
		take(c, r, std::move(d));
	take(std::move(c), make(3), token(4));
	std::move(r);
	return make(5).get() + r.get() + std::move(r).get();
}

token back(bool b)
{
	token local;

	if (b)
		return make(6);
	return local;
}

void heap()
{
	holder *h = new holder(token(1), 2);
	const token &kept = h->first;

	kept.seen();
	delete h;
}

struct part {
	int n;
	part() : n(1)
	{
	}
};

struct whole {
	int number;
	part first;
	part second;
	part more[2];

	whole() : number(0), second()
	{
	}
};
