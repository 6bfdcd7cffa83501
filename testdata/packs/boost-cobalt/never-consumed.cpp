// SPDX-License-Identifier: Apache-2.0
#include <boost/cobalt.hpp>

boost::cobalt::task<int> make();

void bad_never_run()
{
	boost::cobalt::task<int> task = make(); // expect: never-consumed
}

int ok_run()
{
	return boost::cobalt::run(make());
}
