// SPDX-License-Identifier: Apache-2.0
//
// The value task itself: by its tag either the outcome, or a source to ask.
#include <once/value_task.h>

#include <string.h>

#include "convert.h"
#include "promise.h"
#include "sleeper.h"
#include "trace.h"

static const struct vt_source_ops *ops_of(const struct value_task *t)
{
	return *(const struct vt_source_ops *const *)t->word;
}

static void *source_of(const struct value_task *t)
{
	return (void *)t->word;
}

static bool is_preserved(const struct value_task *t)
{
	return (t->word & VT_TAG_MASK) == VT_TAG_TASK;
}

static void empty(struct value_task *t)
{
	struct value_task held = *t;

	t->word = VT_TAG_EMPTY;
	t->payload = TRACE_GHOST(&held);
}

struct value_task vt_checked_value(uint64_t value)
{
	TRACE_ENTRY();
#ifdef VT_CHECKED
	struct value_task t = promise_ready(value, false);

	if (!value_task_is_empty(&t))
		return t;
#endif
	return (struct value_task){ VT_TAG_VALUE, value };
}

struct value_task vt_checked_error(int error)
{
	TRACE_ENTRY();
#ifdef VT_CHECKED
	struct value_task t = promise_ready((uint64_t)error, true);

	if (!value_task_is_empty(&t))
		return t;
#endif
	return (struct value_task){ VT_TAG_ERROR, (uint64_t)error };
}

int value_task_status(const struct value_task *t)
{
	TRACE_ENTRY();
	switch (t->word) {
	case VT_TAG_EMPTY:
		return VT_EEMPTY;
	case VT_TAG_VALUE:
		return VT_OK;
	case VT_TAG_ERROR:
		return (int)t->payload;
	}
	if (is_preserved(t))
		return preserve_status(t);
	return ops_of(t)->status(source_of(t), t->payload);
}

int vt_take_slow(struct value_task *t, uint64_t *value)
{
	TRACE_ENTRY();
	int rc;

	switch (t->word) {
	case VT_TAG_EMPTY:
		return TRACE_EMPTY(t);
	case VT_TAG_VALUE:
		*value = t->payload;
		rc = VT_OK;
		break;
	case VT_TAG_ERROR:
		rc = (int)t->payload;
		break;
	default:
		if (is_preserved(t))
			rc = preserve_take(t, value);
		else
			rc = ops_of(t)->take(source_of(t), t->payload, value);
	}
	if (rc >= 0)
		empty(t);
	return rc;
}

int value_task_discard(struct value_task *t)
{
	TRACE_ENTRY();
	int rc = VT_OK;

	if (t->word == VT_TAG_EMPTY)
		return VT_EEMPTY;
	if (!(t->word & VT_TAG_MASK)) {
		if (!ops_of(t)->discard)
			return VT_EINVAL;
		rc = ops_of(t)->discard(source_of(t), t->payload);
	}
	if (rc != VT_OK && rc != VT_PENDING)
		return rc;
	empty(t);
	return VT_OK;
}

static int attach(const struct value_task *t, const struct vt_continuation *k)
{
	if (t->word == VT_TAG_EMPTY)
		return TRACE_EMPTY(t);
	if (t->word == VT_TAG_VALUE || t->word == VT_TAG_ERROR)
		return VT_OK;
	if (is_preserved(t))
		return preserve_on_done(t, k);
	return ops_of(t)->on_done(source_of(t), t->payload, k);
}

int vt_on_done_slow(const struct value_task *t, vt_fn *fn, void *arg)
{
	TRACE_ENTRY();
	return attach(t, &(struct vt_continuation){ fn, arg, NULL });
}

int value_task_on_done_in(const struct value_task *t,
			  struct vt_executor *executor, vt_fn *fn, void *arg)
{
	TRACE_ENTRY();
	return attach(t, &(struct vt_continuation){ fn, arg, executor });
}

int value_task_wait(struct value_task *t, uint64_t *value)
{
	TRACE_ENTRY();
	struct sleeper s = SLEEPER_INIT;
	int rc = value_task_on_done(t, sleeper_wake, &s);

	if (rc == VT_PENDING) {
		sleeper_wait(&s);
		rc = VT_OK;
	}
	return rc ? rc : value_task_take(t, value);
}

static const char *const code_names[] = {
#define CODE(code) [-(code)] = #code
	CODE(VT_OK),        CODE(VT_PENDING),  CODE(VT_EEMPTY),
	CODE(VT_ESTALE),    CODE(VT_ECLAIMED), CODE(VT_EINCOMPLETE),
	CODE(VT_EBUSY),     CODE(VT_EALREADY), CODE(VT_EDISCARDED),
	CODE(VT_ENOMEM),    CODE(VT_EINVAL),   CODE(VT_ECLOSED),
	CODE(VT_EBORROWED),
#undef CODE
};

const char *vt_code_name(int code)
{
	if (code > 0)
		return strerror(code);
	if (code <= -(int)(sizeof(code_names) / sizeof(code_names[0])))
		return "unknown code";
	return code_names[-code];
}
