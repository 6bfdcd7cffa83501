// SPDX-License-Identifier: Apache-2.0
#include "front/library.h"

#include <dlfcn.h>

#include "front/cx.h"

const char *front_library(void)
{
	Dl_info info;

	return dladdr((void *)(uintptr_t)clang_createIndex, &info)
		       ? info.dli_fname
		       : "";
}
