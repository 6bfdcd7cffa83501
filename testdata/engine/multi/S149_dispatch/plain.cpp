// SPDX-License-Identifier: Apache-2.0
#include "reader.hpp"

int plain_reader::read(std::future<int> &f)
{
	return f.get();
}

int taking_probe::look(std::future<int> &f)
{
	return f.get();
}
