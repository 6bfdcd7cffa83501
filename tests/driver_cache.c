// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "driver/cache.h"

#define MIB ((uint64_t)1 << 20)
#define ENTRY 10000 // bytes, which take three blocks

static char folder[64];

static int begin(void **state)
{
	(void)state;
	snprintf(folder, sizeof(folder), "cache.%d", (int)getpid());
	return 0;
}

static int end(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	return system(command);
}

static struct cache_key key_of(uint64_t n)
{
	struct cache_key key = { 0, 0 };

	cache_key_number(&key, n);
	return key;
}

static void put(struct cache *c, uint64_t n)
{
	static unsigned char bytes[ENTRY];
	const struct cache_key key = key_of(n);

	memset(bytes, (int)n, sizeof(bytes));
	cache_put(c, CACHE_ARTIFACT, &key, bytes, sizeof(bytes));
}

static bool has(struct cache *c, enum cache_kind kind, uint64_t n)
{
	const struct cache_key key = key_of(n);
	struct str out = STR_INIT;
	bool found = cache_get(c, kind, &key, &out);

	if (found) {
		assert_int_equal(out.length, ENTRY);
		for (size_t i = 0; i < ENTRY; i++)
			assert_int_equal((unsigned char)out.text[i],
					 (unsigned char)n);
	}
	str_release(&out);
	return found;
}

// Calls `each` for every entry's path.
static void walk(void (*each)(const char *path))
{
	char path[512], file[1024];

	for (int i = 0; i < 256; i++) {
		snprintf(path, sizeof(path), "%s/%02x", folder, (unsigned)i);
		DIR *dir = opendir(path);
		for (struct dirent *x; dir && (x = readdir(dir));) {
			if (x->d_name[0] == '.')
				continue;
			snprintf(file, sizeof(file), "%s/%s", path, x->d_name);
			each(file);
		}
		if (dir)
			closedir(dir);
	}
}

static void make_old(const char *path)
{
	const struct timespec times[] = { { 1000, 0 }, { 1000, 0 } };

	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void cut(const char *path)
{
	assert_int_equal(truncate(path, 20), 0);
}

// ---- tests

static void keys_tell_where_parts_end(void **state)
{
	struct cache_key a = { 0, 0 }, b = { 0, 0 }, c = { 0, 0 };

	(void)state;
	cache_key_text(&a, "ab");
	cache_key_text(&a, "c");
	cache_key_text(&b, "a");
	cache_key_text(&b, "bc");
	cache_key_text(&c, "ab");
	cache_key_text(&c, NULL);
	assert_int_not_equal(a.low, b.low);
	assert_int_not_equal(a.low, c.low);
	assert_int_not_equal(a.high, b.high);
}

static void what_is_put_is_found(void **state)
{
	struct cache c, later;

	(void)state;
	cache_open(&c, folder, MIB);
	assert_false(has(&c, CACHE_ARTIFACT, 1));
	put(&c, 1);
	assert_true(has(&c, CACHE_ARTIFACT, 1));
	assert_false(has(&c, CACHE_ARTIFACT, 2));
	assert_false(has(&c, CACHE_RUN, 1));
	cache_close(&c);
	assert_false(has(&c, CACHE_ARTIFACT, 1));
	cache_open(&later, folder, MIB);
	assert_true(has(&later, CACHE_ARTIFACT, 1));
	cache_close(&later);
}

static void damage_is_no_entry(void **state)
{
	struct cache_stats s;
	struct err e = ERR_INIT;
	struct cache c;

	(void)state;
	cache_open(&c, folder, MIB);
	put(&c, 1);
	walk(cut);
	assert_false(has(&c, CACHE_ARTIFACT, 1));
	cache_close(&c);
	assert_true(cache_count(folder, &s, &e));
	assert_int_equal(s.entries[CACHE_ARTIFACT], 0);
}

// The limit holds between runs, whatever the totals say; what was used last
// stays.
static void the_oldest_go_first(void **state)
{
	struct cache_stats s;
	struct err e = ERR_INIT;
	struct cache c;

	(void)state;
	cache_open(&c, folder, MIB);
	for (uint64_t n = 0; n < 60; n++)
		put(&c, n);
	cache_close(&c);
	walk(make_old);
	cache_open(&c, folder, MIB);
	for (uint64_t n = 0; n < 10; n++) // in use again
		assert_true(has(&c, CACHE_ARTIFACT, n));
	for (uint64_t n = 60; n < 90; n++)
		put(&c, n);
	cache_close(&c);

	assert_true(cache_count(folder, &s, &e));
	assert_true(s.bytes[CACHE_ARTIFACT] <= MIB);
	assert_true(s.bytes[CACHE_ARTIFACT] > MIB / 2);
	cache_open(&c, folder, MIB);
	for (uint64_t n = 0; n < 10; n++)
		assert_true(has(&c, CACHE_ARTIFACT, n));
	for (uint64_t n = 60; n < 90; n++)
		assert_true(has(&c, CACHE_ARTIFACT, n));
	cache_close(&c);
	assert_true(cache_clear(folder, &s, &e));
	assert_true(cache_count(folder, &s, &e));
	assert_int_equal(s.bytes[CACHE_ARTIFACT], 0);
}

static void lost_totals_are_counted_anew(void **state)
{
	struct cache_stats s;
	struct err e = ERR_INIT;
	struct cache c;
	char totals[128];

	(void)state;
	cache_open(&c, folder, MIB);
	for (uint64_t n = 0; n < 80; n++)
		put(&c, n);
	cache_close(&c);
	snprintf(totals, sizeof(totals), "%s/totals", folder);
	cut(totals);
	cache_open(&c, folder, MIB / 4);
	put(&c, 100);
	cache_close(&c);
	assert_true(cache_count(folder, &s, &e));
	assert_true(s.bytes[CACHE_ARTIFACT] <= MIB / 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_tell_where_parts_end),
		cmocka_unit_test_setup_teardown(what_is_put_is_found, begin,
						end),
		cmocka_unit_test_setup_teardown(damage_is_no_entry, begin, end),
		cmocka_unit_test_setup_teardown(the_oldest_go_first, begin,
						end),
		cmocka_unit_test_setup_teardown(lost_totals_are_counted_anew,
						begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
