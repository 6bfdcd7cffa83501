// SPDX-License-Identifier: Apache-2.0
#include "front/library.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#include "base/file.h"
#include "front/parse.h"

#define CLANG(name) __typeof__(*name) *library_##name;
#include "front/library.def"
#undef CLANG

static const struct {
	const char *name;
	void *pointer; // to the function pointer
} functions[] = {
#define CLANG(name) { #name, (void *)&library_##name },
#include "front/library.def"
#undef CLANG
};

const char *front_library(void)
{
	static const char path[] = LIBCLANG_PATH;

	return path_exists(path) ? path : path_base(path);
}

bool front_load(struct err *e)
{
	if (library_clang_createIndex)
		return true;
	void *library = dlopen(front_library(), RTLD_LAZY | RTLD_LOCAL);
	if (!library)
		return err_set(e, ERR_TOOLCHAIN,
			       "libclang cannot be loaded: %s (install "
			       "'libclang1-%s')",
			       dlerror(), LIBCLANG_MAJOR);
	// From the last to the first, which says that all are there.
	for (size_t i = COUNT_OF(functions); i-- > 0;) {
		void *function = dlsym(library, functions[i].name);

		if (!function)
			return err_set(e, ERR_TOOLCHAIN,
				       "'%s' is no libclang %s: it has no '%s'",
				       front_library(), LIBCLANG_MAJOR,
				       functions[i].name);
		memcpy(functions[i].pointer, &function, sizeof(function));
	}
	return true;
}
