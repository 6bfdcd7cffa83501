// SPDX-License-Identifier: Apache-2.0
// What schema.c (keywords about one value) and schema_branch.c (keywords that
// apply other schemas to it) share.
#ifndef ONCELINT_BASE_SCHEMA_CHECK_H
#define ONCELINT_BASE_SCHEMA_CHECK_H

#include "base/json.h"

// Members of the value that some keyword has taken note of, for
// unevaluatedProperties. An object with more members than bits has unknown
// ones anyway.
typedef uint64_t seen_set;

struct check {
	const struct json *schema; // what the value is checked against
	const struct json *value;
	seen_set seen;
	const struct json *root; // of the schema
	uint32_t before;         // mistakes when the check began
};

// True if nothing is wrong. `seen` is NULL for a new value, else what is known
// of the same value from other schemas.
bool check_value(const struct json *root, const struct json *schema,
		 const struct json *value, seen_set *seen);

// $ref, allOf, oneOf and anyOf, not
void check_ref(struct check *c, const struct json *ref);
void check_all(struct check *c, const struct json *branches);
void check_branches(struct check *c, const struct json *branches);
void check_not(struct check *c, const struct json *branch);

bool has_type(const struct json *v, const char *type);
const char *type_phrase(const char *type); // "a string"
// Between the items of "a", "a or b", "a, b or c".
void add_choice(struct str *out, uint32_t i, uint32_t count);

#endif
