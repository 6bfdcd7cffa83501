// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

// Integers up to here are exact in a double.
#define EXACT_MAX 9007199254740992.0

PRINTF_LIKE(4, 0)
static void mistake_line(struct json_doc *d, const char *where,
			 const char *separator, const char *format,
			 va_list args)
{
	char text[1024];

	if (d->mistake_count++ >= JSON_MISTAKES_SHOWN)
		return;
	vsnprintf(text, sizeof(text), format, args);
	str_printf(&d->mistakes, "%s%s%s%s: %s", d->mistakes.length ? "\n" : "",
		   d->file, separator, where, text);
}

PRINTF_LIKE(3, 4)
static void mistake_at(struct json_doc *d, const char *where,
		       const char *format, ...)
{
	va_list args;

	va_start(args, format);
	mistake_line(d, where, *where ? ":" : "", format, args);
	va_end(args);
}

// ---- text to document

// Comments become blanks, so that lines and columns stay.
static void blank_comments(char *text)
{
	bool in_string = false;

	for (char *p = text; *p; p++) {
		if (in_string && *p == '\\' && p[1]) {
			p++;
		} else if (*p == '"') {
			in_string = !in_string;
		} else if (!in_string && p[0] == '/' && p[1] == '/') {
			while (*p && *p != '\n')
				*p++ = ' ';
			p--;
		} else if (!in_string && p[0] == '/' && p[1] == '*') {
			char *end = strstr(p + 2, "*/");
			if (!end)
				return; // left as it is: a mistake there
			for (end += 2; p < end; p++)
				if (*p != '\n')
					*p = ' ';
			p--;
		}
	}
}

static void place_of(const char *text, const char *at, char *out, size_t size)
{
	uint32_t line = 1;
	const char *start = text;

	for (const char *p = text; p < at; p++) {
		if (*p == '\n') {
			line++;
			start = p + 1;
		}
	}
	snprintf(out, size, "%" PRIu32 ":%td", line, at - start + 1);
}

// What stands there says more than the parser, which only tells the place.
static void report_syntax(struct json_doc *d, const char *text, size_t length,
			  const char *at)
{
	char place[48];

	if (!at || at > text + length)
		at = text + length;
	place_of(text, at, place, sizeof(place));
	if (at == text + length)
		mistake_at(d, place, "not JSON: the text ends too early");
	else if (*at > ' ' && *at < 0x7f)
		mistake_at(d, place, "not JSON: unexpected '%c'", *at);
	else
		mistake_at(d, place, "not JSON");
}

bool json_open(struct json_doc *d, const char *file, const char *text,
	       size_t length, unsigned flags)
{
	const char *end = NULL;

	*d = (struct json_doc){ file, NULL, STR_INIT, 0 };
	const char *zero = memchr(text, '\0', length);
	if (zero) {
		char place[48];
		place_of(text, zero, place, sizeof(place));
		mistake_at(d, place, "not JSON: a zero byte");
		return false;
	}
	char *copy = xmalloc(length + 1);
	memcpy(copy, text, length);
	copy[length] = '\0';
	if (flags & JSON_COMMENTS)
		blank_comments(copy);
	d->root = cJSON_ParseWithLengthOpts(copy, length + 1, &end, true);
	if (!d->root)
		report_syntax(d, copy, length, end);
	free(copy);
	return d->root != NULL;
}

void json_close(struct json_doc *d)
{
	cJSON_Delete(d->root);
	d->root = NULL;
	str_release(&d->mistakes);
}

bool json_is_sound(const struct json_doc *d, enum err_code code, struct err *e)
{
	if (!d->mistake_count)
		return true;
	if (d->mistake_count <= JSON_MISTAKES_SHOWN)
		return err_set(e, code, "%s", d->mistakes.text);
	return err_set(e, code, "%s\n%s: and %" PRIu32 " more mistakes",
		       d->mistakes.text, d->file,
		       d->mistake_count - JSON_MISTAKES_SHOWN);
}

// ---- walking

struct json json_root(struct json_doc *d)
{
	return (struct json){ d, d->root, NULL, NULL, 0 };
}

enum json_type json_type(const struct json *v)
{
	switch (v->node->type & 0xff) {
	case cJSON_True:
	case cJSON_False:
		return JSON_BOOLEAN;
	case cJSON_Number:
		return JSON_NUMBER;
	case cJSON_String:
		return JSON_STRING;
	case cJSON_Array:
		return JSON_ARRAY;
	case cJSON_Object:
		return JSON_OBJECT;
	default:
		return JSON_NULL;
	}
}

bool json_first(const struct json *parent, struct json *child)
{
	const struct cJSON *node = parent->node->child;

	if (!node)
		return false;
	*child = (struct json){ parent->doc, node, parent, node->string, 0 };
	return true;
}

