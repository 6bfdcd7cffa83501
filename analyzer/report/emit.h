// SPDX-License-Identifier: Apache-2.0
// JSON, written front to back. Commas, indentation and escapes are done here;
// what is opened must be closed by the caller.
#ifndef ONCELINT_REPORT_EMIT_H
#define ONCELINT_REPORT_EMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct emit {
	struct str *out; // borrowed
	unsigned depth;
	bool has_sibling;
	bool is_compact; // no line breaks
};

// `key` is NULL inside arrays. A NULL text is left out.
void emit_object(struct emit *e, const char *key);
void emit_array(struct emit *e, const char *key);
void emit_object_end(struct emit *e);
void emit_array_end(struct emit *e);
void emit_text(struct emit *e, const char *key, const char *text);
void emit_bytes(struct emit *e, const char *key, const char *text,
		size_t length);
void emit_number(struct emit *e, const char *key, int64_t number);
void emit_bool(struct emit *e, const char *key, bool value);

#endif
