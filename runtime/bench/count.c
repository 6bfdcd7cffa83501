// SPDX-License-Identifier: Apache-2.0
//
// Two relaxed atomic adds per allocation: exact over threads, and cheap enough
// to leave the order of events as it was.
#include "count.h"

#include <stdatomic.h>

static _Atomic uint64_t calls;
static _Atomic uint64_t bytes;

struct count count_now(void)
{
	return (struct count){
		atomic_load_explicit(&calls, memory_order_relaxed),
		atomic_load_explicit(&bytes, memory_order_relaxed),
	};
}

#if defined(__has_feature)
#	if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#		define SANITIZED
#	endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#	define SANITIZED
#endif

#ifndef SANITIZED

#	include <dlfcn.h>
#	include <errno.h>
#	include <stdbool.h>
#	include <stdlib.h>
#	include <string.h>

static struct {
	void *(*malloc)(size_t);
	void *(*calloc)(size_t, size_t);
	void *(*realloc)(void *, size_t);
	void *(*aligned_alloc)(size_t, size_t);
	void (*free)(void *);
} next;

// What dlsym itself asks for while the next functions are being looked up;
// such memory is never given back.
static _Alignas(16) unsigned char early[16384];
static size_t early_used;

static bool is_early(const void *p)
{
	const unsigned char *at = p;

	return at >= early && at < early + sizeof(early);
}

static void *early_alloc(size_t size)
{
	void *p = early + early_used;

	size = (size + 15) & ~(size_t)15;
	if (size > sizeof(early) - early_used)
		return NULL;
	early_used += size;
	return p;
}

static void look_up(void *function, const char *name)
{
	void *symbol = dlsym(RTLD_NEXT, name);

	if (!symbol)
		abort();
	memcpy(function, &symbol, sizeof(symbol));
}

// False while a lookup is under way.
static bool is_ready(void)
{
	static bool busy;

	if (next.free)
		return true;
	if (busy)
		return false;
	busy = true;
	look_up(&next.malloc, "malloc");
	look_up(&next.calloc, "calloc");
	look_up(&next.realloc, "realloc");
	look_up(&next.aligned_alloc, "aligned_alloc");
	look_up(&next.free, "free");
	busy = false;
	return true;
}

static void *counted(void *p, size_t size)
{
	if (p) {
		atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
		atomic_fetch_add_explicit(&bytes, size, memory_order_relaxed);
	}
	return p;
}

void *malloc(size_t size)
{
	if (!is_ready())
		return early_alloc(size);
	return counted(next.malloc(size), size);
}

void *calloc(size_t count, size_t size)
{
	if (!is_ready())
		return early_alloc(count * size);
	return counted(next.calloc(count, size), count * size);
}

void *realloc(void *p, size_t size)
{
	if (is_early(p)) {
		size_t most =
			(size_t)(early + sizeof(early) - (unsigned char *)p);
		void *moved = malloc(size);

		return moved ? memcpy(moved, p, size < most ? size : most)
			     : NULL;
	}
	if (!is_ready())
		return p ? NULL : early_alloc(size);
	return counted(next.realloc(p, size), size);
}

void *aligned_alloc(size_t align, size_t size)
{
	if (!is_ready())
		return NULL;
	return counted(next.aligned_alloc(align, size), size);
}

int posix_memalign(void **p, size_t align, size_t size)
{
	void *made = aligned_alloc(align, size);

	if (!made)
		return ENOMEM;
	*p = made;
	return 0;
}

void free(void *p)
{
	if (p && !is_early(p) && is_ready())
		next.free(p);
}

#endif
