// SPDX-License-Identifier: Apache-2.0
// Packs for people: `oncelint rules list | show | validate`.
#ifndef ONCELINT_PACK_SHOW_H
#define ONCELINT_PACK_SHOW_H

#include "base/str.h"
#include "pack/load.h"

// One line a pack: name, counts, title.
void packset_list(const struct packset *s, struct str *out);

// One pack: handles, operations, sources. False if there is none of the name.
MUST_USE bool packset_show(const struct packset *s, const char *pack,
			   struct str *out);

// The page of a built-in pack ("rules/packs/<pack>.md"), NULL if none.
const char *pack_page(const char *pack);
// The page of a kind of finding ("rules/kinds/<kind>.md"), NULL if none.
const char *kind_page(const char *kind);

// A line a pack that was loaded from a file: "x.json: 3 handles, 12
// operations". Mistakes were told by loading.
void packset_validated(const struct packset *s, struct str *out);

#endif
