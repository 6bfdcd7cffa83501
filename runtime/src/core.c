// SPDX-License-Identifier: Apache-2.0
//
// Attach and complete meet on one word: each first takes the right to write its
// part, writes it, and then publishes with a flag. Whoever publishes second
// sees the other's flag and does what is left to do, so exactly one does it.
#include "core.h"

#include <once/executor.h>

#include "trace.h"

// A test that runs through all interleavings takes a step here.
#ifndef CORE_STEP
#	define CORE_STEP() ((void)0)
#endif

static uint64_t load(struct vt_core *core)
{
	CORE_STEP();
	return core_load(core);
}

static void store(struct vt_core *core, uint64_t word)
{
	CORE_STEP();
	atomic_store_explicit(&core->word, word, memory_order_release);
}

static bool swap(struct vt_core *core, uint64_t *word, uint64_t next)
{
	CORE_STEP();
	return atomic_compare_exchange_strong_explicit(&core->word, word, next,
						       memory_order_acq_rel,
						       memory_order_acquire);
}

static uint64_t set(struct vt_core *core, uint64_t flags)
{
	CORE_STEP();
	return atomic_fetch_or_explicit(&core->word, flags,
					memory_order_acq_rel);
}

void vt_core_init(struct vt_core *core)
{
	atomic_init(&core->word, (uint64_t)1 << CORE_SHIFT | CORE_LIVE);
	core->u.work.next = NULL;
	core->u.work.run = NULL;
	core->fn = NULL;
	core->arg = NULL;
	atomic_init(&core->value, 0);
	core->trace = NULL;
}

uint64_t core_begin(struct vt_core *core)
{
	uint64_t word = atomic_load_explicit(&core->word, memory_order_relaxed);

	atomic_store_explicit(&core->word, word | CORE_LIVE,
			      memory_order_relaxed);
	TRACE_EVENT(core, PRODUCE, core_generation(word));
	return core_generation(word);
}

void core_preset(struct vt_core *core, uint64_t value, bool failed)
{
	uint64_t word = atomic_load_explicit(&core->word, memory_order_relaxed);

	atomic_store_explicit(&core->value, value, memory_order_relaxed);
	atomic_store_explicit(&core->word,
			      word | CORE_COMPLETING | CORE_DONE |
				      (failed ? CORE_FAILED : 0),
			      memory_order_release);
}

bool core_retire(struct vt_core *core)
{
	uint64_t word = atomic_load_explicit(&core->word, memory_order_relaxed);
	uint64_t next = (core_generation(word) + 1) << CORE_SHIFT;

	store(core, next);
	return next != 0;
}

void core_set_generation(struct vt_core *core, uint64_t generation)
{
	uint64_t word = atomic_load_explicit(&core->word, memory_order_relaxed);
	uint64_t flags = word & (((uint64_t)1 << CORE_SHIFT) - 1);

	store(core, generation << CORE_SHIFT | flags);
}

// Attached, and the continuation has not begun: the outcome is spoken for.
static bool is_awaited(uint64_t word)
{
	return (word & CORE_ATTACHING) && !(word & CORE_DISPATCHED);
}

int vt_core_release(struct vt_core *core)
{
	TRACE_ENTRY();
	uint64_t word = load(core);

	if (is_awaited(word) || ((word & CORE_DONE) && !(word & CORE_CLAIMED)))
		return TRACE_MISUSE(RESET_PENDING, "value_task", core,
				    core_generation(word), VT_EBUSY);
	TRACE_RELEASE(core);
	return VT_OK;
}

uint64_t vt_core_token(struct vt_core *core)
{
	TRACE_ENTRY();
	uint64_t token = core_generation(core_load(core));

	TRACE_EVENT(core, PRODUCE, token);
	return token;
}

int vt_core_reset(struct vt_core *core)
{
	TRACE_ENTRY();
	uint64_t word = load(core);

	if (!(word & CORE_CLAIMED) || !(word & CORE_DONE))
		return TRACE_MISUSE(RESET_PENDING, "value_task", core,
				    core_generation(word), VT_EBUSY);
	store(core, (core_generation(word) + 1) << CORE_SHIFT | CORE_LIVE);
	return VT_OK;
}

static void run(struct vt_work *work)
{
	struct vt_core *core =
		(struct vt_core *)((char *)work - offsetof(struct vt_core, u));
	vt_fn *fn = core->fn;
	void *arg = core->arg;

	set(core, CORE_DISPATCHED);
	TRACE_CALLBACK();
	fn(arg);
}

static void dispatch(struct vt_core *core)
{
	struct vt_executor *executor = core->u.executor;

	core->u.work.run = run;
	if (executor)
		vt_executor_post(executor, &core->u.work);
	else
		vt_trampoline(&core->u.work);
}

static int complete(struct vt_core *core, uint64_t token, uint64_t value,
		    uint64_t failed)
{
	uint64_t word = load(core);

	do {
		if (core_generation(word) != token)
			return TRACE_REFUSED(core, token, COMPLETE, VT_ESTALE);
		if (word & CORE_COMPLETING)
			return TRACE_REFUSED(core, token, COMPLETE,
					     VT_EALREADY);
	} while (!swap(core, &word, word | CORE_COMPLETING | failed));
	atomic_store_explicit(&core->value, value, memory_order_release);
	TRACE_EVENT(core, COMPLETE, token);
	word = set(core, CORE_DONE);
	if (word & CORE_CLAIMED)
		return VT_EDISCARDED;
	if (word & CORE_ATTACHED)
		dispatch(core);
	return VT_OK;
}

