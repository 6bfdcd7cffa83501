// SPDX-License-Identifier: Apache-2.0
// A failure: a code from err.def and one line of text. Functions that can fail
// return false or NULL and fill it; on success it is left alone.
#ifndef ONCELINT_BASE_ERR_H
#define ONCELINT_BASE_ERR_H

#include <stdbool.h>

#include "base/str.h"

enum err_code {
	ERR_NONE,
#define ERR(code, status, text) ERR_##code,
#include "base/err.def"
#undef ERR
};

struct err {
	enum err_code code;
	struct str text; // lower case, no full stop, 'single quotes'
};

#define ERR_INIT { ERR_NONE, STR_INIT }

void err_release(struct err *e);

// Sets code and text (the first failure is kept: a second set is ignored);
// always returns false, so that `return err_set(...)` reads well.
bool err_set(struct err *e, enum err_code code, const char *format, ...)
	PRINTF_LIKE(3, 4);

// Puts `context: ` before the text.
void err_prefix(struct err *e, const char *format, ...) PRINTF_LIKE(2, 3);

int err_exit_status(enum err_code code);

#endif
