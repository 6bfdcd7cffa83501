// SPDX-License-Identifier: Apache-2.0
// Checks a JSON value against a JSON Schema (2020-12, the part that our own
// schemas use), with messages for people. One description of a format, read by
// editors and by us.
#ifndef ONCELINT_BASE_SCHEMA_H
#define ONCELINT_BASE_SCHEMA_H

#include "base/json.h"

// Adds a mistake to the value's document for everything that `schema` (a
// schema's root) does not permit. A keyword that is not understood is a bug of
// the schema: it is reported as a mistake of the schema's own document.
void schema_check(const struct json *schema, const struct json *value);

#endif
