// SPDX-License-Identifier: Apache-2.0
#include "pack/show.h"

#include <inttypes.h>
#include <string.h>

#include "base/builtin.h"
#include "pack/pack.h"

static const char *plural(uint32_t n)
{
	return n == 1 ? "" : "s";
}

void packset_list(const struct packset *s, struct str *out)
{
	for (uint32_t i = 0; i < s->packs.count; i++) {
		const struct pack *p = s->packs.at[i];
		str_printf(out,
			   "%-20s %3" PRIu32 " handle%s %3" PRIu32
			   " operation%s  %s%s\n",
			   p->name, p->handles.count,
			   p->handles.count == 1 ? " " : "s",
			   p->operation_count,
			   p->operation_count == 1 ? " " : "s",
			   p->title ? p->title : "",
			   p->is_builtin ? "" : " (yours)");
	}
}

void packset_validated(const struct packset *s, struct str *out)
{
	for (uint32_t i = 0; i < s->packs.count; i++) {
		const struct pack *p = s->packs.at[i];
		if (p->is_builtin)
			continue;
		str_printf(out,
			   "%s: %" PRIu32 " handle%s, %" PRIu32
			   " operation%s\n",
			   p->file, p->handles.count, plural(p->handles.count),
			   p->operation_count, plural(p->operation_count));
	}
}

// ---- one pack

static void show_names(struct str *out, const name_list *names,
		       const char *separator)
{
	for (uint32_t i = 0; i < names->count; i++)
		str_printf(out, "%s%s", i ? separator : "", names->at[i]);
}

static void show_head(const struct pack *p, struct str *out)
{
	str_printf(out, "%s %" PRId64 "%s%s\n", p->name, p->version,
		   p->title ? ": " : "", p->title ? p->title : "");
	str_printf(out, "  from       %s\n",
		   p->is_builtin ? "the program" : p->file);
	str_printf(out, "  languages  %s%s%s\n",
		   p->languages & LANGUAGE_C ? "C" : "",
		   p->languages == (LANGUAGE_C | LANGUAGE_CXX) ? ", " : "",
		   p->languages & LANGUAGE_CXX ? "C++" : "");
	if (p->headers.count) {
		str_add(out, "  headers    ");
		show_names(out, &p->headers, ", ");
		str_add_char(out, '\n');
	}
	if (p->symbols.count) {
		str_add(out, "  symbols    ");
		show_names(out, &p->symbols, ", ");
		str_add_char(out, '\n');
	}
}

static void show_handle(const struct handle *h, struct str *out)
{
	static const char *const kinds[] = {
		[MATCH_TYPEDEF] = "",
		[MATCH_RECORD] = "",
		[MATCH_TEMPLATE] = "<>",
		[MATCH_POINTER_TO] = " *",
		[MATCH_ENUM_LIKE] = "",
		[MATCH_PRODUCED] = "a value that an operation below makes",
	};
	static const char *const modes[] = {
		[MODE_ONCE] = "once",
		[MODE_COUNTED] = "once for each reference",
		[MODE_MULTI] = "any number of times",
	};
	const struct family *f = &h->family;

	str_printf(out, "  %-16s ", f->id);
	if (h->pattern)
		str_printf(out, "types like %s", f->name);
	else
		show_names(out, &h->names, ", ");
	str_printf(out, "%s, consumed %s", kinds[f->match], modes[f->mode]);
	for (uint8_t i = 0; f->facet_count > 1 && i < f->facet_count; i++)
		str_printf(out, "%s%s", i ? " | " : ": ", f->facets[i]);
	str_add_char(out, '\n');
}

static void show_entry(const struct entry *e, struct str *out)
{
	const struct operation *op = &e->operation;

	str_add(out, "  ");
	if (op->match == MATCH_METHOD || op->match == MATCH_OPERATOR) {
		show_names(out, &e->classes, "|");
		str_add(out, "::");
	}
	if (op->match == MATCH_DESTRUCTOR)
		str_add_char(out, '~');
	str_add(out, op->name);
	if (op->match == MATCH_CONSTRUCTOR)
		str_add(out, " (constructor)");
	if (op->ref == RVALUE_REF)
		str_add(out, " &&");
	str_add(out, ": ");
	if (op->is_alias)
		str_printf(out, "is arg%" PRIu32 " itself", op->alias_argument);
	else if (!op->choice_count && op->callback_count)
		str_add(out, "runs its callback");
	else
		operation_dump(out, op);
	if (e->is_hidden)
		str_add(out, " (overridden)");
	str_add_char(out, '\n');
}

bool packset_show(const struct packset *s, const char *pack, struct str *out)
{
	const struct pack *p = NULL;

	for (uint32_t i = 0; !p && i < s->packs.count; i++)
		if (strcmp(s->packs.at[i]->name, pack) == 0)
			p = s->packs.at[i];
	if (!p)
		return false;
	show_head(p, out);
	str_add(out, "\nhandles\n");
	for (uint32_t i = 0; i < p->handles.count; i++)
		show_handle(p->handles.at[i], out);
	str_add(out, "\noperations\n");
	for (uint32_t i = 0; i < p->entries.count; i++)
		show_entry(p->entries.at[i], out);
	if (p->sources.count)
		str_add(out, "\nsources\n");
	for (uint32_t i = 0; i < p->sources.count; i++)
		str_printf(out, "  %-12s %s\n", p->sources.at[i].kind,
			   p->sources.at[i].name);
	return true;
}

// ---- pages

static const char *page(const char *folder, const char *name)
{
	struct str path = STR_INIT;

	str_printf(&path, "rules/%s/%s.md", folder, name);
	const struct builtin_file *f = builtin_find(path.text);
	str_release(&path);
	return f ? f->text : NULL;
}

const char *pack_page(const char *pack)
{
	return page("packs", pack);
}

const char *kind_page(const char *kind)
{
	return page("kinds", kind);
}
