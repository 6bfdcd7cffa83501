// SPDX-License-Identifier: Apache-2.0
// Qualified names without template arguments: "std::future::get".
#include <string.h>

#include "pack/pack.h"

// Length of the component that `p` begins with.
static size_t component(const char *p)
{
	const char *end = strstr(p, "::");

	return end ? (size_t)(end - p) : strlen(p);
}

static const char *next_component(const char *p)
{
	p += component(p);
	return *p ? p + 2 : p;
}

const char *name_last(const char *name)
{
	const char *p = name;

	while (strstr(p, "::") && !str_starts(p, "operator"))
		p = next_component(p);
	return *p ? p : name;
}

// "v1_*" stands for any rest.
static bool is_inline(const struct packset *s, const char *p, size_t length)
{
	VEC_EACH (const char *, n, &s->inline_namespaces) {
		size_t known = strlen(*n);
		if (known && (*n)[known - 1] == '*') {
			if (length >= known - 1 &&
			    memcmp(p, *n, known - 1) == 0)
				return true;
		} else if (length == known && memcmp(p, *n, known) == 0) {
			return true;
		}
	}
	return false;
}

bool name_is(const struct packset *s, const char *name, const char *wanted)
{
	if (strcmp(name, wanted) == 0)
		return true;
	while (*name) {
		size_t length = component(name);
		if (length == component(wanted) &&
		    memcmp(name, wanted, length) == 0)
			wanted = next_component(wanted);
		else if (!name[length] || !is_inline(s, name, length))
			return false;
		name = next_component(name);
	}
	return !*wanted;
}

const char *name_plain(const struct packset *s, struct arena *a,
		       const char *name)
{
	struct str plain = STR_INIT;
	bool dropped = false;

	for (const char *p = name; *p; p = next_component(p)) {
		size_t length = component(p);
		if (p[length] && is_inline(s, p, length)) {
			dropped = true;
			continue;
		}
		str_add_bytes(&plain, p, (size_t)(next_component(p) - p));
	}
	if (dropped)
		name = arena_strndup(a, plain.text, plain.length);
	str_release(&plain);
	return name;
}
