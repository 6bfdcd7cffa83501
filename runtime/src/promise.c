// SPDX-License-Identifier: Apache-2.0
//
// The pooled source: a slot of the smallest class, recycled by whoever claims.
#include "promise.h"

#include "core.h"
#include "trace.h"

static int pooled_status(void *source, uint64_t token)
{
	struct vt_slot *slot = source;

	return core_status(&slot->core, token);
}

static int pooled_on_done(void *source, uint64_t token,
			  const struct vt_continuation *k)
{
	struct vt_slot *slot = source;

	return core_on_done(&slot->core, token, k);
}

static int pooled_take(void *source, uint64_t token, uint64_t *value)
{
	struct vt_slot *slot = source;
	int rc = core_take(&slot->core, token, value);

	if (VT_LIKELY(rc >= 0))
		pool_return(slot, 0);
	return rc;
}

static int pooled_discard(void *source, uint64_t token)
{
	struct vt_slot *slot = source;
	int rc = core_discard(&slot->core, token);

	if (rc == VT_OK)
		pool_return(slot, 0);
	return rc;
}

static const struct vt_source_ops pooled_ops = {
	.status = pooled_status,
	.on_done = pooled_on_done,
	.take = pooled_take,
	.discard = pooled_discard,
};

struct value_task vt_promise_init(struct vt_promise *p)
{
	TRACE_ENTRY();
	struct vt_slot *slot = pool_rent(0);

	if (!slot) {
		*p = (struct vt_promise){ 0 };
		return (struct value_task){ 0 };
	}
	slot->ops = &pooled_ops;
	p->slot = slot;
	p->token = core_begin(&slot->core);
	return value_task_from_source(slot, p->token);
}

static int finish(struct vt_promise p, int rc)
{
	if (rc == VT_EDISCARDED)
		pool_return(p.slot, 0);
	return rc;
}

int vt_promise_complete(struct vt_promise p, uint64_t value)
{
	TRACE_ENTRY();
	if (!p.slot)
		return VT_EEMPTY;
	return finish(p, core_complete(&p.slot->core, p.token, value));
}

int vt_promise_fail(struct vt_promise p, int error)
{
	TRACE_ENTRY();
	if (!p.slot)
		return VT_EEMPTY;
	return finish(p, core_fail(&p.slot->core, p.token, error));
}

struct value_task promise_ready(uint64_t value, bool failed)
{
	struct vt_promise p;
	struct value_task t = vt_promise_init(&p);

	if (p.slot)
		core_preset(&p.slot->core, value, failed);
	return t;
}
