// SPDX-License-Identifier: Apache-2.0
// What flow/ asks about types and callees. pack/match.c answers from the packs;
// neither includes the other, the driver joins them through this.
#ifndef ONCELINT_MODEL_RULES_H
#define ONCELINT_MODEL_RULES_H

#include "model/operation.h"

struct operation_list {
	const struct operation *const *at; // valid as long as the rules
	uint32_t count;
};

struct rules {
	void *data;

	// The family that a value of this type belongs to, NULL if none.
	// Looks through const and references, not through pointers (but a
	// pointer type itself can be a family: GTask *).
	const struct family *(*family_of_type)(void *data,
					       const struct type *type);
	// What this callee does, all matching entries, most specific pack
	// first. `receiver` is the object's static type, NULL for functions.
	struct operation_list (*operations_of_call)(
		void *data, const struct callee *callee,
		const struct type *receiver);
	// What `co_await operand` does to an operand of this type.
	struct operation_list (*operations_of_await)(void *data,
						     const struct type *operand,
						     bool is_rvalue);
	// The n-th family of all packs, in use or not, and of the unit's own
	// annotations; NULL past the last.
	const struct family *(*family_at)(void *data, uint32_t n);
	// A family that annotations made in another unit: the same one for
	// equal ids and kinds of match. May be NULL.
	const struct family *(*own_family)(void *data,
					   const struct family *like);
	// Whether a parameter of this type tells of an error exactly when the
	// function's value is zero. May be NULL.
	bool (*is_error_param)(void *data, const struct type *type);
	// Whether a function of this qualified name is a library's own, whose
	// body tells nothing. May be NULL.
	bool (*is_library)(void *data, const char *name);
};

#endif
