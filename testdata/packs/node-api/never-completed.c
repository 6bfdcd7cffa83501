// SPDX-License-Identifier: Apache-2.0
#include <node_api.h>

napi_value bad_never_settled(napi_env env, int32_t n)
{
	napi_deferred deferred;
	napi_value promise, value;

	if (napi_create_promise(env, &deferred, &promise) != napi_ok)
		return NULL;
	if (napi_create_int32(env, n, &value) != napi_ok)
		return promise; // expect: never-completed
	napi_resolve_deferred(env, deferred, value);
	return promise;
}

napi_value ok_settled(napi_env env, int32_t n)
{
	napi_deferred deferred;
	napi_value promise, value;

	if (napi_create_int32(env, n, &value) != napi_ok)
		return NULL;
	if (napi_create_promise(env, &deferred, &promise) != napi_ok)
		return NULL;
	napi_resolve_deferred(env, deferred, value);
	return promise;
}
