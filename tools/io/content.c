/* SPDX-License-Identifier: MIT */
/*
 * The initial bytes of files, see content.h. The first read of a byte that the
 * recording has not written gives its value; later reads do not count.
 */
#include "tools/io/content.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

/* Ranges of one file. More separate ranges of one file are not tracked. */
#define MAX_RANGES ((size_t)1 << 20)

int store_open(struct store *store, const struct box *box)
{
	*store = (struct store){.box = box};
	for (unsigned i = 0; i < STORE_N_OPEN; i++)
		store->open[i].fd = -1;
	snprintf(store->folder, sizeof(store->folder), "/.fxtrace-prepare-%d",
		 (int)getpid());
	return box_mkdir(box, store->folder, 0700);
}

void store_close(struct store *store)
{
	for (unsigned i = 0; i < STORE_N_OPEN; i++)
		if (store->open[i].fd >= 0)
			close(store->open[i].fd);
	box_rmdir(store->box, store->folder);
}

void store_path(const struct store *store, uint32_t number,
		char path[STORE_PATH])
{
	snprintf(path, STORE_PATH, "%s/%" PRIu32, store->folder, number);
}

static int store_fd(struct store *store, uint32_t number)
{
	unsigned slot = number % STORE_N_OPEN;
	char path[STORE_PATH];

	if (store->open[slot].fd >= 0 && store->open[slot].number == number)
		return store->open[slot].fd;
	if (store->open[slot].fd >= 0)
		close(store->open[slot].fd);
	store_path(store, number, path);
	store->open[slot].number = number;
	store->open[slot].fd =
		box_file(store->box, path, O_CREAT | O_WRONLY, 0600);
	return store->open[slot].fd;
}

static bool put_bytes(struct store *store, uint32_t number, uint64_t off,
		      const char *bytes, uint64_t n)
{
	int fd = store_fd(store, number);
	ssize_t written;

	if (fd < 0) {
		store->error = store->error ? store->error : fd;
		return false;
	}
	for (; n; n -= (uint64_t)written, bytes += written,
		  off += (uint64_t)written) {
		written = pwrite(fd, bytes, n, (off_t)off);
		if (written <= 0) {
			if (!store->error)
				store->error = written ? -errno : -EIO;
			return false;
		}
	}
	return true;
}

static void mark_final(struct content *content, uint64_t from, uint64_t to)
{
	if (content->final.n < MAX_RANGES)
		extents_add(&content->final, from, to);
	else
		extents_add(&content->final, 0, EXTENT_END);
}

static uint64_t sum(uint64_t off, uint64_t n)
{
	return n > EXTENT_END - off ? EXTENT_END : off + n;
}

void content_want(struct content *content, uint64_t off, uint64_t n)
{
	uint64_t end = sum(off, n);
	struct extent gap;

	while (extents_gap(&content->final, off, end, &gap)) {
		if (content->wanted.n < MAX_RANGES)
			extents_add(&content->wanted, gap.from, gap.to);
		off = gap.to;
	}
}

/* Stores the bytes of a gap: from `bytes`, whose first one is at off; NULL =
 * zeros. */
static void store_gap(struct content *content, struct store *store,
		      uint32_t number, struct extent gap, const char *bytes,
		      uint64_t off)
{
	if (bytes) {
		content->is_stored = true;
		if (put_bytes(store, number, gap.from, bytes + (gap.from - off),
			      gap.to - gap.from))
			extents_add(&content->known, gap.from, gap.to);
	} else {
		extents_add(&content->known, gap.from, gap.to);
	}
	mark_final(content, gap.from, gap.to);
}

/* The file had at least that length, minus the bytes appended since. */
static void saw_byte(struct content *content, uint64_t end)
{
	uint64_t n_own = content->has_size ? 0 : content->n_appended;

	if (end > n_own && end - n_own > content->least)
		content->least = end - n_own;
}

/* Stores a range of which n_bytes are recorded. */
static bool store_range(struct content *content, struct store *store,
			uint32_t number, uint64_t off, const char *bytes,
			uint64_t n_bytes, uint64_t end)
{
	uint64_t at_hand = sum(off, n_bytes), at = off;
	struct extent gap;
	bool is_new = false;

	if (content->has_size && end > content->size)
		end = content->size; /* the rest was appended since */
	while (at < end && extents_gap(&content->final, at, end, &gap)) {
		is_new = true;
		at = gap.to;
		saw_byte(content, gap.to);
		if (gap.to > at_hand)
			gap.to = at_hand;
		if (gap.from < gap.to && gap.to <= INT64_MAX)
			store_gap(content, store, number, gap, bytes, off);
	}
	/* else all of it may be appended bytes */
	return is_new && (content->has_size || end > content->n_appended);
}

bool content_read(struct content *content, struct store *store, uint32_t number,
		  uint64_t off, const void *bytes, uint64_t n_bytes, uint64_t n)
{
	if (n_bytes < n)
		content_want(content, off, n);
	return store_range(content, store, number, off, bytes,
			   bytes ? n_bytes : 0, sum(off, n));
}

bool content_zeros(struct content *content, uint64_t off, uint64_t n)
{
	return store_range(content, NULL, 0, off, NULL, n, sum(off, n));
}

bool content_saw_size(struct content *content, uint64_t size)
{
	uint64_t n_own = content->n_appended;
	bool was_there;

	if (content->is_buffered)
		return false;
	content->has_now = true;
	content->now = size;
	if (content->has_size || content->is_cut || size < n_own)
		return false;
	was_there = size > n_own && size - n_own > content->written_to;
	if (was_there || !content->written_to) {
		content->has_size = true;
		content->size = size - n_own;
	}
	return was_there;
}

void content_write(struct content *content, uint64_t off, uint64_t n)
{
	uint64_t end = sum(off, n);

	mark_final(content, off, end);
	if (end > content->written_to)
		content->written_to = end;
	if (content->has_now && end > content->now)
		content->now = end;
}

void content_append(struct content *content, uint64_t n)
{
	if (content->has_now)
		content_write(content, content->now, n);
	else
		content->n_appended = sum(content->n_appended, n);
}

void content_cut(struct content *content, uint64_t size)
{
	if (content->has_now && size > content->now)
		mark_final(content, content->now, EXTENT_END);
	mark_final(content, size, EXTENT_END);
	content->is_cut = true;
	content->has_now = true;
	content->now = size;
	content->is_buffered = false;
}

void content_change(struct content *content, uint64_t off, uint64_t n)
{
	mark_final(content, off, sum(off, n));
	content->is_cut = true;
	content->has_now = false;
}

uint64_t content_size(const struct content *content)
{
	uint64_t known = extents_end(&content->known);

	if (content->has_size)
		return content->size;
	if (content->n_appended) /* some of it may be appended bytes */
		return content->least;
	return content->least > known ? content->least : known;
}

uint64_t content_n_known(const struct content *content)
{
	return extents_bytes(&content->known, content_size(content));
}

uint64_t content_n_lacking(const struct content *content)
{
	uint64_t size = content_size(content), n = 0;

	for (size_t i = 0; i < content->wanted.n; i++) {
		uint64_t at = content->wanted.items[i].from;
		uint64_t end = content->wanted.items[i].to;
		struct extent gap;

		end = end < size ? end : size;
		while (at < end &&
		       extents_gap(&content->known, at, end, &gap)) {
			n += gap.to - gap.from;
			at = gap.to;
		}
	}
	return n;
}

void content_fini(struct content *content)
{
	extents_fini(&content->wanted);
	extents_fini(&content->final);
	extents_fini(&content->known);
}
