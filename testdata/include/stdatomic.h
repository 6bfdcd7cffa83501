// SPDX-License-Identifier: Apache-2.0
#pragma once

typedef _Atomic int atomic_int;
typedef _Atomic unsigned long atomic_ulong;
#define atomic_load(object) __c11_atomic_load(object, 5)
#define atomic_store(object, value) __c11_atomic_store(object, value, 5)
#define atomic_fetch_add(object, n) __c11_atomic_fetch_add(object, n, 5)
