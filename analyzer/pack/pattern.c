// SPDX-License-Identifier: Apache-2.0
#include "pack/pattern.h"

#include <ctype.h>
#include <regex.h>
#include <string.h>

struct pattern {
	regex_t regex;
	const char *prefix; // what every match begins with, "" if not known
	const char *suffix;
	size_t prefix_length;
	size_t suffix_length;
};

static bool is_literal(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == ':';
}

static bool is_repeat(char c)
{
	return c == '*' || c == '?' || c == '+' || c == '{';
}

// The last character of the bracket expression that begins at `p`.
static const char *skip_bracket(const char *p)
{
	p++;
	if (*p == '^')
		p++;
	if (*p == ']')
		p++;
	while (*p && *p != ']') {
		const char *end =
			p[0] == '[' && p[1] == ':' ? strstr(p, ":]") : NULL;
		p = end ? end + 2 : p + 1;
	}
	return *p ? p : p - 1;
}

static bool has_alternatives(const char *text)
{
	int depth = 0;

	for (const char *p = text; *p; p++) {
		if (*p == '\\' && p[1])
			p++;
		else if (*p == '[')
			p = skip_bracket(p);
		else if (*p == '(')
			depth++;
		else if (*p == ')')
			depth--;
		else if (*p == '|' && depth <= 0)
			return true;
	}
	return false;
}

static const char *find_prefix(struct arena *a, const char *text)
{
	size_t n = 0;

	if (text[0] != '^')
		return "";
	while (is_literal(text[1 + n]))
		n++;
	if (n && is_repeat(text[1 + n]))
		n--; // the last one may be absent
	return arena_strndup(a, text + 1, n);
}

static const char *find_suffix(struct arena *a, const char *text)
{
	size_t end = strlen(text), start;

	if (!end || text[end - 1] != '$')
		return "";
	start = --end;
	while (start && is_literal(text[start - 1]))
		start--;
	if (start && start < end && text[start - 1] == '\\')
		start++; // an escape, no letter
	return arena_strndup(a, text + start, end - start);
}

// What makes matching, or compiling, take as long as somebody likes.
static const char *find_trap(const char *text)
{
	for (const char *p = text; *p; p++) {
		if (*p == '[')
			p = skip_bracket(p);
		else if (*p == '{')
			return "counted repeats are not taken";
		else if (*p == '\\' && isdigit((unsigned char)p[1]))
			return "back references are not taken";
		else if (*p == '\\' && p[1])
			p++;
	}
	return NULL;
}

struct pattern *pattern_new(struct arena *a, const char *text, struct str *why)
{
	struct pattern *p = ARENA_NEW(a, struct pattern);
	char message[128];

	const char *trap = find_trap(text);
	if (trap) {
		str_add(why, trap);
		return NULL;
	}
	int code = regcomp(&p->regex, text, REG_EXTENDED | REG_NOSUB);
	if (code) {
		regerror(code, &p->regex, message, sizeof(message));
		message[0] = (char)tolower((unsigned char)message[0]);
		str_add(why, message);
		return NULL;
	}
	bool plain = !has_alternatives(text);
	p->prefix = plain ? find_prefix(a, text) : "";
	p->suffix = plain ? find_suffix(a, text) : "";
	p->prefix_length = strlen(p->prefix);
	p->suffix_length = strlen(p->suffix);
	return p;
}

void pattern_free(struct pattern *p)
{
	if (p)
		regfree(&p->regex);
}

bool pattern_matches(const struct pattern *p, const char *name)
{
	if (strncmp(name, p->prefix, p->prefix_length) != 0 ||
	    !str_ends(name, p->suffix))
		return false;
	return regexec(&p->regex, name, 0, NULL, 0) == 0;
}
