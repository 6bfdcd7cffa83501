// SPDX-License-Identifier: Apache-2.0
// The pass over one text, as scan.c and scan_directive.c share it.
#ifndef ONCELINT_DRIVER_SCAN_PASS_H
#define ONCELINT_DRIVER_SCAN_PASS_H

#include <string.h>

#include "driver/scan.h"

enum class {
	CLASS_OTHER,
	CLASS_SPACE,
	CLASS_LINE,
	CLASS_LETTER,
	CLASS_DIGIT,
	CLASS_HASH,
	CLASS_SLASH,
	CLASS_QUOTE,
	CLASS_POINT,
	CLASS_MINUS,
	CLASS_STAR,
	CLASS_OPEN,
	CLASS_CLOSE,
	CLASS_BRACE,
};

// The class of each character.
extern const uint8_t scan_classes[256];

static inline enum class class_of(char c) { return scan_classes[(uint8_t)c]; }

static inline bool is_word(char c)
{
	enum class k = class_of(c);

	return k == CLASS_LETTER || k == CLASS_DIGIT;
}

static inline bool is_text(const char *name, size_t length, const char *wanted)
{
	return strncmp(name, wanted, length) == 0 && !wanted[length];
}

// What stood before a name, as far as it tells how the name is meant.
enum before { AFTER_OTHER, AFTER_NAME, AFTER_STAR, AFTER_POINT, AFTER_OPEN };

#define DEPTH_MAX 64
#define NOBODY UINT32_MAX

struct pass {
	struct scanner *scanner;
	struct arena *arena;
	struct scan *out;
	const char *start, *at, *end;
	enum before before;
	bool is_fresh;               // only spaces on this line so far
	bool is_macro;               // inside the body of one
	uint32_t callee;             // a name before '(', NOBODY
	uint32_t callees[DEPTH_MAX]; // of the open parentheses
	uint32_t depth;
	uint32_t closed; // the callee whose ')' was the last token, NOBODY
	uint32_t conditions[DEPTH_MAX]; // of the open #if, as in scan_include
	uint32_t condition_count;
	uint32_t doubtful; // the name of an #ifndef just before; 0: none
	bool is_guard;     // that one is the first directive of the text
	bool has_directive;
};

// At a '#' that begins a line: to the end of the directive, or to the body of
// the macro that it defines.
void scan_directive(struct pass *p);

// A macro's body is over.
void scan_end_macro(struct pass *p);

// A comment, else false.
bool scan_comment(struct pass *p);

// To the line break that ends a directive or comment.
void scan_skip_line(struct pass *p);

// The line break here does not end the line.
bool scan_is_spliced(const struct pass *p);

#endif
