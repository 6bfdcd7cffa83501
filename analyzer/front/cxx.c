// SPDX-License-Identifier: Apache-2.0
// C++ statements and expressions; only their C shape yet.
#include "front/lower.h"
void lower_range_for(struct lower *l, CXCursor s)
{
	(void)l;
	(void)s;
}
void lower_try(struct lower *l, CXCursor s)
{
	(void)l;
	(void)s;
}
void lower_unexposed_stmt(struct lower *l, CXCursor s)
{
	struct cursors c = cx_parts(&l->u->scratch, s);
	if (c.count)
		lower_stmt(l, c.at[c.count - 1]);
}
struct operand lower_lambda(struct lower *l, CXCursor e, uint32_t into)
{
	(void)l;
	(void)e;
	(void)into;
	return operand_unknown();
}
struct operand lower_new(struct lower *l, CXCursor e, uint32_t into)
{
	(void)l;
	(void)e;
	(void)into;
	return operand_unknown();
}
void lower_delete(struct lower *l, CXCursor s)
{
	(void)l;
	(void)s;
}
struct operand lower_await(struct lower *l, CXCursor e,
			   const struct cursors *parts, uint32_t into)
{
	(void)l;
	(void)e;
	(void)parts;
	(void)into;
	return operand_unknown();
}
bool is_await(struct lower *l, const struct cursors *parts)
{
	(void)l;
	(void)parts;
	return false;
}
uint32_t capture_place(struct lower *l, CXCursor d)
{
	(void)l;
	(void)d;
	return 0;
}
void capture_this(struct lower *l)
{
	(void)l;
}
void lower_constructor_inits(struct lower *l, CXCursor c,
			     const struct cursors *p)
{
	(void)l;
	(void)c;
	(void)p;
}
CXType binding_record(CXType t)
{
	return clang_getCanonicalType(t);
}
