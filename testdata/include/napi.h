// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <node_api.h>

namespace Napi
{
class Env
{
};
class Value
{
};
class Promise
{
      public:
	class Deferred
	{
	      public:
		static Deferred New(Env env);
		Deferred(Env env);
		Value Promise() const;
		void Resolve(Value value) const;
		void Reject(Value value) const;
	};
};
} // namespace Napi
