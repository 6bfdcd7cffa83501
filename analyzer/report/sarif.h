// SPDX-License-Identifier: Apache-2.0
// The parts of a SARIF log: what may be found (sarif_rules.c) and what was
// (sarif_result.c). sarif.c puts them together.
#ifndef ONCELINT_REPORT_SARIF_H
#define ONCELINT_REPORT_SARIF_H

#include "report/emit.h"
#include "report/fingerprint.h"
#include "report/report.h"

// The tool with its rules, each with the page that explains it.
void sarif_emit_tool(struct emit *e, const struct report *r);
// The part of the CWE that the rules refer to.
void sarif_emit_taxonomies(struct emit *e);

// Line hashes of the file that was asked for last; findings come by file.
struct sarif_hashes {
	const char *file;
	struct arena arena;
	struct line_hashes hashes;
};

void sarif_emit_result(struct emit *e, const struct report *r, uint32_t index,
		       struct sarif_hashes *hashes);

// "note", "warning", "error"
const char *sarif_level(enum severity s);
void sarif_emit_message(struct emit *e, const char *key, const char *text);
void sarif_emit_physical(struct emit *e, const struct report *r,
			 const struct loc *l);

#endif
