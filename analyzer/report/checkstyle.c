// SPDX-License-Identifier: Apache-2.0
// The XML of checkstyle, which most build servers read.
#include "report/escape.h"
#include "report/place.h"

static const char *severity(enum severity s)
{
	switch (s) {
	case SEVERITY_ERROR:
		return "error";
	case SEVERITY_WARNING:
		return "warning";
	case SEVERITY_NOTE:
	case SEVERITY_HINT:
		return "info";
	}
	bug("no such severity");
}

static void add_attribute(struct str *out, const char *name, const char *value)
{
	str_printf(out, " %s=\"", name);
	markup_add(out, value);
	str_add_char(out, '"');
}

// The message with the earlier events, as there is no other room for them.
static void add_message(struct str *out, const struct report *r,
			const struct finding *f)
{
	struct str text = STR_INIT;

	str_add(&text, f->message);
	for (uint32_t i = 0; i < f->step_count; i++) {
		const struct step *s = &f->steps[i];

		if (!s->is_essential || !s->loc.line ||
		    loc_equal(&s->loc, &f->loc))
			continue;
		str_printf(&text, "; %s (%s:%u)", s->message,
			   place_path(r, s->loc.file), s->loc.line);
	}
	add_attribute(out, "message", text.text);
	str_release(&text);
}

static void add_finding(struct str *out, const struct report *r,
			const struct finding *f)
{
	struct span s = place_span(r, &f->loc, COLUMN_CODE_POINTS);
	struct str source = STR_INIT;

	str_printf(&source, "oncelint.%s", kind_info(f->kind)->id);
	str_printf(out, "    <error line=\"%u\" column=\"%u\"", s.line,
		   s.column);
	add_attribute(out, "severity", severity(f->severity));
	add_message(out, r, f);
	add_attribute(out, "source", source.text);
	str_add(out, "/>\n");
	str_release(&source);
}

void checkstyle_write(const struct report *r, struct str *out)
{
	const char *file = NULL;
	bool is_open = false;

	str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		     "<checkstyle version=\"8.0\">\n");
	for (uint32_t i = 0; i < r->finding_count; i++) {
		const struct finding *f = r->findings[i];

		if (f->is_suppressed)
			continue;
		if (!is_open || !str_equal(file, f->loc.file)) {
			if (is_open)
				str_add(out, "  </file>\n");
			str_add(out, "  <file");
			file = f->loc.file;
			add_attribute(out, "name", place_path(r, file));
			str_add(out, ">\n");
			is_open = true;
		}
		add_finding(out, r, f);
	}
	if (is_open)
		str_add(out, "  </file>\n");
	str_add(out, "</checkstyle>\n");
}
