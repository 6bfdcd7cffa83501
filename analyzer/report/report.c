// SPDX-License-Identifier: Apache-2.0
#include "report/report.h"

#include <string.h>

#include "base/file.h"

// A new format is one file and one row.
static const struct reporter table[] = {
	{ "text", "for people, with the path that led there", text_write, NULL,
	  true },
	{ "plain", "one line a finding and a step, for programs", plain_write,
	  NULL, false },
	{ "sarif", "SARIF 2.1.0, for code hosts", sarif_write, NULL, true },
	{ "lsp", "diagnostics as editors get them, one message a file",
	  lsp_write, NULL, true },
	{ "github", "annotations on GitHub's pages", github_write, NULL,
	  false },
	{ "gitlab", "GitLab Code Quality (Code Climate)", gitlab_write, NULL,
	  false },
	{ "rdjson", "Reviewdog Diagnostic Format", rdjson_write, NULL, true },
	{ "rdjsonl", "the same, one finding a line", rdjsonl_write, NULL,
	  true },
	{ "junit", "JUnit XML, for build servers", junit_write, NULL, false },
	{ "checkstyle", "checkstyle XML, for build servers", checkstyle_write,
	  NULL, false },
	{ "markdown", "a comment on a pull request, or a step summary",
	  markdown_write, NULL, false },
	{ "html", "a page to read, in one file; -o DIR/ makes a folder",
	  html_write, html_part, true },
	{ "json", "every field of every finding", json_write, NULL, true },
	{ "verify", "check findings against `expect` comments", verify_write,
	  NULL, false },
};

const struct reporter *reporter_find(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(table); i++)
		if (strcmp(table[i].name, name) == 0)
			return &table[i];
	return NULL;
}

const struct reporter *reporter_at(uint32_t n)
{
	return n < COUNT_OF(table) ? &table[n] : NULL;
}

const char *report_path(const struct report *r, const char *path)
{
	if (!path)
		return "<nowhere>";
	return r->current ? path_relative(path, r->current) : path;
}

uint32_t report_first(const struct report *r, const char *file)
{
	uint32_t low = 0, high = r->finding_count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		const char *at = r->findings[middle]->loc.file;

		if (strcmp(at ? at : "", file) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool report_has(const struct report *r, const char *file)
{
	uint32_t first = report_first(r, file);

	return first < r->finding_count &&
	       str_equal(r->findings[first]->loc.file, file);
}

bool report_is_stale(const struct report *r, const char *file)
{
	for (uint32_t i = 0; i < r->stale_count; i++)
		if (str_equal(r->stale[i], file))
			return true;
	return false;
}

static bool is_old(const struct report *r, uint32_t i)
{
	return r->records && (r->records[i].baseline == BASELINE_UNCHANGED ||
			      r->records[i].baseline == BASELINE_UPDATED);
}

uint32_t report_count_in(const struct report *r, enum severity at_least,
			 bool is_new_only)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < r->finding_count; i++)
		count += !r->findings[i]->is_suppressed &&
			 r->findings[i]->severity >= at_least &&
			 !(is_new_only && is_old(r, i));
	return count;
}

uint32_t report_count(const struct report *r, enum severity at_least)
{
	return report_count_in(r, at_least, false);
}
