// SPDX-License-Identifier: Apache-2.0
#include "model/loc.h"

#include <string.h>

bool loc_equal(const struct loc *a, const struct loc *b)
{
	return loc_compare(a, b) == 0;
}

int loc_compare(const struct loc *a, const struct loc *b)
{
	int by_file = strcmp(a->file ? a->file : "", b->file ? b->file : "");

	if (by_file)
		return by_file;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	if (a->column != b->column)
		return a->column < b->column ? -1 : 1;
	return 0;
}
