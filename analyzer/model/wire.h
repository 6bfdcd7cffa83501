// SPDX-License-Identifier: Apache-2.0
// Flat messages: a header, a table of texts, and the fields in order.
// One function describes each struct for both directions, so that writing and
// reading cannot drift apart: when writing, the field's value is appended; when
// reading, it is set.
#ifndef ONCELINT_MODEL_WIRE_H
#define ONCELINT_MODEL_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "model/loc.h"

struct wire_text;

struct wire {
	bool is_writing;
	struct arena *arena; // reading: owns what is built; borrowed
	const char *root;    // of the project; borrowed, may be NULL
	// writing
	struct str body;
	struct wire_text *texts_by_value;
	struct str texts;
	uint32_t text_count;
	// reading
	const unsigned char *at, *end; // of the body
	const char **text_at;
	bool is_broken; // a field was out of bounds; the rest reads as zero
	const char *problem;
};

// Paths below `root` (NULL: none are), wherever in a text, are kept relative to
// it.
void wire_write_begin(struct wire *w, const char *root);
// Appends the message to `out` and releases the wire.
void wire_write_end(struct wire *w, uint32_t magic, uint32_t version,
		    struct str *out);

// Length of the message that `data` begins with, 0 if it is none or cut short:
// messages may stand one after the other.
size_t wire_size(const void *data, size_t size);

// Whether it is one whole message whose checksum is right.
bool wire_is_sound(const void *data, size_t size);

// The checksum in the header of a message that is sound.
uint64_t wire_checksum(const void *data);

// Checks header, version, checksum and bounds. Texts are copied to `arena`,
// paths below the writer's root become such below `root`.
MUST_USE bool wire_read_begin(struct wire *w, struct arena *arena,
			      const char *root, uint32_t magic,
			      uint32_t version, const void *data, size_t size,
			      struct err *e);
// False if a field was out of bounds or bytes remain.
MUST_USE bool wire_read_end(struct wire *w, struct err *e);

void wire_u32(struct wire *w, uint32_t *v);
void wire_u64(struct wire *w, uint64_t *v);
void wire_i64(struct wire *w, int64_t *v);
void wire_bool(struct wire *w, bool *v);
void wire_text(struct wire *w, const char **v); // NULL stays NULL
// Texts that end with NULL; NULL for none.
void wire_names(struct wire *w, const char *const **names);
void wire_loc(struct wire *w, struct loc *l);

// A count, at most as many as bytes remain: it is safe to allocate.
void wire_count(struct wire *w, uint32_t *count);

// An enumeration's value, below `count`.
uint32_t wire_enum_value(struct wire *w, uint32_t v, uint32_t count);
#define WIRE_ENUM(w, field, count)                                             \
	((field) = wire_enum_value((w), (uint32_t)(field), (uint32_t)(count)))

// `count` elements at `at`, each described by `each(w, &element)`; reading
// allocates them.
#define WIRE_ARRAY(w, at, count, each)                                         \
	do {                                                                   \
		wire_count((w), &(count));                                     \
		if (!(w)->is_writing)                                          \
			(at) = arena_calloc((w)->arena, (count),               \
					    sizeof(*(at)));                    \
		for (uint32_t i_ = 0; i_ < (count); i_++)                      \
			each((w), &(at)[i_]);                                  \
	} while (0)

// The same of a VEC.
#define WIRE_VEC(w, vec, each)                                                 \
	do {                                                                   \
		WIRE_ARRAY(w, (vec).at, (vec).count, each);                    \
		if (!(w)->is_writing)                                          \
			(vec).room = (vec).count;                              \
	} while (0)

#endif
