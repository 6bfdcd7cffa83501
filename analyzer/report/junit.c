// SPDX-License-Identifier: Apache-2.0
// JUnit XML as build servers read it: a suite a file, a failing case a finding,
// one passing case for a file without findings. A unit that could not be
// analysed is an error, so that "did not run" is not taken for "clean".
#include "report/escape.h"
#include "report/place.h"

struct tally {
	uint32_t cases, failures, errors, skipped;
};

static void add_attribute(struct str *out, const char *name, const char *value)
{
	str_printf(out, " %s=\"", name);
	markup_add(out, value);
	str_add_char(out, '"');
}

static void add_story(struct str *out, const struct report *r,
		      const struct finding *f)
{
	struct str text = STR_INIT;

	str_printf(&text, "%s:%u: %s [%s]", place_path(r, f->loc.file),
		   f->loc.line, f->message, kind_info(f->kind)->id);
	markup_add(out, text.text);
	str_add_char(out, '\n');
	for (uint32_t i = 0; i < f->step_count; i++) {
		const struct step *s = &f->steps[i];

		str_clear(&text);
		str_printf(&text, "%u. ", i + 1);
		if (s->loc.line)
			str_printf(&text, "%s:%u: ", place_path(r, s->loc.file),
				   s->loc.line);
		str_add(&text, s->message);
		markup_add(out, text.text);
		str_add_char(out, '\n');
	}
	str_release(&text);
}

static void open_case(struct str *out, const struct report *r, const char *name,
		      const char *file)
{
	str_add(out, "    <testcase");
	add_attribute(out, "classname", "oncelint");
	add_attribute(out, "name", name);
	add_attribute(out, "file", place_path(r, file));
	str_add(out, " time=\"0\"");
}

static void add_finding(struct str *out, const struct report *r,
			const struct finding *f)
{
	struct str name = STR_INIT;

	str_printf(&name, "%s: %s:%u", kind_info(f->kind)->id,
		   place_path(r, f->loc.file), f->loc.line);
	open_case(out, r, name.text, f->loc.file);
	str_add(out, ">\n");
	if (f->is_suppressed) {
		str_add(out, "      <skipped");
		add_attribute(out, "message",
			      f->suppression_reason ? f->suppression_reason
						    : "suppressed");
		str_add(out, "/>\n");
	} else {
		str_add(out, "      <failure");
		add_attribute(out, "message", f->message);
		add_attribute(out, "type", severity_word(f->severity));
		str_add_char(out, '>');
		add_story(out, r, f);
		str_add(out, "</failure>\n");
	}
	str_add(out, "    </testcase>\n");
	str_release(&name);
}

static void add_gap(struct str *out, const struct report *r,
		    const struct report_unit *u)
{
	open_case(out, r, "analysis", u->file);
	str_add(out, ">\n      <error");
	add_attribute(out, "message", u->reason);
	str_add(out, " type=\"not-analysed\"/>\n    </testcase>\n");
}

// ---- suites

static void add_counts(struct str *out, const struct tally *t)
{
	str_printf(out,
		   " tests=\"%u\" failures=\"%u\" errors=\"%u\" "
		   "skipped=\"%u\" time=\"0\"",
		   t->cases, t->failures, t->errors, t->skipped);
}

static void add_suite(struct str *out, const struct report *r, const char *file,
		      const struct tally *t, const struct str *cases)
{
	str_add(out, "  <testsuite");
	add_attribute(out, "name", place_path(r, file));
	add_counts(out, t);
	str_add(out, ">\n");
	str_add_bytes(out, cases->text, cases->length);
	str_add(out, "  </testsuite>\n");
}

static void total(struct tally *all, const struct tally *t)
{
	all->cases += t->cases;
	all->failures += t->failures;
	all->errors += t->errors;
	all->skipped += t->skipped;
}

static void add_finding_suites(struct str *out, const struct report *r,
			       struct tally *all)
{
	struct str cases = STR_INIT;

	for (uint32_t i = 0; i < r->finding_count;) {
		const char *file = r->findings[i]->loc.file;
		struct tally t = { 0 };

		str_clear(&cases);
		for (; i < r->finding_count &&
		       str_equal(r->findings[i]->loc.file, file);
		     i++) {
			add_finding(&cases, r, r->findings[i]);
			t.cases++;
			t.skipped += r->findings[i]->is_suppressed;
		}
		t.failures = t.cases - t.skipped;
		add_suite(out, r, file, &t, &cases);
		total(all, &t);
	}
	str_release(&cases);
}

static void add_gap_suites(struct str *out, const struct report *r,
			   struct tally *all)
{
	const struct tally t = { .cases = 1, .errors = 1 };
	struct str cases = STR_INIT;

	for (uint32_t i = 0; i < r->unit_count; i++) {
		if (!r->units[i].is_failed)
			continue;
		str_clear(&cases);
		add_gap(&cases, r, &r->units[i]);
		add_suite(out, r, r->units[i].file, &t, &cases);
		total(all, &t);
	}
	str_release(&cases);
}

static bool is_clean(const struct report *r, const char *file)
{
	if (report_has(r, file))
		return false;
	for (uint32_t i = 0; i < r->unit_count; i++)
		if (r->units[i].is_failed && str_equal(r->units[i].file, file))
			return false;
	return true;
}

static void add_clean_suites(struct str *out, const struct report *r,
			     struct tally *all)
{
	const struct tally t = { .cases = 1 };
	struct str cases = STR_INIT;

	for (uint32_t i = 0; i < r->file_count; i++) {
		if (!is_clean(r, r->files[i]))
			continue;
		str_clear(&cases);
		open_case(&cases, r, "analysis", r->files[i]);
		str_add(&cases, "/>\n");
		add_suite(out, r, r->files[i], &t, &cases);
		total(all, &t);
	}
	str_release(&cases);
}

void junit_write(const struct report *r, struct str *out)
{
	struct str suites = STR_INIT;
	struct tally all = { 0 };

	add_finding_suites(&suites, r, &all);
	add_gap_suites(&suites, r, &all);
	add_clean_suites(&suites, r, &all);
	str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		     "<testsuites name=\"oncelint\"");
	add_counts(out, &all);
	str_add(out, ">\n");
	str_add_bytes(out, suites.text, suites.length);
	str_add(out, "</testsuites>\n");
	str_release(&suites);
}