int core_complete(struct vt_core *core, uint64_t token, uint64_t value)
{
	return complete(core, token, value, 0);
}

int vt_core_complete(struct vt_core *core, uint64_t token, uint64_t value)
{
	TRACE_ENTRY();
	return core_complete(core, token, value);
}

int core_fail(struct vt_core *core, uint64_t token, int error)
{
	if (error <= 0)
		return VT_EINVAL;
	return complete(core, token, (uint64_t)error, CORE_FAILED);
}

int vt_core_fail(struct vt_core *core, uint64_t token, int error)
{
	TRACE_ENTRY();
	return core_fail(core, token, error);
}

static int outcome(struct vt_core *core, uint64_t word, uint64_t *value)
{
	uint64_t outcome =
		atomic_load_explicit(&core->value, memory_order_acquire);

	if (word & CORE_FAILED)
		return (int)outcome;
	*value = outcome;
	return VT_OK;
}

int core_status(struct vt_core *core, uint64_t token)
{
	uint64_t word = load(core);
	uint64_t value;

	if (core_generation(word) != token)
		return TRACE_REFUSED(core, token, LOOK, VT_ESTALE);
	if (word & CORE_CLAIMED)
		return TRACE_REFUSED(core, token, LOOK, VT_ECLAIMED);
	if (!(word & CORE_DONE))
		return VT_PENDING;
	if (!(word & CORE_FAILED))
		return VT_OK;

	// The error is read before it is known that nobody took it meanwhile.
	int rc = outcome(core, word, &value);

	return core_generation(load(core)) == token ? rc : VT_ESTALE;
}

int vt_core_status(struct vt_core *core, uint64_t token)
{
	TRACE_ENTRY();
	return core_status(core, token);
}

int core_on_done(struct vt_core *core, uint64_t token,
		 const struct vt_continuation *k)
{
	uint64_t word = load(core);
	uint64_t next;

	do {
		if (core_generation(word) != token)
			return TRACE_REFUSED(core, token, ATTACH, VT_ESTALE);
		if (word & CORE_CLAIMED)
			return TRACE_REFUSED(core, token, ATTACH, VT_ECLAIMED);
		if (word & CORE_ATTACHING)
			return TRACE_REFUSED(core, token, ATTACH, VT_EBUSY);
		if (word & CORE_DONE)
			return VT_OK;
	} while (!swap(core, &word, word | CORE_ATTACHING));
	core->fn = k->fn;
	core->arg = k->arg;
	core->u.executor = k->executor;
	TRACE_EVENT(core, ATTACH, token);
	word |= CORE_ATTACHING;
	do {
		next = word | CORE_ATTACHED;
		if (word & CORE_DONE)
			next |= CORE_DISPATCHED;
	} while (!swap(core, &word, next));
	return word & CORE_DONE ? VT_OK : VT_PENDING;
}

int vt_core_on_done(struct vt_core *core, uint64_t token,
		    const struct vt_continuation *k)
{
	TRACE_ENTRY();
	return core_on_done(core, token, k);
}

// Why the outcome may not be claimed, or 0.
static int refusal(uint64_t word, uint64_t token, uint64_t needed)
{
	if (core_generation(word) != token)
		return VT_ESTALE;
	if (word & CORE_CLAIMED)
		return VT_ECLAIMED;
	if ((word & needed) != needed)
		return VT_EINCOMPLETE;
	if (is_awaited(word))
		return VT_EBUSY;
	return VT_OK;
}

static int claim(struct vt_core *core, uint64_t token, uint64_t *word,
		 uint64_t needed)
{
	*word = load(core);
	do {
		int rc = refusal(*word, token, needed);

		if (rc)
			return TRACE_REFUSED(core, token, TAKE, rc);
	} while (!swap(core, word, *word | CORE_CLAIMED));
	TRACE_EVENT(core, CONSUME, token);
	return VT_OK;
}

int core_take(struct vt_core *core, uint64_t token, uint64_t *value)
{
	uint64_t word;
	int rc = claim(core, token, &word, CORE_DONE);

	return rc ? rc : outcome(core, word, value);
}

int vt_core_take(struct vt_core *core, uint64_t token, uint64_t *value)
{
	TRACE_ENTRY();
	return core_take(core, token, value);
}

int core_discard(struct vt_core *core, uint64_t token)
{
	uint64_t word;
	int rc = claim(core, token, &word, 0);

	if (rc)
		return rc;
	return word & CORE_DONE ? VT_OK : VT_PENDING;
}

int vt_core_discard(struct vt_core *core, uint64_t token)
{
	TRACE_ENTRY();
	return core_discard(core, token);
}

int vt_core_peek(struct vt_core *core, uint64_t token, uint64_t *value)
{
	TRACE_ENTRY();
	uint64_t word = load(core);
	uint64_t seen = 0;

	if (core_generation(word) != token)
		return TRACE_REFUSED(core, token, TAKE, VT_ESTALE);
	if (!(word & CORE_DONE))
		return TRACE_REFUSED(core, token, TAKE, VT_EINCOMPLETE);

	// A reset may have come between: then what was seen is not ours.
	int rc = outcome(core, word, &seen);

	if (core_generation(load(core)) != token)
		return TRACE_REFUSED(core, token, TAKE, VT_ESTALE);
	if (!rc)
		*value = seen;
	return rc;
}
