// SPDX-License-Identifier: Apache-2.0
// What the files of this folder share: packs in memory.
#ifndef ONCELINT_PACK_PACK_H
#define ONCELINT_PACK_PACK_H

#include <uthash.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/vec.h"
#include "model/operation.h"
#include "model/rules.h"
#include "pack/load.h"
#include "pack/pattern.h"

#define LANGUAGE_C 1u
#define LANGUAGE_CXX 2u

typedef VEC(const char *) name_list;

// A handle and the types it is known by.
struct handle {
	struct family family;
	const struct pack *pack;
	name_list names;         // of types, any of them
	struct pattern *pattern; // typedef_regex, else NULL
	uint32_t order;          // a type is of the first that matches
};

// A declared parameter type that must be so.
struct parameter_rule {
	uint32_t index; // NONE: some parameter
	const char *type;
};

// One `operations` element for one of its names.
struct entry {
	struct operation operation;
	struct pack *pack;
	uint32_t index; // of the element, in `list` of the pack
	const char *list;
	uint32_t order;          // among all entries that are in use
	struct pattern *pattern; // operation.is_regex, else NULL
	name_list classes;       // any of them; none: no method
	VEC(struct parameter_rule) parameters;
	const struct family *from; // CONSTRUCTOR: some parameter's family
	const char *match_key;     // equal for equal matches
	bool is_hidden;            // a user's entry takes its place
};

struct source {
	const char *kind;
	const char *name;
};

struct pack {
	const char *name;
	const char *file;
	const char *title; // or NULL
	int64_t version;
	bool is_builtin;
	bool is_active; // for the unit in use
	unsigned languages;
	bool has_activation;
	name_list headers; // activate
	name_list symbols;
	name_list inline_namespaces;
	name_list namespaces;   // the library's own
	name_list error_params; // spelled types
	VEC(struct handle *) handles;
	VEC(struct entry *) entries;
	VEC(struct source) sources;
	uint32_t operation_count; // elements of `operations`
};

// A handle named 'pack/id', looked up when all packs are there.
struct handle_reference {
	const char *name;
	const char *facet; // or NULL
	const char *where; // "file: path"
	const struct family **family;
	uint8_t *facet_index;
};

// What has the same last component in its name.
struct bucket {
	const char *name;
	VEC(struct entry *) entries; // in order
	VEC(struct handle *) handles;
	UT_hash_handle hh;
};

struct memo;
struct annotated;

struct packset {
	struct arena arena;             // as long as the set
	VEC(struct pattern *) patterns; // all, to be freed
	VEC(struct pack *) packs;       // users' first once finished
	VEC(struct handle_reference) references;
	struct json_doc schema; // of packs, once opened
	uint64_t hash;          // of all texts
	bool is_finished;
	bool is_loading_builtin;
	// The index.
	struct bucket *buckets;
	VEC(struct entry *) regex_entries;
	VEC(struct handle *) regex_handles;
	VEC(struct entry *) await_entries;
	name_list inline_namespaces;
	uint64_t in_use; // tells the sets of packs in use apart
	// The unit in use.
	struct arena unit;
	struct memo *calls;
	struct memo *awaits;
	struct memo *types;
	struct annotated *annotated; // callees, by address
	VEC(struct handle *) annotated_handles;
};

// index.c: what is asked by name. Hides built-in entries that users override.
void index_packs(struct packset *s);
void index_release(struct packset *s);
// Everything whose name ends in the component `last`, or NULL.
struct bucket *index_find(const struct packset *s, const char *last);

// The last component: a pointer into `name`.
const char *name_last(const char *name);
// Equal, or equal without the namespaces that packs call inline.
bool name_is(const struct packset *s, const char *name, const char *wanted);
// Without those namespaces: `name` itself if it has none, else from `a`.
const char *name_plain(const struct packset *s, struct arena *a,
		       const char *name);

// type.c: types as packs spell them.
const struct family *type_family(struct packset *s, const struct type *t);
bool type_is_spelt(const struct packset *s, const struct type *t,
		   const char *text);

// match.c: what was remembered about the callees and types of units; and with
// it what their annotations made.
void unit_forget(struct packset *s);
void unit_release(struct packset *s);

// annotation.c: what the attributes of a callee say, NULL if nothing.
const struct operation *annotated_operation(const struct packset *s,
					    const struct callee *c);
// Reads them, once the packs in use are chosen; also makes the families that
// they speak of.
void annotate_callee(struct packset *s, const struct callee *c);
// The family that annotations of another unit made, made here too.
const struct family *annotated_family(struct packset *s,
				      const struct family *like);
void annotations_forget(struct packset *s); // of callees, not the families
void annotations_release(struct packset *s);

// handle.c
struct handle *read_handle(struct packset *s, struct pack *p,
			   const struct json *v);
// NULL if the pack has no such handle.
const struct family *find_family(const struct pack *p, const char *id);
// Index of a facet, or a mistake at `v` and 0.
uint8_t read_facet(const struct family *f, const struct json *v);
void read_debt(const struct family *f, const struct json *v,
	       struct obligation *out);
bool read_after(const struct json *object, const char *key,
		enum after_consume *out);

// entry.c: an `operations` element, as one entry for each of its names.
void read_operation(struct packset *s, struct pack *p, const struct json *v);
// takes, observes, aliases, noreturn
void read_functions(struct packset *s, struct pack *p, const struct json *root);

// action.c: effects, outcomes and callbacks of one element.
void read_actions(struct packset *s, struct pack *p, const struct json *v,
		  struct operation *op);
enum ref_filter read_ref(const struct json *v); // of its key "ref"

// A regular expression that the set frees, or a mistake at `v` and NULL.
struct pattern *read_pattern(struct packset *s, const struct json *v);
// A string or a list of strings, copied.
void read_names(struct packset *s, const struct json *v, name_list *out);
bool names_have(const name_list *names, const char *name);

#endif
