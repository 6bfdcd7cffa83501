// SPDX-License-Identifier: Apache-2.0
#include "report/report.h"

#include <string.h>

#include "base/file.h"

// A new format is one file and one row.
static const struct reporter table[] = {
	{ "text", "for people, with the path that led there", text_write },
	{ "plain", "one line a finding and a step, for programs", plain_write },
	{ "sarif", "SARIF 2.1.0, for code hosts", sarif_write },
	{ "json", "every field of every finding", json_write },
	{ "verify", "check findings against `expect` comments", verify_write },
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

uint32_t report_count(const struct report *r, enum severity at_least)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < r->finding_count; i++)
		count += !r->findings[i]->is_suppressed &&
			 r->findings[i]->severity >= at_least;
	return count;
}
