// SPDX-License-Identifier: Apache-2.0
// Commands over what runs have left: report, diff, history and triage.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/utf.h"
#include "driver/command.h"
#include "driver/output.h"
#include "driver/session.h"
#include "pack/show.h"

static void begin_report(struct session *x, const struct options *o,
			 struct report *out)
{
	*out = (struct report){ .current = x->config.current,
				.category = o->category,
				.page = kind_page,
				.sources = &x->sources };
}

#define STALE_SHOWN 10 // files; after a rebase it may be all of them

static void tell_stale(const struct session *x, const struct recall *r)
{
	uint32_t count = r->stale.count;

	for (uint32_t i = 0; i < count && i < STALE_SHOWN; i++)
		fprintf(stderr,
			"%s: note: has changed since run %lld; its lines are "
			"shown as they were\n",
			path_relative(r->stale.at[i], x->config.current),
			(long long)r->run->id);
	if (count > STALE_SHOWN)
		fprintf(stderr, "note: %u more files have changed since\n",
			count - STALE_SHOWN);
}

// ---- report

static int failing(const struct options *o, const struct report *r)
{
	return (o->has_fail_on || o->fail_scope != FAIL_ON_REPORTED) &&
	       !o->never_fails &&
	       report_count_in(r, o->fail_on, o->fail_scope == FAIL_ON_NEW);
}

static bool report(struct session *x, const struct options *o, struct arena *a,
		   int *status, struct err *e)
{
	struct recall past;
	struct report out;

	if (!operands_check(o, 0, "report", e) ||
	    !outputs_check(o, "report", e) || !session_open(x, o, a, e) ||
	    !session_read(x, &past, o->run ? o->run : "last", NULL, a, e))
		return false;
	begin_report(x, o, &out);
	recall_report(&past, a, &out);
	if (!outputs_write(o, &out, e))
		return false;
	tell_stale(x, &past);
	*status = failing(o, &out);
	return true;
}

int report_command(const struct options *o, struct arena *a, struct err *e)
{
	struct session x = { .store = NULL };
	int status = 0;

	if (!report(&x, o, a, &status, e))
		status = err_exit_status(e->code);
	session_close(&x);
	return status;
}

// ---- diff

struct changes {
	struct recall appeared, gone; // what the other run has not
	uint32_t unchanged;
};

// What is hidden is no change.
static void drop_hidden(struct recall *r, enum baseline baseline)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < r->findings.count; i++) {
		if (r->findings.at[i]->is_suppressed)
			continue;
		r->findings.at[kept] = r->findings.at[i];
		r->records.at[kept] = r->records.at[i];
		r->records.at[kept++].baseline = baseline;
	}
	r->findings.count = r->records.count = kept;
}

static bool compare(struct changes *c, struct session *x, const char *from,
		    const char *to, struct arena *a, struct err *e)
{
	if (!session_read(x, &c->gone, from, to, a, e) ||
	    !session_read(x, &c->appeared, to, from, a, e))
		return false;
	drop_hidden(&c->gone, BASELINE_ABSENT);
	drop_hidden(&c->appeared, BASELINE_NEW);
	return store_count_common(x->store, c->gone.run->id,
				  c->appeared.run->id, &c->unchanged, e);
}

static void print_gone(const struct changes *c, const struct session *x)
{
	VEC_EACH (struct finding *const, f, &c->gone.findings)
		fprintf(stderr, "gone: %s:%u: %s [%s]\n",
			path_relative((*f)->loc.file, x->config.current),
			(*f)->loc.line, (*f)->message,
			kind_info((*f)->kind)->id);
	fprintf(stderr, "run %lld to run %lld: %u new, %u gone, %u unchanged\n",
		(long long)c->gone.run->id, (long long)c->appeared.run->id,
		c->appeared.findings.count, c->gone.findings.count,
		c->unchanged);
}

