// SPDX-License-Identifier: Apache-2.0
// One finding as a Diagnostic of the Language Server Protocol 3.17. Positions
// count UTF-16 units, the protocol's default.
#ifndef ONCELINT_REPORT_LSP_H
#define ONCELINT_REPORT_LSP_H

#include "report/emit.h"
#include "report/report.h"

// An object inside an array. The steps become related information; identity
// and fixes travel in `data`, from where code actions take them.
void lsp_emit_diagnostic(struct emit *e, const struct report *r,
			 uint32_t index);

#endif
