// SPDX-License-Identifier: Apache-2.0
// Findings and summaries in flat messages.
#ifndef ONCELINT_MODEL_SUMMARY_WIRE_H
#define ONCELINT_MODEL_SUMMARY_WIRE_H

#include "model/finding.h"
#include "model/ir.h"
#include "model/rules.h"
#include "model/summary.h"
#include "model/wire.h"

// A wire and the rules that give names of families a meaning. `wire` is first:
// the functions below get a pointer to it.
struct summary_wire {
	struct wire wire;
	const struct rules *rules;
	VEC(const struct family *) known; // reading: those met so far
};

void wire_finding(struct wire *w, struct finding **pointer);
void wire_note(struct wire *w, struct note *n);
void wire_operation_at(struct wire *w, const struct operation **pointer);
void wire_summary(struct wire *w, struct summary *s);
void wire_contract(struct wire *w, struct contract *c);
void wire_declaration(struct wire *w, struct declaration *d);

#endif
