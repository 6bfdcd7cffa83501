// SPDX-License-Identifier: Apache-2.0
#include "model/wire.h"

#include <string.h>
#include <xxhash.h>

#define HASH_FUNCTION(text, length, hash)                                      \
	((hash) = (unsigned)XXH3_64bits(text, length))
#include <uthash.h>

// Text number 0 is NULL; the others count from 1 in order of first use, so that
// equal contents give equal bytes.
struct wire_text {
	char *text;
	uint32_t number;
	UT_hash_handle hh;
};

struct header {
	uint32_t magic;
	uint32_t version;
	uint32_t text_count;
	uint32_t text_bytes;
	uint32_t body_bytes;
	uint32_t reserved;
	uint64_t checksum; // of all but itself
};
#define CHECKSUM_AT 24
#define HEADER_BYTES 32

static void add_u32(struct str *out, uint32_t v)
{
	unsigned char bytes[4];

	for (int i = 0; i < 4; i++)
		bytes[i] = (unsigned char)(v >> (8 * i));
	str_add_bytes(out, bytes, sizeof(bytes));
}

static uint32_t get_u32(const unsigned char *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
}

// Of the header in front of the checksum and of what follows the header.
static uint64_t checksum_of(const void *header, const void *rest, size_t size)
{
	return XXH3_64bits_withSeed(rest, size,
				    XXH3_64bits(header, CHECKSUM_AT));
}

static bool has_checksum(const void *data, size_t size, uint64_t checksum)
{
	const unsigned char *p = data;

	return checksum_of(p, p + HEADER_BYTES, size - HEADER_BYTES) ==
	       checksum;
}

// ---- writing

void wire_write_begin(struct wire *w, const char *root)
{
	*w = (struct wire){ .is_writing = true,
			    .root = root,
			    .body = STR_INIT,
			    .texts = STR_INIT };
}

static void forget_texts(struct wire *w)
{
	struct wire_text *entry, *next;

	HASH_ITER(hh, w->texts_by_value, entry, next)
	{
		HASH_DEL(w->texts_by_value, entry);
		free(entry->text);
		free(entry);
	}
}

void wire_write_end(struct wire *w, uint32_t magic, uint32_t version,
		    struct str *out)
{
	size_t start = out->length;

	str_add_bytes(&w->texts, w->body.text, w->body.length);
	add_u32(out, magic);
	add_u32(out, version);
	add_u32(out, w->text_count);
	add_u32(out, (uint32_t)(w->texts.length - w->body.length));
	add_u32(out, (uint32_t)w->body.length);
	add_u32(out, 0);
	uint64_t checksum =
		checksum_of(out->text + start, w->texts.text, w->texts.length);
	add_u32(out, (uint32_t)checksum);
	add_u32(out, (uint32_t)(checksum >> 32));
	str_add_bytes(out, w->texts.text, w->texts.length);
	forget_texts(w);
	str_release(&w->texts);
	str_release(&w->body);
}

// Where a text names the project's root it is kept without it, so that a
// message means the same in another checkout. Paths stand in keys, types of
// lambdas and the compiler's words, too.
#define BELOW_ROOT '\1'

