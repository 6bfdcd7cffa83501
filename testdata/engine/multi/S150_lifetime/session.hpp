// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thread>

class eager_session
{
	std::thread thread;

      public:
	eager_session();
	~eager_session();
};

class started_session
{
	std::thread thread;

      public:
	started_session();
	~started_session();
};

class joined_session
{
	std::thread thread;

      public:
	joined_session();
	~joined_session();
};
