// SPDX-License-Identifier: Apache-2.0
// Findings as texts. Writers only print: findings arrive sorted and final, so
// every format reports the same set.
#ifndef ONCELINT_REPORT_REPORT_H
#define ONCELINT_REPORT_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "model/finding.h"
#include "model/summary.h"
#include "report/source.h"

// A unit that was not, or not wholly, analysed.
struct report_unit {
	const char *file;
	bool is_failed; // else degraded
	const char *reason;
};

// How a finding stands to the run it is compared with.
enum baseline {
	BASELINE_UNKNOWN,
	BASELINE_NEW,
	BASELINE_UNCHANGED,
	BASELINE_UPDATED,
	BASELINE_ABSENT
};

// What the database knows of a finding besides; texts may be NULL.
struct report_record {
	enum baseline baseline;
	const char *first_seen; // "2026-01-31"
	const char *triage;     // "confirmed"
	const char *triage_author;
	const char *triage_reason;
	const char *verdict; // the runtime's: "confirmed"
	const char *verdict_detail;
};

// An earlier run, for the history.
struct report_run {
	const char *started;
	uint32_t findings;
	uint32_t appeared;
	uint32_t gone;
};

struct report {
	struct finding *const *findings; // those suppressed as well
	uint32_t finding_count;
	const struct note *notes; // functions not analysed
	uint32_t note_count;
	const struct report_unit *units;
	uint32_t unit_count;
	const struct summary *summaries;
	uint32_t summary_count;
	const char *const *fixtures; // verify: files with expectations
	uint32_t fixture_count;

	const char *const *files; // of all units, sorted; may be left out
	uint32_t file_count;
	const char *const *stale; // files that have changed since, sorted
	uint32_t stale_count;
	const struct report_record *records; // one a finding, or NULL
	const struct report_run *runs;       // oldest first, this one last
	uint32_t run_count;
	// What the run that this one is compared with had besides, or NULL. The
	// formats that have a word for it (sarif, json) tell it.
	const struct report *gone;

	const char *version;
	const char *command_line;
	const char *category; // of this analysis among others of one commit
	const char *current;  // paths below it are printed relative to it
	const char *root;     // of the project
	bool is_colored;
	bool is_terminal; // text: frames and numbered steps
	// A page of rules/kinds by id, NULL if there is none.
	const char *(*page)(const char *id);
	struct source_cache *sources;
};

struct reporter {
	const char *name;
	const char *help;
	void (*write)(const struct report *r, struct str *out);
	// The n-th file of the same as a folder: its name and its text. False
	// past the last. NULL: it has no such form.
	bool (*part)(const struct report *r, uint32_t n, struct str *name,
		     struct str *out);
	bool has_fixes; // it shows them; `text` only to people
};

// NULL if no format has this name; the n-th format, NULL past the last.
const struct reporter *reporter_find(const char *name);
const struct reporter *reporter_at(uint32_t n);

// Where a kind of finding is explained to people: below ONCELINT_HOMEPAGE,
// which the build says.
#define REPORT_HOME ONCELINT_HOMEPAGE
#define REPORT_KIND_PAGE REPORT_HOME "/blob/main/rules/kinds/%s.md"

// The path as people want to see it.
const char *report_path(const struct report *r, const char *path);

// The first finding of `file` or of one after it, and whether it has any. They
// search, as findings are sorted by file.
uint32_t report_first(const struct report *r, const char *file);
bool report_has(const struct report *r, const char *file);

// Whether a file has changed since it was analysed.
bool report_is_stale(const struct report *r, const char *file);

// Of findings that are not suppressed.
uint32_t report_count(const struct report *r, enum severity at_least);
// The same without those known to be old, if `is_new_only`.
uint32_t report_count_in(const struct report *r, enum severity at_least,
			 bool is_new_only);

struct verify_counts {
	uint32_t passed; // files
	uint32_t failed;
	uint32_t expectations;
	uint32_t todo; // known misses
};

// Compares findings and summaries with the comments of each fixture; appends a
// line for each difference. The comments are described in docs/fixtures.md.
void verify_fixtures(const struct report *r, struct str *out,
		     struct verify_counts *counts);

// The writers, each in the file of its name.
void text_write(const struct report *r, struct str *out);
void plain_write(const struct report *r, struct str *out);
void sarif_write(const struct report *r, struct str *out);
void json_write(const struct report *r, struct str *out);
void lsp_write(const struct report *r, struct str *out);
void github_write(const struct report *r, struct str *out);
void gitlab_write(const struct report *r, struct str *out);
void rdjson_write(const struct report *r, struct str *out);
void rdjsonl_write(const struct report *r, struct str *out);
void junit_write(const struct report *r, struct str *out);
void checkstyle_write(const struct report *r, struct str *out);
void markdown_write(const struct report *r, struct str *out);
void html_write(const struct report *r, struct str *out);
bool html_part(const struct report *r, uint32_t n, struct str *name,
	       struct str *out);
void verify_write(const struct report *r, struct str *out);

#endif