static bool diff(struct session *x, const struct options *o, struct arena *a,
		 int *status, struct err *e)
{
	struct changes c = { .unchanged = 0 };
	struct report out, gone;
	const char *from = o->operands.count > 0 ? o->operands.at[0] : "last~1";
	const char *to = o->operands.count > 1 ? o->operands.at[1] : "last";

	if (!operands_check(o, 2, "diff", e) || !outputs_check(o, "diff", e) ||
	    !session_open(x, o, a, e) || !compare(&c, x, from, to, a, e))
		return false;
	begin_report(x, o, &out);
	recall_report(&c.appeared, a, &out);
	begin_report(x, o, &gone);
	recall_report(&c.gone, a, &gone);
	out.gone = &gone;
	if (!outputs_write(o, &out, e))
		return false;
	tell_stale(x, &c.appeared);
	if (!o->is_quiet)
		print_gone(&c, x);
	*status = failing(o, &out);
	return true;
}

int diff_command(const struct options *o, struct arena *a, struct err *e)
{
	struct session x = { .store = NULL };
	int status = 0;

	if (!diff(&x, o, a, &status, e))
		status = err_exit_status(e->code);
	session_close(&x);
	return status;
}

// ---- history

static void add_date(struct str *out, const char *time)
{
	char date[17] = "";

	if (time)
		snprintf(date, sizeof(date), "%s", time);
	for (char *p = date; *p; p++)
		if (*p == 'T')
			*p = ' ';
	str_printf(out, "%-16s", date);
}

#define COMMAND_SHOWN 80 // bytes: it may name every file there is

static void add_command(struct str *out, const char *command)
{
	size_t length = strlen(command), end = 0;

	while (end < length && end < COMMAND_SHOWN) {
		uint32_t c;
		size_t bytes = utf_next(command + end, length - end, &c);

		if (c < ' ' || (c >= 0x7F && c < 0xA0))
			str_add_char(out, '?');
		else
			utf_add(out, command + end, bytes);
		end += bytes;
	}
	str_add(out, end < length ? " ...\n" : "\n");
}

static void add_runs(struct str *out, const struct store_runs *runs)
{
	str_printf(out, "%5s  %-16s %7s %7s %9s %6s %6s  %s\n", "run",
		   "started", "units", "failed", "findings", "new", "gone",
		   "command");
	VEC_EACH (const struct store_run_row, x, &runs->list) {
		str_printf(out, "%5lld  ", (long long)x->id);
		add_date(out, x->started);
		str_printf(out, " %7u %7u %9u %6u %6u  ", x->counts.units,
			   x->counts.failed, x->counts.findings, x->appeared,
			   x->gone);
		add_command(out, x->command);
	}
}

// Exactly one finding must be meant.
static const struct store_match *match_one(struct session *x, const char *word,
					   struct arena *a, struct err *e)
{
	struct store_matches found = { { NULL, 0, 0 } };
	struct str text = STR_INIT;

	if (!store_match(x->store, a, word, &found, e))
		return NULL;
	if (found.list.count == 1)
		return found.list.at;
	if (!found.list.count) {
		err_set(e, ERR_USAGE,
			"no finding '%s': give FILE:LINE as in the last run, "
			"or an identity's beginning",
			word);
		return NULL;
	}
	for (uint32_t i = 0; i < found.list.count && i < 10; i++)
		str_printf(&text, "\n  %.12s  %s:%u: %s",
			   found.list.at[i].identity, found.list.at[i].file,
			   found.list.at[i].line, found.list.at[i].message);
	err_set(e, ERR_USAGE, "'%s' may be %u findings:%s", word,
		found.list.count, text.text);
	str_release(&text);
	return NULL;
}

static void add_match(struct str *out, const struct store_match *m)
{
	str_printf(out, "%.12s  %s:%u: %s [%s]\n", m->identity, m->file,
		   m->line, m->message, m->kind);
	if (m->fact.triage)
		str_printf(out, "              %s%s%s: %s\n", m->fact.triage,
			   m->fact.triage_author ? " by " : "",
			   m->fact.triage_author ? m->fact.triage_author : "",
			   m->fact.triage_reason ? m->fact.triage_reason
						 : "no reason given");
	if (m->fact.verdict)
		str_printf(out, "              at run time: %s%s%s\n",
			   m->fact.verdict, m->fact.verdict_detail ? ": " : "",
			   m->fact.verdict_detail ? m->fact.verdict_detail
						  : "");
}

