// SPDX-License-Identifier: Apache-2.0
// Each function describes one struct for both directions, see model/wire.h.
#include "model/artifact.h"

#include <string.h>

#include "model/ir_wire.h"
#include "model/summary_wire.h"

#define MAGIC 0x544e4c31u // "1LNT"
#define VERSION 3u

const char *unit_status_word(enum unit_status s)
{
	static const char *const words[] = {
		[UNIT_DONE] = "done",     [UNIT_SKIPPED] = "skipped",
		[UNIT_CACHED] = "cached", [UNIT_DEGRADED] = "degraded",
		[UNIT_FAILED] = "failed",
	};

	return words[s];
}

// ---- the whole

static void wire_stale(struct wire *w, struct stale *s)
{
	wire_text(w, &s->field);
	wire_text(w, &s->callback);
	wire_loc(w, &s->callback_loc);
	wire_bool(w, &s->is_untouched);
	wire_text(w, &s->by);
	wire_loc(w, &s->made);
}

static void wire_artifact(struct wire *w, struct artifact *x)
{
	wire_text(w, &x->file);
	WIRE_ENUM(w, x->status, UNIT_STATUS_COUNT);
	wire_text(w, &x->reason);
	wire_u32(w, &x->function_count);
	wire_u32(w, &x->skipped_functions);
	wire_u32(w, &x->state_limit_hits);
	wire_u32(w, &x->error_count);
	WIRE_VEC(w, x->findings.list, wire_finding);
	WIRE_VEC(w, x->notes, wire_note);
	WIRE_VEC(w, x->dependencies, wire_text);
	WIRE_VEC(w, x->summaries, wire_summary);
	WIRE_VEC(w, x->contracts, wire_contract);
	WIRE_VEC(w, x->self, wire_text);
	WIRE_VEC(w, x->rearmed, wire_text);
	WIRE_VEC(w, x->unread, wire_text);
	WIRE_VEC(w, x->stale, wire_stale);
	WIRE_VEC(w, x->packs, wire_text);
	WIRE_VEC(w, x->declarations, wire_declaration);
}

void artifact_write(const struct artifact *x, const char *root, struct str *out)
{
	struct arena scratch = { 0 };
	struct summary_wire c = { 0 };
	struct artifact copy = *x; // fields are set to what they are

	wire_write_begin(&c.wire, root);
	c.wire.arena = &scratch;
	wire_artifact(&c.wire, &copy);
	wire_write_end(&c.wire, MAGIC, VERSION, out);
	arena_release(&scratch);
	ir_write((const struct function *const *)x->functions.at,
		 x->functions.count, root, out);
}

bool artifact_read(const void *data, size_t size, const char *root,
		   const struct rules *rules, struct arena *a,
		   struct artifact *out, struct err *e)
{
	struct summary_wire c = { .rules = rules };
	size_t first = wire_size(data, size);

	if (!wire_read_begin(&c.wire, a, root, MAGIC, VERSION, data,
			     first ? first : size, e))
		return false;
	*out = (struct artifact){ 0 };
	wire_artifact(&c.wire, out);
	if (!wire_read_end(&c.wire, e))
		return false;
	out->ir = (const char *)data + first;
	out->ir_size = size - first;
	if (!wire_is_sound(out->ir, out->ir_size))
		return err_set(e, ERR_IO, "wrong checksum");
	out->flat = data;
	out->flat_size = size;
	out->hash = wire_checksum(data) * 31 + wire_checksum(out->ir);
	return true;
}
