// SPDX-License-Identifier: Apache-2.0
#pragma once
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#ifndef __cplusplus
typedef __WCHAR_TYPE__ wchar_t;
#endif
#ifdef __cplusplus
#	define NULL __null
namespace std
{
using ::ptrdiff_t;
using ::size_t;
using nullptr_t = decltype(nullptr);
} // namespace std
#else
#	define NULL ((void *)0)
#endif
#define offsetof(type, member) __builtin_offsetof(type, member)
