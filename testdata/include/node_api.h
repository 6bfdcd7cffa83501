// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct napi_env__ *napi_env;
typedef struct napi_value__ *napi_value;
typedef struct napi_deferred__ *napi_deferred;
typedef struct napi_async_work__ *napi_async_work;
typedef enum { napi_ok, napi_invalid_arg, napi_generic_failure } napi_status;
extern napi_status napi_create_promise(napi_env env, napi_deferred *deferred,
				       napi_value *promise);
extern napi_status napi_resolve_deferred(napi_env env, napi_deferred deferred,
					 napi_value resolution);
extern napi_status napi_reject_deferred(napi_env env, napi_deferred deferred,
					napi_value rejection);
extern napi_status napi_create_int32(napi_env env, int32_t value,
				     napi_value *result);
extern napi_status napi_queue_async_work(napi_env env, napi_async_work work);
extern napi_status napi_delete_async_work(napi_env env, napi_async_work work);

#ifdef __cplusplus
}
#endif
