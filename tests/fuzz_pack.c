// SPDX-License-Identifier: Apache-2.0
// Any bytes as a pack: refused or taken, never a crash or a leak.
#include <stddef.h>
#include <stdint.h>

#include "pack/load.h"
#include "pack/show.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct packset *s = packset_new();
	struct err e = ERR_INIT;
	struct str text = STR_INIT;

	if (packset_load_text(s, "fuzz.json", (const char *)data, size, &e) &&
	    packset_finish(s, &e)) {
		packset_list(s, &text);
		if (packset_show(s, "x", &text))
			packset_validated(s, &text);
	}
	str_release(&text);
	err_release(&e);
	packset_free(s);
	return 0;
}
