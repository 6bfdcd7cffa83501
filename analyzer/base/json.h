// SPDX-License-Identifier: Apache-2.0
// JSON read strictly, with the place of every mistake. Alone knows cJSON.
#ifndef ONCELINT_BASE_JSON_H
#define ONCELINT_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bug.h"
#include "base/err.h"
#include "base/str.h"

struct cJSON;

enum json_type {
	JSON_NULL,
	JSON_BOOLEAN,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT,
};

// A document, and the mistakes found in it so far. All are counted, the first
// JSON_MISTAKES_SHOWN are kept as lines `file: path: text`.
struct json_doc {
	const char *file; // for messages, borrowed
	struct cJSON *root;
	struct str mistakes;
	uint32_t mistake_count;
};
#define JSON_MISTAKES_SHOWN 20

// A value and the way to it. `parent` is borrowed: walk down with cursors that
// live on the stack above each other.
struct json {
	struct json_doc *doc;
	const struct cJSON *node;
	const struct json *parent;
	const char *key; // in an object, else NULL
	uint32_t index;  // in an array or object
};

#define JSON_COMMENTS 1u // `//` and `/* */` are blanks

// False if `text` is not JSON: the document then has one mistake, with line
// and column. Either way json_close must follow.
MUST_USE bool json_open(struct json_doc *d, const char *file, const char *text,
			size_t length, unsigned flags);
void json_close(struct json_doc *d);

// True if nothing is wrong; else `e` gets `code` and the lines of mistakes.
MUST_USE bool json_is_sound(const struct json_doc *d, enum err_code code,
			    struct err *e);

struct json json_root(struct json_doc *d);
enum json_type json_type(const struct json *v);

// The member `key` of an object; false if absent or `object` is none.
bool json_get(const struct json *object, const char *key, struct json *out);
bool json_has(const struct json *object, const char *key);

// Elements of an array or members of an object; 0 for anything else.
uint32_t json_count(const struct json *v);
bool json_first(const struct json *parent, struct json *child);
bool json_next(struct json *child);
bool json_at(const struct json *parent, uint32_t index, struct json *child);
#define JSON_EACH(child, parent)                                               \
	for (bool more_##child = json_first((parent), &(child)); more_##child; \
	     more_##child = json_next(&(child)))

// The value, or a mistake ("expected a string") and NULL or false. Texts
// belong to the document.
const char *json_string(const struct json *v);
bool json_boolean(const struct json *v, bool *out);
bool json_integer(const struct json *v, int64_t *out);

// The same for a member that may be absent: NULL, or `fallback`.
const char *json_get_string(const struct json *object, const char *key);
bool json_get_boolean(const struct json *object, const char *key,
		      bool fallback);
int64_t json_get_integer(const struct json *object, const char *key,
			 int64_t fallback);

// A mistake for every member whose key is not in `keys` (NULL ends), and for
// keys given twice.
void json_only_keys(const struct json *object, const char *const *keys);

bool json_is_integer(const struct json *v);
bool json_equal(const struct json *a, const struct json *b);
double json_number(const struct json *v); // 0 if it is none

// Appends the value as JSON on one line.
void json_print(struct str *out, const struct json *v);

void json_mistake(const struct json *v, const char *format, ...)
	PRINTF_LIKE(2, 3);
// "operations[2].match.method.name"; nothing for the root.
void json_path(struct str *out, const struct json *v);

#endif
