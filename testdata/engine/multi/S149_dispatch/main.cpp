// SPDX-License-Identifier: Apache-2.0
#include "reader.hpp"

int bad_S149_all_overriders_consume(reader &r, std::future<int> f)
{
	int sum = r.read(f);

	return sum + f.get(); // expect: double-consume
}

int bad_S149_some_overriders_consume(probe &p, std::future<int> f)
{
	int sum = p.look(f);

	return sum + f.get(); // expect: double-consume
}

int bad_S149_object_at_hand(std::future<int> f)
{
	taking_probe p;
	probe &any = p;
	int sum = any.look(f);

	return sum + f.get(); // expect: double-consume
}

int bad_S149_made_here(std::future<int> f)
{
	probe *p = new taking_probe;
	int sum = p->look(f);

	delete p;
	return sum + f.get(); // expect: double-consume
}

int ok_S149_object_at_hand(std::future<int> f)
{
	quiet_probe p;
	const probe &any = p;
	int sum = const_cast<probe &>(any).look(f);

	return sum + f.get();
}

int ok_S149_made_here(std::future<int> f)
{
	probe *p = new quiet_probe;
	int sum = p->look(f);

	delete p;
	return sum + f.get();
}

int ok_S149_inherited(std::future<int> f)
{
	probe *p = new quieter_probe;
	int sum = p->look(f);

	delete p;
	return sum + f.get();
}
