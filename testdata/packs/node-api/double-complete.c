// SPDX-License-Identifier: Apache-2.0
#include <node_api.h>

struct work {
	napi_deferred deferred;
	int failed;
};

void bad_rejected_and_resolved(napi_env env, struct work *work, napi_value value)
{
	if (work->failed)
		napi_reject_deferred(env, work->deferred, value);
	napi_resolve_deferred(env, work->deferred, value); // expect: double-complete
}

napi_value bad_resolved_twice(napi_env env, napi_value value)
{
	napi_deferred deferred;
	napi_value promise;

	if (napi_create_promise(env, &deferred, &promise) != napi_ok)
		return NULL;
	napi_resolve_deferred(env, deferred, value);
	napi_resolve_deferred(env, deferred, value); // expect: double-complete "'deferred'"
	return promise;
}

void ok_either(napi_env env, struct work *work, napi_value value)
{
	if (work->failed)
		napi_reject_deferred(env, work->deferred, value);
	else
		napi_resolve_deferred(env, work->deferred, value);
}

void ok_rejected_if_resolving_failed(napi_env env, struct work *work,
				     napi_value value)
{
	if (napi_resolve_deferred(env, work->deferred, value) != napi_ok)
		napi_reject_deferred(env, work->deferred, value);
}
