// SPDX-License-Identifier: Apache-2.0
#include "base/builtin.h"

#include <string.h>

const struct builtin_file *builtin_find(const char *path)
{
	for (size_t i = 0; i < builtin_file_count; i++)
		if (strcmp(builtin_files[i].path, path) == 0)
			return &builtin_files[i];
	return NULL;
}
