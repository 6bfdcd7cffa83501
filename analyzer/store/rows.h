// SPDX-License-Identifier: Apache-2.0
// Rows in memory as a table that SQL can read, so that one statement takes them
// all: to bind a row's values costs more than to write it.
#ifndef ONCELINT_STORE_ROWS_H
#define ONCELINT_STORE_ROWS_H

#include <sqlite3.h>
#include <stdint.h>

#include "base/err.h"

struct store_db;

// Gives column `column` of a row with sqlite3_result_*. What it points at must
// live until the rows are replaced.
typedef void (*rows_value_fn)(sqlite3_context *out, const void *rows,
			      uint32_t row, int column);

struct rows {
	const char *name;    // of the table
	const char *columns; // as in CREATE TABLE: "id, text"
	rows_value_fn value;
	const void *at; // set before a statement reads them
	uint32_t count;
};

// Makes the table known to the connection; `r` must outlive that.
MUST_USE bool rows_declare(struct store_db *s, struct rows *r, struct err *e);

#endif
