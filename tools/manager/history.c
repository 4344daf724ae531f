/* SPDX-License-Identifier: MIT */
/*
 * A queue of ended providers' records, see history.h. A record counts once
 * `end` is behind it.
 */
#include "tools/manager/history.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/base/die.h"

#define PAGE_BYTES 4096ull

/* At the beginning of the memory. */
struct head {
	uint64_t first, end;
};

/* One provider's: this, then its chunks. */
struct entry {
	uint64_t n_bytes;     /* with this */
	uint32_t provider_id; /* 0 = it is discarded */
	uint32_t n_chunks;
};

struct piece {
	uint32_t provider_id, n_words;
	uint64_t n_calls;
	uint64_t is_intro;
};

static bool put(const struct history *history, const void *bytes, size_t n,
		uint64_t off)
{
	return pwrite(history->fd, bytes, n, (off_t)off) == (ssize_t)n;
}

static bool get(const struct history *history, void *bytes, size_t n,
		uint64_t off)
{
	return pread(history->fd, bytes, n, (off_t)off) == (ssize_t)n;
}

static void append(struct history *history, uint32_t provider_id, uint64_t off,
		   uint64_t n_bytes)
{
	struct past *past = calloc(1, sizeof(*past));

	if (!past)
		die("out of memory");
	*past = (struct past){
		.provider_id = provider_id, .off = off, .n_bytes = n_bytes};
	*history->last = past;
	history->last = &past->next;
	history->n_bytes += n_bytes;
}

static void discard_oldest(struct history *history)
{
	struct past *past = history->oldest;
	uint64_t first;

	history->oldest = past->next;
	if (!past->next)
		history->last = &history->oldest;
	history->n_bytes -= past->n_bytes;
	first = past->next ? past->next->off : history->end;
	(void)put(history, &first, sizeof(first), offsetof(struct head, first));
	/* all before it, but the page of the head */
	if (first / PAGE_BYTES > 1)
		(void)fallocate(history->fd,
				FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
				PAGE_BYTES,
				(off_t)((first / PAGE_BYTES - 1) * PAGE_BYTES));
	free(past);
}

static bool put_chunks(struct history *history, const struct chunk *chunks,
		       struct entry *entry)
{
	uint64_t at = history->end + sizeof(*entry);

	for (const struct chunk *chunk = chunks; chunk; chunk = chunk->next) {
		struct piece piece = {chunk->provider_id, chunk->n_words,
				      chunk->n_calls, chunk->is_intro};
		size_t n = chunk->n_words * 8ull;

		if (!put(history, &piece, sizeof(piece), at) ||
		    !put(history, chunk->words, n, at + sizeof(piece)))
			return false;
		at += sizeof(piece) + n;
		entry->n_chunks++;
	}
	entry->n_bytes = at - history->end;
	return put(history, entry, sizeof(*entry), history->end);
}

void history_open(struct history *history, uint64_t limit_bytes)
{
	struct head head = {PAGE_BYTES, PAGE_BYTES};

	*history = (struct history){
		.fd = memfd_create("fxtrace-history", MFD_CLOEXEC),
		.limit_bytes = limit_bytes,
		.end = PAGE_BYTES};
	history->last = &history->oldest;
	if (history->fd >= 0 && !put(history, &head, sizeof(head), 0))
		history_close(history);
}

void history_adopt(struct history *history, int fd, uint64_t limit_bytes)
{
	struct entry entry;
	struct head head = {0};

	*history = (struct history){
		.fd = fd, .limit_bytes = limit_bytes, .end = PAGE_BYTES};
	history->last = &history->oldest;
	if (fd < 0 || !get(history, &head, sizeof(head), 0))
		return;
	for (uint64_t at = head.first;
	     at < head.end && get(history, &entry, sizeof(entry), at) &&
	     entry.n_bytes >= sizeof(entry);
	     at += entry.n_bytes)
		if (entry.provider_id)
			append(history, entry.provider_id, at, entry.n_bytes);
	history->end = head.end;
}

void history_close(struct history *history)
{
	while (history->oldest) {
		struct past *next = history->oldest->next;

		free(history->oldest);
		history->oldest = next;
	}
	if (history->fd >= 0)
		close(history->fd);
	history->fd = -1;
	history->last = &history->oldest;
}

void history_add(struct history *history, const struct chunk *chunks)
{
	struct entry entry = {.provider_id = chunks->provider_id};
	uint64_t end;

	if (history->fd < 0 || !put_chunks(history, chunks, &entry))
		return;
	end = history->end + entry.n_bytes;
	append(history, entry.provider_id, history->end, entry.n_bytes);
	(void)put(history, &end, sizeof(end), offsetof(struct head, end));
	history->end = end;
	while (history->oldest && history->n_bytes > history->limit_bytes)
		discard_oldest(history);
}

struct chunk *history_read(const struct history *history,
			   const struct past *past)
{
	struct chunk *first = NULL, **last = &first;
	uint64_t at = past->off, end = past->off + past->n_bytes;
	struct piece piece;

	for (at += sizeof(struct entry); at < end;
	     at += sizeof(piece) + piece.n_words * 8ull) {
		struct chunk *chunk;

		if (!get(history, &piece, sizeof(piece), at) ||
		    piece.n_words > CHUNK_WORDS)
			break;
		chunk = chunk_new(piece.provider_id, piece.n_words);
		chunk->is_intro = piece.is_intro != 0;
		chunk->n_calls = piece.n_calls;
		chunk->n_words = piece.n_words;
		*last = chunk;
		last = &chunk->next;
		if (!get(history, chunk->words, piece.n_words * 8ull,
			 at + sizeof(piece)))
			break;
	}
	return first;
}

void history_forget(struct history *history, uint32_t provider_id)
{
	static const uint32_t none;

	for (struct past **at = &history->oldest; *at;) {
		struct past *past = *at;

		if (past->provider_id != provider_id) {
			at = &past->next;
			continue;
		}
		(void)put(history, &none, sizeof(none),
			  past->off + offsetof(struct entry, provider_id));
		history->n_bytes -= past->n_bytes;
		*at = past->next;
		if (!*at)
			history->last = at;
		free(past);
	}
}

void history_clear(struct history *history)
{
	while (history->oldest)
		discard_oldest(history);
}
