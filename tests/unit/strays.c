/* SPDX-License-Identifier: MIT */
/*
 * What becomes of ends whose begins found no space on a disk.
 */
#include "tools/manager/strays.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/tap.h"
#include "writer/fxt.h"

/* An event of thread 1: header, time, and its name inline (a reference). */
static void add_event(struct chunk *chunk, unsigned type, uint64_t ticks)
{
	uint64_t *at = &chunk->words[chunk->n_words];

	at[0] = fxt_event_header(type, 2, 0, 1, 5, 6);
	at[1] = ticks;
	chunk->n_words += 2;
}

/* Two chunks, the first one in a file behind 64 other bytes. */
static int written(struct chunk **chunks, uint64_t *off)
{
	int fd = memfd_create("strays", MFD_CLOEXEC);
	struct chunk *first = chunk_new(1, 64);

	first->next = chunk_new(1, 64);
	first->is_written = true;
	*off = 64;
	*chunks = first;
	ok(fd >= 0);
	return fd;
}

static void put_chunk(int fd, const struct chunk *chunk, uint64_t off)
{
	ok(pwrite(fd, chunk->words, chunk->n_words * 8ull, (off_t)off) ==
	   (ssize_t)chunk->n_words * 8);
}

static uint64_t word(int fd, uint64_t off)
{
	uint64_t v = 0;

	ok(pread(fd, &v, sizeof(v), (off_t)off) == sizeof(v));
	return v;
}

static void lone_end(void)
{
	struct chunk *chunks;
	uint64_t off;
	int fd = written(&chunks, &off);

	add_event(chunks, FXT_EVENT_DURATION_BEGIN, 10);
	add_event(chunks, FXT_EVENT_DURATION_END, 40); /* of the one at 20 */
	add_event(chunks, FXT_EVENT_DURATION_END, 50);
	add_event(chunks->next, FXT_EVENT_DURATION_BEGIN, 20);
	put_chunk(fd, chunks, off);
	strays_blank(fd, chunks, &off);
	is_u64(word(fd, 64), chunks->words[0]);
	is_u64(word(fd, 64 + 16), fxt_filler_header(2));
	is_u64(word(fd, 64 + 32), chunks->words[4]);
	close(fd);
	chunk_free_all(chunks);
}

static void earlier_begin(void)
{
	struct chunk *chunks;
	uint64_t off;
	int fd = written(&chunks, &off);

	add_event(chunks, FXT_EVENT_DURATION_END, 40);
	add_event(chunks->next, FXT_EVENT_DURATION_BEGIN, 50);
	put_chunk(fd, chunks, off);
	strays_blank(fd, chunks, &off);
	is_u64(word(fd, 64), chunks->words[0]);
	close(fd);
	chunk_free_all(chunks);
}

static void others_begin(void)
{
	struct chunk *chunks;
	uint64_t off;
	int fd = written(&chunks, &off);

	chunks->next->provider_id = 2;
	add_event(chunks->next, FXT_EVENT_DURATION_BEGIN, 20);
	add_event(chunks, FXT_EVENT_DURATION_END, 40);
	put_chunk(fd, chunks, off);
	strays_blank(fd, chunks, &off);
	is_u64(word(fd, 64), chunks->words[0]);
	close(fd);
	chunk_free_all(chunks);
}

static const struct tap_test tests[] = {
	{"an end whose begin found no space becomes padding", lone_end},
	{"an end whose begin is in an earlier save stays", earlier_begin},
	{"another process's begin does not count", others_begin},
};

TAP_MAIN(tests)