bool json_next(struct json *child)
{
	if (!child->node->next)
		return false;
	child->node = child->node->next;
	child->key = child->node->string;
	child->index++;
	return true;
}

bool json_at(const struct json *parent, uint32_t index, struct json *child)
{
	bool found = json_first(parent, child);

	while (found && child->index < index)
		found = json_next(child);
	return found;
}

bool json_get(const struct json *object, const char *key, struct json *out)
{
	struct json child;

	if (json_type(object) != JSON_OBJECT)
		return false;
	JSON_EACH(child, object)
	{
		if (strcmp(child.key, key) == 0) {
			*out = child;
			return true;
		}
	}
	return false;
}

bool json_has(const struct json *object, const char *key)
{
	struct json ignored;

	return json_get(object, key, &ignored);
}

uint32_t json_count(const struct json *v)
{
	uint32_t n = 0;

	for (const struct cJSON *c = v->node->child; c; c = c->next)
		n++;
	return n;
}

// ---- values

double json_number(const struct json *v)
{
	return json_type(v) == JSON_NUMBER ? v->node->valuedouble : 0;
}

bool json_is_integer(const struct json *v)
{
	double number = json_number(v);

	return json_type(v) == JSON_NUMBER && number >= -EXACT_MAX &&
	       number <= EXACT_MAX && (double)(int64_t)number == number;
}

const char *json_string(const struct json *v)
{
	if (json_type(v) == JSON_STRING)
		return v->node->valuestring;
	json_mistake(v, "expected a string");
	return NULL;
}

bool json_boolean(const struct json *v, bool *out)
{
	if (json_type(v) != JSON_BOOLEAN) {
		json_mistake(v, "expected true or false");
		return false;
	}
	*out = cJSON_IsTrue(v->node);
	return true;
}

bool json_integer(const struct json *v, int64_t *out)
{
	if (!json_is_integer(v)) {
		json_mistake(v, "expected an integer");
		return false;
	}
	*out = (int64_t)v->node->valuedouble;
	return true;
}

const char *json_get_string(const struct json *object, const char *key)
{
	struct json v;

	return json_get(object, key, &v) ? json_string(&v) : NULL;
}

bool json_get_boolean(const struct json *object, const char *key, bool fallback)
{
	struct json v;

	if (json_get(object, key, &v))
		json_boolean(&v, &fallback);
	return fallback;
}

int64_t json_get_integer(const struct json *object, const char *key,
			 int64_t fallback)
{
	struct json v;

	if (json_get(object, key, &v))
		json_integer(&v, &fallback);
	return fallback;
}

bool json_equal(const struct json *a, const struct json *b)
{
	return cJSON_Compare(a->node, b->node, true);
}

// ---- mistakes

static bool is_twice(const struct json *member)
{
	struct json first;

	return json_get(member->parent, member->key, &first) &&
	       first.node != member->node;
}

void json_only_keys(const struct json *object, const char *const *keys)
{
	struct json member;

	JSON_EACH(member, object)
	{
		const char *const *k = keys;
		while (*k && strcmp(*k, member.key) != 0)
			k++;
		if (!*k)
			json_mistake(&member, "unknown key");
		else if (is_twice(&member))
			json_mistake(&member, "given twice");
	}
}

static bool is_plain(const char *key)
{
	if (!*key)
		return false;
	return key[strspn(key, "abcdefghijklmnopqrstuvwxyz"
			       "ABCDEFGHIJKLMNOPQRSTUVWXYZ_$-0123456789")] ==
	       '\0';
}

// Parents first, without recursion: the input may be nested deeply.
void json_path(struct str *out, const struct json *v)
{
	const struct json *way[64];
	uint32_t depth = 0;

	for (; v->parent && depth < COUNT_OF(way); v = v->parent)
		way[depth++] = v;
	if (v->parent)
		str_add(out, "...");
	while (depth--) {
		const struct json *step = way[depth];
		if (!step->key)
			str_printf(out, "[%" PRIu32 "]", step->index);
		else if (is_plain(step->key))
			str_printf(out, "%s%s", out->length ? "." : "",
				   step->key);
		else
			str_printf(out, "[\"%.64s\"]", step->key);
	}
}

void json_mistake(const struct json *v, const char *format, ...)
{
	struct str path = STR_INIT;
	va_list args;

	if (v->doc->mistake_count >= JSON_MISTAKES_SHOWN) {
		v->doc->mistake_count++;
		return;
	}
	json_path(&path, v);
	va_start(args, format);
	mistake_line(v->doc, path.text, path.length ? ": " : "", format, args);
	va_end(args);
	str_release(&path);
}

void json_print(struct str *out, const struct json *v)
{
	char *text = cJSON_PrintUnformatted(v->node);

	if (!text)
		bug("a value that was read cannot be printed");
	str_add(out, text);
	cJSON_free(text);
}
