// SPDX-License-Identifier: Apache-2.0
// Places where a family's handles must not be kept: the family's `storage`.
#include <string.h>

#include "flow/exec.h"

static struct handle *held_handle(struct solver *sv, struct state *s,
				  uint32_t region)
{
	const struct family *family =
		eval_family(sv, sv->m.regions.at[region].type);
	const struct value *v;

	if (!family)
		return NULL;
	v = state_bound(s, handle_region(sv, region, family));
	return v && v->kind == VALUE_SYMBOL ? state_handle(s, v->id) : NULL;
}

static void check_permission(struct solver *sv, struct state *s,
			     const struct handle *h, uint32_t region,
			     enum storage_place place)
{
	static const char *const words[STORAGE_COUNT] = {
		[STORAGE_FIELD] = "a field",
		[STORAGE_GLOBAL] = "a global",
		[STORAGE_STATIC_LOCAL] = "a static variable",
		[STORAGE_CONTAINER] = "a container",
		[STORAGE_ARRAY] = "an array",
		[STORAGE_LAMBDA_COPY] = "a lambda's copy",
		[STORAGE_LAMBDA_MOVE] = "a lambda",
		[STORAGE_LAMBDA_REF] = "a lambda's reference",
		[STORAGE_RETURN] = "the returned value",
		[STORAGE_OUT_PARAM] = "an out parameter",
	};
	struct occasion o = { .what = words[place] };

	if (h->family->storage[place] == PERMIT_ALLOW ||
	    h->family->mode == MODE_MULTI)
		return;
	check_add(sv, s, KIND_STORED_HANDLE, true, true, h, region, 0, &o);
}

static bool is_field(struct solver *sv, uint32_t region)
{
	const struct region *r = &sv->m.regions.at[region];

	return r->kind == REGION_FIELD && r->field[0] != '*' &&
	       !region_is_local(&sv->m, region);
}

void storage_store(struct solver *sv, struct state *s, const struct op *op)
{
	uint32_t region = op->dst == NONE ? NONE : eval_place(sv, s, op->dst);
	struct handle *h = region == NONE ? NULL : held_handle(sv, s, region);

	if (!h || (h->set[0] & ~(TS_LIVE | TS_UNKNOWN)))
		return;
	const struct region *home =
		&sv->m.regions.at[region_home(&sv->m, region)];
	if (home->kind == REGION_GLOBAL)
		check_permission(sv, s, h, region,
				 strstr(home->field_usr, "@F@")
					 ? STORAGE_STATIC_LOCAL
					 : STORAGE_GLOBAL);
	else if (is_field(sv, region))
		check_permission(sv, s, h, region, STORAGE_FIELD);
}

void storage_capture(struct solver *sv, struct state *s, const struct op *op,
		     const struct capture *c, uint32_t part)
{
	uint32_t region = eval_object(sv, s, &c->from);
	struct handle *h;

	(void)op;
	if (c->passing == PASS_MOVE)
		h = held_handle(sv, s, part);
	else
		h = region == NONE ? NULL : held_handle(sv, s, region);
	if (!h || (h->set[0] & ~(TS_LIVE | TS_UNKNOWN)))
		return;
	// A reference that is only used on the spot is harmless; one that
	// leaves the function is the captured object's lifetime, which is
	// another tool's subject.
	if (c->passing == PASS_MOVE)
		check_permission(sv, s, h, part, STORAGE_LAMBDA_MOVE);
	else if (c->passing == PASS_VALUE)
		check_permission(sv, s, h, region, STORAGE_LAMBDA_COPY);
}
