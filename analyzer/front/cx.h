// SPDX-License-Identifier: Apache-2.0
// libclang's ways made handy: strings that need no disposal, child lists,
// places in files. The only file that holds a CXString.
#ifndef ONCELINT_FRONT_CX_H
#define ONCELINT_FRONT_CX_H

#include <stdbool.h>

#include "base/intern.h"
#include "base/vec.h"
#include "front/library.h"
#include "model/loc.h"

struct cx_file;

struct cursors {
	CXCursor *at;
	uint32_t count;
	uint32_t room;
};

// Child lists that were read lately: most are looked at twice.
#define CX_MEMO_SIZE 64
struct cx_memo {
	const void *key;
	struct cursors parts;
};

#define CX_RECENT 16

// A parsed translation unit and its caches. Everything handed out is interned
// or lives in `arena`, so it outlives the unit.
struct cx {
	CXTranslationUnit tu;
	struct arena *arena;
	struct arena *scratch; // child lists
	struct intern *names;
	const char *main_file;
	const char *directory; // that relative paths are relative to
	CXPrintingPolicy policy;
	struct cx_file *files;
	struct cx_file *recent[CX_RECENT]; // by a few bits of the key
	// A place deep in a nest costs a walk down to its leaves: the last one
	// that was asked for is taken instead.
	bool is_coarse;
	const void *last_expression; // whose range `last_loc` is
	struct loc last_loc;
	struct cx_memo memo[CX_MEMO_SIZE];
};

void cx_release(struct cx *x); // the caches; not the unit

// Direct children in visiting order, valid until cx_forget. cx_parts leaves out
// references and attributes: what is declared and evaluated.
struct cursors cx_children(struct cx *x, CXCursor c);
struct cursors cx_parts(struct cx *x, CXCursor c);
void cx_forget(struct cx *x); // resets `scratch`

// Texts of a cursor; "" if there is none.
const char *cx_name(struct cx *x, CXCursor c);
const char *cx_usr(struct cx *x, CXCursor c);
const char *cx_type_text(struct cx *x, CXType t);
const char *cx_pretty(struct cx *x, CXCursor declaration);
bool cx_is_named(CXCursor c, const char *name);
const char *cx_text(struct cx *x, CXString s); // disposes of `s`

// What tells declarations apart while the unit lives: one key for all
// redeclarations. The same expression seen as a child and as an argument has
// one key too (the cursors differ).
const void *cx_key(CXCursor declaration);
const void *cx_expression_key(CXCursor c);

bool cx_is_literal(CXCursor e);
// An integer constant's value; slow.
bool cx_evaluate(CXCursor e, int64_t *out);

enum CXTypeKind cx_type_kind(CXCursor c); // canonical kind of its type
bool cx_is_pointer(enum CXTypeKind kind); // and nullptr_t, member pointers

// A file as the model names it, NULL for none.
const char *cx_path(struct cx *x, CXFile file);
// The file that a cursor is in, NULL for none.
const char *cx_file(struct cx *x, CXCursor c);
// Written in this project: neither nowhere, nor in a system header, nor in one
// that is installed on the machine though its folder is given by -I.
bool cx_is_installed(const char *path);
bool cx_is_owned(struct cx *x, CXCursor c);

// The range of a cursor as it is reported; `cx_loc_end` is its last character,
// such as the closing brace of a block.
struct loc cx_loc(struct cx *x, CXCursor c);
struct loc cx_loc_end(struct cx *x, CXCursor c);
struct loc cx_loc_name(struct cx *x, CXCursor declaration); // of the name alone

// The bytes at the place where a cursor's first token is really spelt, or where
// it is reported; `*end` is the end of the file. NULL if there is no file.
const char *cx_spelling(struct cx *x, CXCursor c, const char **end);
const char *cx_reported(struct cx *x, CXCursor c, const char **end);
// The cursor comes out of a macro's body.
bool cx_in_macro(CXCursor c);
// Whether the cursor's first token is this identifier.
bool cx_starts_with(struct cx *x, CXCursor c, const char *word);
// The identifier that the cursor's text ends with, "" if there is none.
const char *cx_last_word(struct cx *x, CXCursor c);
// Length of the identifier at `p`, 0 if there is none.
size_t cx_word(const char *p, const char *end);

#endif
