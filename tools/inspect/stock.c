/* SPDX-License-Identifier: MIT */
/*
 * Items in a temporary file, see stock.h. The last ones wait in memory, so that
 * small items cost no system call each.
 */
#include "tools/inspect/stock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/page/section.h"
#include "tools/reader/source.h"
#include "tools/reader/temporary.h"

enum { WAITING_BYTES = 256 << 10, CHUNK_BYTES = 256 << 10 };

struct stock {
	int fd;
	uint64_t max_bytes, n_file_bytes;
	struct pen waiting; /* what follows the file's bytes */
	uint64_t *offs;	    /* n + 1 */
	size_t n, capacity;
};

struct stock *stock_open(uint64_t max_bytes)
{
	struct stock *store = fxr_new(1, sizeof(*store));

	store->max_bytes = max_bytes;
	store->fd = fxr_temporary();
	if (store->fd < 0)
		die("no temporary file: %s", strerror(errno));
	store->offs = fxr_grow(NULL, &store->capacity, 1, sizeof(*store->offs));
	return store;
}

static bool flush(struct stock *store)
{
	struct pen *waiting = &store->waiting;

	if (waiting->n_bytes &&
	    (lseek(store->fd, (off_t)store->n_file_bytes, SEEK_SET) < 0 ||
	     !fxr_write_all(store->fd, waiting->bytes, waiting->n_bytes)))
		return false;
	store->n_file_bytes += waiting->n_bytes;
	waiting->n_bytes = 0;
	return true;
}

static bool append(struct stock *store, const void *bytes, uint64_t n_bytes)
{
	if (store->waiting.n_bytes + n_bytes > WAITING_BYTES && !flush(store))
		return false;
	if (n_bytes <= WAITING_BYTES) {
		pen_bytes(&store->waiting, bytes, n_bytes);
		return true;
	}
	if (lseek(store->fd, (off_t)store->n_file_bytes, SEEK_SET) < 0 ||
	    !fxr_write_all(store->fd, bytes, n_bytes))
		return false;
	store->n_file_bytes += n_bytes;
	return true;
}

const char *stock_put(struct stock *store, const void *bytes, uint64_t n_bytes,
		      uint32_t *item)
{
	uint64_t end = store->offs[store->n];

	if (n_bytes > store->max_bytes - end)
		return "there is no more space for it";
	if (store->n == FXR_NONE - 1)
		return "there are too many";
	if (!append(store, bytes, n_bytes))
		return "the temporary file cannot be written";
	*item = (uint32_t)store->n++;
	store->offs = fxr_grow(store->offs, &store->capacity, store->n + 1,
			       sizeof(*store->offs));
	store->offs[store->n] = end + n_bytes;
	return NULL;
}

uint32_t stock_n(const struct stock *store)
{
	return (uint32_t)store->n;
}

uint64_t stock_bytes(const struct stock *store, uint32_t item)
{
	return store->offs[item + 1] - store->offs[item];
}

/* Bytes of the file or those that wait; no item is in both. */
static bool read_at(const struct stock *store, uint64_t off, char *to,
		    uint64_t n_bytes)
{
	ssize_t n;

	if (off >= store->n_file_bytes) {
		if (n_bytes)
			memcpy(to,
			       store->waiting.bytes +
				       (off - store->n_file_bytes),
			       n_bytes);
		return true;
	}
	while (n_bytes) {
		n = pread(store->fd, to, n_bytes, (off_t)off);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		to += n;
		off += (uint64_t)n;
		n_bytes -= (uint64_t)n;
	}
	return true;
}

bool stock_get(const struct stock *store, uint32_t item, void *to)
{
	return read_at(store, store->offs[item], to, stock_bytes(store, item));
}

static void pack_item(const struct stock *store, struct section *section,
		      uint32_t item, char *piece)
{
	uint64_t off = store->offs[item], end = store->offs[item + 1], n;

	for (; off < end; off += n) {
		n = end - off;
		if (n > CHUNK_BYTES)
			n = CHUNK_BYTES;
		if (!read_at(store, off, piece, n))
			die("the temporary file cannot be read");
		section_put(section, piece, n);
	}
}

static uint32_t ordered(const uint32_t *order, uint32_t i)
{
	return order ? order[i] : i;
}

/* The number of items from `first` on that a chunk has: at least one. */
static uint32_t chunk_items(const struct stock *store, const uint32_t *order,
			    uint32_t first, uint32_t n)
{
	uint64_t n_bytes = 0;
	uint32_t i;

	for (i = first; i < n; i++) {
		n_bytes += stock_bytes(store, ordered(order, i));
		if (n_bytes > CHUNK_BYTES && i > first)
			break;
	}
	return i - first;
}

void stock_write(struct stock *store, FILE *out, const char *class,
		 const uint32_t *order, uint32_t n)
{
	struct section *section = section_open();
	char *piece = fxr_new(1, CHUNK_BYTES), name[16];
	uint32_t n_items;

	if (!order)
		n = (uint32_t)store->n;
	for (uint32_t first = 0; first < n; first += n_items) {
		n_items = chunk_items(store, order, first, n);
		section_number(section, n_items);
		for (uint32_t i = first; i < first + n_items; i++)
			section_number(section,
				       stock_bytes(store, ordered(order, i)));
		for (uint32_t i = first; i < first + n_items; i++)
			pack_item(store, section, ordered(order, i), piece);
		snprintf(name, sizeof(name), "%u", first);
		section_write(section, out, class, name);
	}
	fxr_free(piece);
	section_close(section);
}

void stock_close(struct stock *store)
{
	close(store->fd);
	pen_fini(&store->waiting);
	fxr_free(store->offs);
	fxr_free(store);
}
