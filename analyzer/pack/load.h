// SPDX-License-Identifier: Apache-2.0
// Rule packs: JSON to families and operations. Packs that contradict
// themselves or point to nothing are refused, with the place of each mistake.
#ifndef ONCELINT_PACK_LOAD_H
#define ONCELINT_PACK_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

// All packs of a run. Load, then packset_finish, then ask (pack/match.h).
struct packset;
struct family;

struct packset *packset_new(void);
void packset_free(struct packset *s); // NULL is fine

// The packs that are built into the program.
MUST_USE bool packset_load_builtin(struct packset *s, struct err *e);

// One pack, or every pack in a folder (*.json files whose "schema" is ours;
// others are passed over, a file named by itself is not). A user's pack takes
// the place of a built-in one of the same name, and his entries the place of
// built-in entries for the same match.
MUST_USE bool packset_load_path(struct packset *s, const char *path,
				struct err *e);

// One pack as a text; `file` is its name in messages. Nothing is kept of
// `text`. On failure the set is as before and `e` (ERR_PACK) has a line for
// each of the first mistakes: `file: operations[2].match: missing key ...`.
MUST_USE bool packset_load_text(struct packset *s, const char *file,
				const char *text, size_t length, struct err *e);

// Joins the packs: references between them, overrides, the index. Nothing may
// be loaded afterwards.
MUST_USE bool packset_finish(struct packset *s, struct err *e);

// Whether nothing happens when a null handle of the family is taken, by
// whatever operation.
bool packset_null_is_fine(const struct packset *s, const struct family *f);

// Equal for equal packs, in whatever files.
uint64_t packset_hash(const struct packset *s);

#endif
