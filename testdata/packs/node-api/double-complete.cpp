// SPDX-License-Identifier: Apache-2.0
#include <napi.h>

void bad_rejected_and_resolved(Napi::Promise::Deferred deferred,
			       Napi::Value value, bool failed)
{
	if (failed)
		deferred.Reject(value);
	deferred.Resolve(value); // expect: double-complete "'deferred'"
}

void ok_either(Napi::Promise::Deferred deferred, Napi::Value value, bool failed)
{
	if (failed)
		deferred.Reject(value);
	else
		deferred.Resolve(value);
}