static bool is_in_path(char c)
{
	return c == '/' || c == '.' || c == '-' || c == '_' || c == '+' ||
	       (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

static void add_below_root(struct wire *w, const char *text)
{
	size_t length = w->root ? strlen(w->root) : 0;
	const char *rest = text, *at = text;

	while (length > 1 && (at = strstr(at, w->root))) {
		if (at[length] != '/' || (at > text && is_in_path(at[-1]))) {
			at++;
			continue;
		}
		str_add_bytes(&w->texts, rest, (size_t)(at - rest));
		str_add_char(&w->texts, BELOW_ROOT);
		rest = at += length + 1;
	}
	str_add_bytes(&w->texts, rest, strlen(rest) + 1);
}

static uint32_t number_of(struct wire *w, const char *text)
{
	struct wire_text *entry;

	if (!text)
		return 0;
	HASH_FIND_STR(w->texts_by_value, text, entry);
	if (entry)
		return entry->number;
	entry = xcalloc(1, sizeof(*entry));
	entry->text = xstrdup(text);
	entry->number = ++w->text_count;
	HASH_ADD_KEYPTR(hh, w->texts_by_value, entry->text, strlen(entry->text),
			entry);
	add_below_root(w, text);
	return entry->number;
}

// ---- reading

static void broken(struct wire *w, const char *problem)
{
	if (!w->is_broken)
		w->problem = problem;
	w->is_broken = true;
	w->at = w->end;
}

static bool read_header(struct header *h, const unsigned char *p, size_t size)
{
	if (size < HEADER_BYTES)
		return false;
	h->magic = get_u32(p);
	h->version = get_u32(p + 4);
	h->text_count = get_u32(p + 8);
	h->text_bytes = get_u32(p + 12);
	h->body_bytes = get_u32(p + 16);
	h->checksum = get_u32(p + 24) | (uint64_t)get_u32(p + 28) << 32;
	return h->text_count <= h->text_bytes;
}

static const char *with_root(struct wire *w, const char *text)
{
	struct str whole = STR_INIT;

	if (!w->root || !strchr(text, BELOW_ROOT))
		return text;
	for (; *text; text++)
		if (*text == BELOW_ROOT)
			str_printf(&whole, "%s/", w->root);
		else
			str_add_char(&whole, *text);
	text = arena_strdup(w->arena, whole.text);
	str_release(&whole);
	return text;
}

static bool read_texts(struct wire *w, const struct header *h, const char *p)
{
	const char *text = arena_memdup(w->arena, p, h->text_bytes);
	const char *end = text + h->text_bytes;

	w->text_at = ARENA_ARRAY(w->arena, const char *, h->text_count);
	for (uint32_t i = 0; i < h->text_count; i++) {
		const char *zero = memchr(text, 0, (size_t)(end - text));

		if (!zero)
			return false;
		w->text_at[i] = with_root(w, text);
		text = zero + 1;
	}
	return text == end;
}

size_t wire_size(const void *data, size_t size)
{
	struct header h;

	if (!read_header(&h, data, size))
		return 0;
	uint64_t whole = (uint64_t)HEADER_BYTES + h.text_bytes + h.body_bytes;
	return whole <= size ? (size_t)whole : 0;
}

uint64_t wire_checksum(const void *data)
{
	const unsigned char *p = (const unsigned char *)data + CHECKSUM_AT;

	return get_u32(p) | (uint64_t)get_u32(p + 4) << 32;
}

bool wire_is_sound(const void *data, size_t size)
{
	struct header h;

	return size && wire_size(data, size) == size &&
	       read_header(&h, data, size) &&
	       has_checksum(data, size, h.checksum);
}

bool wire_read_begin(struct wire *w, struct arena *arena, const char *root,
		     uint32_t magic, uint32_t version, const void *data,
		     size_t size, struct err *e)
{
	const unsigned char *p = data;
	struct header h = { 0 };

	*w = (struct wire){ .arena = arena, .root = root };
	if (!read_header(&h, p, size) || h.magic != magic ||
	    wire_size(data, size) != size)
		return err_set(e, ERR_IO, "not a message of ours");
	if (h.version != version)
		return err_set(e, ERR_IO, "message of version %u, expected %u",
			       h.version, version);
	p += HEADER_BYTES;
	if (!has_checksum(data, size, h.checksum))
		return err_set(e, ERR_IO, "wrong checksum");
	w->text_count = h.text_count;
	w->at = p + h.text_bytes;
	w->end = w->at + h.body_bytes;
	if (!read_texts(w, &h, (const char *)p))
		return err_set(e, ERR_IO, "broken table of texts");
	return true;
}

bool wire_read_end(struct wire *w, struct err *e)
{
	if (!w->is_broken && w->at != w->end)
		broken(w, "bytes remain");
	if (w->is_broken)
		return err_set(e, ERR_IO, "broken message: %s", w->problem);
	return true;
}

// ---- fields

// Numbers take a byte for each seven bits (LEB128, DWARF 5, section 7.6): most
// are small.
static void add_number(struct str *out, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		str_add_char(out, (char)(v | 0x80));
	str_add_char(out, (char)v);
}

static uint64_t get_number(struct wire *w)
{
	uint64_t v = 0;

	for (int shift = 0; shift < 64 && w->at < w->end; shift += 7) {
		unsigned char byte = *w->at++;
		v |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return v;
	}
	broken(w, "a number without end");
	return 0;
}

// UINT32_MAX, which stands for "none", is the shortest.
void wire_u32(struct wire *w, uint32_t *v)
{
	if (w->is_writing)
		add_number(&w->body, (uint32_t)(*v + 1));
	else
		*v = (uint32_t)get_number(w) - 1;
}

void wire_u64(struct wire *w, uint64_t *v)
{
	if (w->is_writing)
		add_number(&w->body, *v);
	else
		*v = get_number(w);
}

void wire_i64(struct wire *w, int64_t *v)
{
	// Sign last, so that small negative numbers are short too.
	uint64_t bits = (uint64_t)*v << 1 ^ (*v < 0 ? UINT64_MAX : 0);

	wire_u64(w, &bits);
	*v = (int64_t)(bits >> 1 ^ (bits & 1 ? UINT64_MAX : 0));
}

void wire_bool(struct wire *w, bool *v)
{
	*v = wire_enum_value(w, *v, 2) != 0;
}

void wire_text(struct wire *w, const char **v)
{
	uint32_t number = w->is_writing ? number_of(w, *v) : 0;

	wire_u32(w, &number);
	if (w->is_writing)
		return;
	if (number > w->text_count) {
		broken(w, "no such text");
		number = 0;
	}
	*v = number ? w->text_at[number - 1] : NULL;
}

void wire_count(struct wire *w, uint32_t *count)
{
	wire_u32(w, count);
	if (!w->is_writing && *count > (size_t)(w->end - w->at)) {
		broken(w, "too many elements");
		*count = 0;
	}
}

uint32_t wire_enum_value(struct wire *w, uint32_t v, uint32_t count)
{
	wire_u32(w, &v);
	if (!w->is_writing && v >= count) {
		broken(w, "no such value");
		v = 0;
	}
	return v;
}

void wire_names(struct wire *w, const char *const **pointer)
{
	uint32_t count = 0;

	if (w->is_writing && *pointer)
		while ((*pointer)[count])
			count++;
	wire_count(w, &count);
	if (w->is_writing) {
		for (uint32_t i = 0; i < count; i++) {
			const char *name = (*pointer)[i];
			wire_text(w, &name);
		}
		return;
	}
	const char **names =
		count ? ARENA_ARRAY(w->arena, const char *, count + 1) : NULL;
	for (uint32_t i = 0; i < count; i++)
		wire_text(w, &names[i]);
	*pointer = names;
}

void wire_loc(struct wire *w, struct loc *l)
{
	wire_text(w, &l->file);
	wire_u32(w, &l->line);
	wire_u32(w, &l->column);
	wire_u32(w, &l->end_line);
	wire_u32(w, &l->end_column);
	wire_text(w, &l->macro_file);
	wire_u32(w, &l->macro_line);
}
