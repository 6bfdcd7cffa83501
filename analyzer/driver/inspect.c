// SPDX-License-Identifier: Apache-2.0
// What the program knows and sees: explain, rules, version.
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "driver/command.h"
#include "driver/infer.h"
#include "driver/link.h"
#include "driver/output.h"
#include "driver/run.h"
#include "driver/units.h"
#include "pack/show.h"

static struct packset *packs_of(const struct options *o, struct err *e)
{
	return load_packs(o->rules.at, o->rules.count, e);
}

// ---- version

int version_command(const struct options *o, struct arena *a, struct err *e)
{
	(void)o;
	(void)a;
	(void)e;
	printf("oncelint %s\n", ONCELINT_VERSION);
	return 0;
}

// ---- explain

static void list_topics(struct str *out)
{
	for (int i = 0; i < KIND_COUNT; i++) {
		const struct kind_info *k = kind_info((enum finding_kind)i);

		str_printf(out, "  %-26s %s\n", k->id, k->text);
	}
}

static bool explain_pack(const struct options *o, const char *name,
			 struct err *e)
{
	const char *page = pack_page(name);
	struct packset *packs = packs_of(o, e);
	struct str text = STR_INIT;

	if (!packs)
		return false;
	bool is_known = packset_show(packs, name, &text);
	if (page)
		printf("%s\n", page);
	else if (is_known)
		show_text(&text);
	else
		err_set(e, ERR_USAGE,
			"no kind of finding and no pack is called '%s' (see "
			"'oncelint explain' and 'oncelint rules list')",
			name);
	str_release(&text);
	packset_free(packs);
	return is_known || page;
}

int explain_command(const struct options *o, struct arena *a, struct err *e)
{
	struct str text = STR_INIT;

	(void)a;
	if (!o->operands.count) {
		str_add(&text, "Kinds of findings:\n\n");
		list_topics(&text);
		show_text(&text);
		str_release(&text);
		return 0;
	}
	VEC_EACH (const char *, name, &o->operands) {
		const char *page = kind_page(*name);

		if (page)
			printf("%s\n", page);
		else if (!explain_pack(o, *name, e))
			return err_exit_status(e->code);
	}
	return 0;
}

// ---- rules

static int rules_list(const struct options *o, struct err *e)
{
	struct packset *packs = packs_of(o, e);
	struct str text = STR_INIT;

	if (!packs)
		return err_exit_status(e->code);
	packset_list(packs, &text);
	show_text(&text);
	str_release(&text);
	packset_free(packs);
	return 0;
}

static bool show_one(const struct packset *packs, const char *name,
		     struct err *e)
{
	struct str text = STR_INIT;
	bool ok = packset_show(packs, name, &text);

	if (ok)
		show_text(&text);
	else
		err_set(e, ERR_USAGE,
			"no pack is called '%s' (see 'oncelint rules list')",
			name);
	str_release(&text);
	return ok;
}

static int rules_show(const struct options *o, struct err *e)
{
	struct packset *packs = packs_of(o, e);
	bool ok = packs != NULL;

	for (uint32_t i = 1; ok && i < o->operands.count; i++)
		ok = show_one(packs, o->operands.at[i], e);
	packset_free(packs);
	return ok ? 0 : err_exit_status(e->code);
}

static int rules_validate(const struct options *o, struct err *e)
{
	struct packset *packs =
		load_packs(o->operands.at + 1, o->operands.count - 1, e);
	struct str text = STR_INIT;

	if (!packs)
		return err_exit_status(e->code);
	packset_validated(packs, &text);
	show_text(&text);
	str_release(&text);
	packset_free(packs);
	return 0;
}

// ---- a pack from bodies

// What a pack may be called, from the project's folder.
static const char *pack_name(struct arena *a, const char *root)
{
	struct str name = STR_INIT;

	for (const char *at = path_base(root); *at; at++) {
		char c = *at >= 'A' && *at <= 'Z' ? (char)(*at + 32) : *at;
		bool is_letter = c >= 'a' && c <= 'z';

		if (is_letter || (name.length && c >= '0' && c <= '9'))
			str_add_char(&name, c);
		else if (name.length && name.text[name.length - 1] != '-')
			str_add_char(&name, '-');
	}
	while (name.length && name.text[name.length - 1] == '-')
		name.text[--name.length] = '\0';
	const char *text =
		arena_strdup(a, name.length ? name.text : "inferred");
	str_release(&name);
	return text;
}

static bool infer(struct analysis *x, struct plan *p, const struct config *c,
		  struct arena *a, struct err *e)
{
	struct str text = STR_INIT, left_out = STR_INIT;
	struct results r;

	p->may_skip = false;
	if (!analyse_units(x, p, c, true, a, &r, e) ||
	    !link_units(x, c, a, &r, e))
		return false;
	infer_pack(r.summaries.at, r.summaries.count, pack_name(a, c->root),
		   &text, &left_out);
	show_text(&text);
	fflush(stdout);
	for (uint32_t i = 0; i < r.artifact_count; i++)
		if (r.artifacts[i].reason)
			fprintf(stderr, "%s: %s\n",
				path_relative(r.artifacts[i].file, c->current),
				r.artifacts[i].reason);
	fputs(left_out.text, stderr);
	str_release(&left_out);
	str_release(&text);
	return true;
}

static int rules_infer(const struct options *o, struct arena *a, struct err *e)
{
	struct options rest = options_rest(o);
	struct analysis x = { 0 };
	struct plan p = { 0 };
	struct config c;

	bool ok = config_load(&c, a, &rest, e) &&
		  plan_make(&p, a, &rest, &c, e) &&
		  (x.packs = load_packs(c.rules.at, c.rules.count, e)) &&
		  infer(&x, &p, &c, a, e);
	plan_release(&p);
	analysis_release(&x);
	packset_free(x.packs);
	return ok ? 0 : err_exit_status(e->code);
}

int rules_command(const struct options *o, struct arena *a, struct err *e)
{
	const char *verb = o->operands.count ? o->operands.at[0] : "list";

	if (strcmp(verb, "infer") == 0)
		return rules_infer(o, a, e);
	if (strcmp(verb, "list") == 0 && o->operands.count <= 1)
		return rules_list(o, e);
	if (strcmp(verb, "show") == 0 && o->operands.count > 1)
		return rules_show(o, e);
	if (strcmp(verb, "validate") == 0 && o->operands.count > 1)
		return rules_validate(o, e);
	err_set(e, ERR_USAGE,
		"expected 'rules list', 'rules show PACK', 'rules validate "
		"FILE...' or 'rules infer [FILE...]'");
	return err_exit_status(e->code);
}
