// SPDX-License-Identifier: Apache-2.0
// `oncelint cache`: what the cache holds, and emptying it.
#include <string.h>

#include "driver/cache.h"
#include "driver/command.h"
#include "driver/config.h"
#include "driver/output.h"
#include "driver/session.h"
#include "report/emit.h"

#define MIB (1024.0 * 1024.0)

static void add_json(const struct cache_stats *s, const struct config *c,
		     struct str *out)
{
	struct emit x = { .out = out };

	emit_object(&x, NULL);
	emit_text(&x, "format", "oncelint-cache/1");
	emit_text(&x, "path", c->cache);
	emit_number(&x, "limit_bytes", (int64_t)c->cache_size << 20);
	for (int i = 0; i < CACHE_KIND_COUNT; i++) {
		emit_object(&x, cache_kind_word((enum cache_kind)i));
		emit_number(&x, "count", (int64_t)s->entries[i]);
		emit_number(&x, "bytes", (int64_t)s->bytes[i]);
		emit_object_end(&x);
	}
	emit_object(&x, "units");
	emit_number(&x, "found", (int64_t)s->hits);
	emit_number(&x, "not_found", (int64_t)s->misses);
	emit_object_end(&x);
	emit_object_end(&x);
	str_add_char(out, '\n');
}

static void add_sum(const struct cache_stats *s, struct str *out)
{
	uint64_t entries = 0, bytes = 0;

	for (int i = 0; i < CACHE_KIND_COUNT; i++) {
		entries += s->entries[i];
		bytes += s->bytes[i];
	}
	str_printf(out, "%llu entries, %.1f MiB", (unsigned long long)entries,
		   (double)bytes / MIB);
}

static void add_text(const struct cache_stats *s, const struct config *c,
		     struct str *out)
{
	str_printf(out, "%s: ", c->cache);
	add_sum(s, out);
	str_printf(out, " of %u MiB\n", c->cache_size);
	for (int i = 0; i < CACHE_KIND_COUNT; i++)
		str_printf(out, "%8llu %ss, %.1f MiB\n",
			   (unsigned long long)s->entries[i],
			   cache_kind_word((enum cache_kind)i),
			   (double)s->bytes[i] / MIB);
	str_printf(out, "%8llu units found, %llu not found\n",
		   (unsigned long long)s->hits, (unsigned long long)s->misses);
}

static bool tell(const struct options *o, const struct config *c, struct err *e)
{
	const char *format = o->outputs.at[0].format;
	struct cache_stats stats;
	struct str text = STR_INIT;
	bool is_json = strcmp(format, "json") == 0;
	bool ok = is_json || strcmp(format, "text") == 0 ||
		  err_set(e, ERR_USAGE,
			  "'cache' writes 'text' or 'json', not '%s'", format);

	ok = ok && cache_count(c->cache, &stats, e);
	if (ok) {
		(is_json ? add_json : add_text)(&stats, c, &text);
		ok = print_text(&text, e);
	}
	str_release(&text);
	return ok;
}

static bool clear(const struct config *c, struct err *e)
{
	struct cache_stats stats;
	struct str text = STR_INIT;
	bool ok = cache_clear(c->cache, &stats, e);

	if (ok) {
		str_printf(&text, "%s: ", c->cache);
		add_sum(&stats, &text);
		str_add(&text, " dropped\n");
		ok = print_text(&text, e);
	}
	str_release(&text);
	return ok;
}

int cache_command(const struct options *o, struct arena *a, struct err *e)
{
	const char *verb = o->operands.count ? o->operands.at[0] : "";
	struct config config;

	if (!operands_check(o, 1, "cache", e) || !config_load(&config, a, o, e))
		return 0;
	if (!config.cache)
		err_set(e, ERR_USAGE,
			"the configuration uses no cache: name one with "
			"--cache");
	else if (strcmp(verb, "stats") == 0)
		(void)!tell(o, &config, e);
	else if (strcmp(verb, "clear") == 0)
		(void)!clear(&config, e);
	else
		err_set(e, ERR_USAGE,
			"say 'oncelint cache stats' or 'oncelint cache clear'");
	return 0;
}