static bool add_presence(struct str *out, struct session *x,
			 const struct store_match *m, struct arena *a,
			 struct err *e)
{
	struct store_intervals list = { { NULL, 0, 0 } };

	if (!store_read_presence(x->store, a, m->identity, &list, e))
		return false;
	VEC_EACH (struct store_interval, i, &list.list) {
		str_printf(out, "              runs %lld to %lld: ",
			   (long long)i->first_run, (long long)i->last_run);
		add_date(out, i->first_seen);
		str_add(out, " to ");
		add_date(out, i->last_seen);
		str_add_char(out, '\n');
	}
	return true;
}

static bool history(struct session *x, const struct options *o, struct arena *a,
		    struct err *e)
{
	struct str out = STR_INIT;
	bool ok =
		operands_check(o, 1, "history", e) && session_open(x, o, a, e);

	if (ok && !o->operands.count) {
		add_runs(&out, &x->runs);
	} else if (ok) {
		const struct store_match *m =
			match_one(x, o->operands.at[0], a, e);

		if (m)
			add_match(&out, m);
		ok = m && add_presence(&out, x, m, a, e);
	}
	ok = ok && print_text(&out, e);
	str_release(&out);
	return ok;
}

int history_command(const struct options *o, struct arena *a, struct err *e)
{
	struct session x = { .store = NULL };
	bool ok = history(&x, o, a, e);

	session_close(&x);
	return ok ? 0 : err_exit_status(e->code);
}

// ---- triage

static bool check_state(const struct options *o, struct err *e)
{
	static const char *const states[] = { "open", "confirmed", "wrong",
					      "accepted" };

	for (size_t i = 0; i < COUNT_OF(states); i++) {
		if (!str_equal(states[i], o->state))
			continue;
		return i == 0 || (o->reason && *o->reason) ||
		       err_set(e, ERR_USAGE,
			       "a reason is needed: --reason TEXT");
	}
	return err_set(e, ERR_USAGE,
		       "--state takes 'open', 'confirmed', 'wrong' or "
		       "'accepted', not '%s'",
		       o->state);
}

static const char *author(const struct options *o)
{
	if (o->author)
		return o->author;
	const char *user = getenv("USER");
	return user && *user ? user : NULL;
}

static bool decide(struct session *x, const struct options *o, struct arena *a,
		   struct str *out, struct err *e)
{
	const struct store_match *m = match_one(x, o->operands.at[0], a, e);

	if (!m)
		return false;
	if (o->state && !store_set_triage(x->store, m->identity, o->state,
					  author(o), o->reason, e))
		return false;
	if (o->state)
		m = match_one(x, m->identity, a, e);
	if (m)
		add_match(out, m);
	return m != NULL;
}

static bool list_decided(struct session *x, struct arena *a, struct str *out,
			 struct err *e)
{
	struct store_matches found = { { NULL, 0, 0 } };

	if (!store_match(x->store, a, NULL, &found, e))
		return false;
	VEC_EACH (struct store_match, m, &found.list)
		add_match(out, m);
	return true;
}

static bool triage(struct session *x, const struct options *o, struct arena *a,
		   struct err *e)
{
	struct str out = STR_INIT;
	bool ok = operands_check(o, 1, "triage", e) &&
		  (!o->state || check_state(o, e)) && session_open(x, o, a, e);

	if (ok && o->state && !o->operands.count)
		ok = err_set(e, ERR_USAGE,
			     "which finding? FILE:LINE, or an "
			     "identity's beginning");
	else if (ok)
		ok = o->operands.count ? decide(x, o, a, &out, e)
				       : list_decided(x, a, &out, e);
	ok = ok && print_text(&out, e);
	str_release(&out);
	return ok;
}

int triage_command(const struct options *o, struct arena *a, struct err *e)
{
	struct session x = { .store = NULL };
	bool ok = triage(&x, o, a, e);

	session_close(&x);
	return ok ? 0 : err_exit_status(e->code);
}
