// SPDX-License-Identifier: Apache-2.0
#include "relay.hpp"

int c_drain(std::future<int> *f)
{
	return f->get();
}

bool c_ready(const std::future<int> &f)
{
	return f.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}
