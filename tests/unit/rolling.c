/* SPDX-License-Identifier: MIT */
/*
 * Circular mode: two buffers that take turns, whose spans are known by their
 * stamps. A writer that is stuck pins only its own span.
 */
#include "writer/rolling.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/tap.h"
#include "writer/thread.h"

#define KIB 1024ull
#define ALIVE (UINTPTR_MAX / 2) /* a frame above all others */

static char path[64];
static uint64_t n_made;

static void start(uint64_t buffer_bytes)
{
	struct fxw_options options = {.path = path,
				      .buffer_bytes = buffer_bytes,
				      .mode = FXW_CIRCULAR,
				      .pid = (uint32_t)getpid(),
				      .name = "test"};

	snprintf(path, sizeof(path), "/tmp/fxtrace-rolling-%d.fxt", getpid());
	unlink(path);
	fxw_clock_start(NULL);
	is_i64(fxw_engine_start(&options), 0);
	fxw_engine.state = FXW_ENGINE_ON;
	n_made = 0;
}

static void stop(void)
{
	unlink(path);
}

/* A complete event of n_words whose second word is its number. */
static bool write_number(struct fxw_thread *t, uint32_t n_words,
			 uint64_t number)
{
	struct fxw_window w;
	uint64_t *at;

	if (!fxw_window_open(&w, t, (uintptr_t)__builtin_frame_address(0)))
		return false;
	while (!(at = fxw_put(&w.record, n_words)))
		if (!fxw_window_grow(&w))
			return false;
	for (uint32_t i = 2; i < n_words; i++)
		at[i] = number;
	at[1] = number;
	fxw_window_commit(&w, fxt_event_header(FXT_EVENT_DURATION_COMPLETE,
					       n_words, 0, 1, 1, 1));
	return true;
}

static void write_numbers(struct fxw_thread *t, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++, n_made++)
		if (!write_number(t, 4 + (uint32_t)(n_made * 7 % 40), n_made))
			ok(false, "record %d", (int)n_made);
}

struct found {
	uint64_t n, least, most;
	bool is_broken, is_row; /* one of them after the other */
};

static void take_span(struct found *found, const uint64_t *word, uint32_t n)
{
	for (uint32_t at = FXW_STAMP_WORDS, size; at < n; at += size) {
		size = (uint32_t)(word[at] >> 4 & 0xfff);
		if (!size || size > n - at) {
			found->is_broken = true;
			return;
		}
		if (!fxt_is_call(word[at]))
			continue;
		for (uint32_t i = 2; i < size; i++)
			if (word[at + i] != word[at + 1])
				found->is_broken = true;
		if (found->n++ == 0)
			found->least = word[at + 1];
		else if (word[at + 1] != found->most + 1)
			found->is_row = false;
		found->most = word[at + 1];
	}
}

/* What a walk by stamps finds, older lap first, as after a kill. */
static struct found find_spans(void)
{
	struct found found = {.is_row = true};
	uint32_t first[2],
		to = (uint32_t)(fxw_engine.header->rolling_bytes / 8);
	unsigned buffer = !fxw_lap_state(
		fxw_engine.control->lap_first, fxw_engine.control->alloc,
		fxw_engine.header->wrapped_count, first);

	for (unsigned i = 0; i < 2; i++, buffer = !buffer) {
		const uint64_t *words = fxw_engine.rolling[buffer].words;
		uint32_t n;

		for (uint32_t at = 0; at < to; at += n ? n : FXW_UNIT_WORDS) {
			n = first[buffer]
				    ? fxw_lap_span(words + at,
						   at / FXW_UNIT_WORDS,
						   fxw_engine.control->nonce,
						   first[buffer])
				    : 0;
			take_span(&found, words + at, n);
		}
	}
	return found;
}

static void newest(void)
{
	struct fxw_thread *t;
	struct found found;

	start(256 * KIB);
	t = fxw_thread_attach();
	for (int i = 0; i < 200; i++) {
		write_numbers(t, 100);
		found = find_spans();
		if (!found.is_broken && found.is_row &&
		    found.most == n_made - 1 && found.n)
			continue;
		ok(false, "after %d: %d to %d", (int)n_made, (int)found.least,
		   (int)found.most);
		break;
	}
	ok(fxw_engine.header->wrapped_count > 20, "turned %d times",
	   (int)fxw_engine.header->wrapped_count);
	/* at least the one buffer that is not being written */
	ok(found.n * 25 * 8 > fxw_engine.header->rolling_bytes * 8 / 10,
	   "%d records", (int)found.n);
	is_u64(t->slot->n_lost, 0);
	is_u64(t->slot->n_calls, n_made);
	stop();
}

static void newest_by_fences(void)
{
	uint32_t fences;
	struct found found;

	start(256 * KIB);
	fences = fxw_engine.fences;
	fxw_engine.fences = 1;
	write_numbers(fxw_thread_attach(), 20000);
	found = find_spans();
	ok(!found.is_broken && found.is_row);
	is_u64(found.most, n_made - 1);
	fxw_engine.fences = fences;
	stop();
}

/* A handler that interrupts a record and writes for many laps. */
static void pinned(void)
{
	uint64_t copy[FXW_UNIT_WORDS];
	struct fxw_window outer;
	struct fxw_thread *t;
	uint64_t *at;

	start(256 * KIB);
	t = fxw_thread_attach();
	write_numbers(t, 3);
	ok(fxw_window_open(&outer, t, ALIVE));
	at = fxw_put(&outer.record, 6);
	ok(at != NULL);
	for (int i = 1; i < 6; i++)
		at[i] = 4711;
	memcpy(copy, at, sizeof(copy) / 2);
	write_numbers(t, 30000);
	ok(memcmp(copy, at, sizeof(copy) / 2) == 0,
	   "no other thread writes into its span");
	ok(!find_spans().is_broken);
	is_u64(find_spans().most, n_made - 1);
	fxw_window_commit(&outer, fxt_event_header(FXT_EVENT_DURATION_COMPLETE,
						   6, 0, 1, 1, 1));
	is_u64(t->level[0].owner, 0);
	write_numbers(t, 30000);
	ok(!find_spans().is_broken && find_spans().is_row,
	   "the place is used again afterwards");
	is_u64(t->slot->n_calls, n_made + 1);
	stop();
}

/* The same with a record that has space of its own. */
static void pinned_alone(void)
{
	struct fxw_window outer;
	struct fxw_thread *t;
	uint64_t *at;

	start(256 * KIB);
	t = fxw_thread_attach();
	write_numbers(t, 3);
	ok(fxw_window_open(&outer, t, ALIVE));
	while (!(at = fxw_put(&outer.record, 2000)))
		ok(fxw_window_grow(&outer));
	for (int i = 1; i < 2000; i++)
		at[i] = 4711;
	write_numbers(t, 30000);
	for (int i = 1; i < 2000; i++)
		if (at[i] != 4711) {
			ok(false, "word %d", i);
			break;
		}
	fxw_window_commit(&outer, fxt_event_header(FXT_EVENT_DURATION_COMPLETE,
						   2000, 0, 1, 1, 1));
	is_u64(t->slot->sequence[0], t->level[0].sequence);
	is_u64(t->places[0], t->span_places[0]);
	write_numbers(t, 30000);
	ok(!find_spans().is_broken && find_spans().is_row);
	stop();
}

/* The thread that turned first to the second buffer is stopped before it says
 * so. Meanwhile another is in a record there. */
static void turn_unreported(void)
{
	uint32_t *lap_first;
	struct fxw_window outer;
	struct fxw_thread *t;
	struct found found;
	uint64_t *at;

	start(256 * KIB);
	t = fxw_thread_attach();
	lap_first = fxw_engine.control->lap_first;
	while (!lap_first[1])
		write_numbers(t, 1);
	ok(fxw_window_open(&outer, t, ALIVE));
	at = fxw_put(&outer.record, 6);
	ok(at != NULL);
	for (int i = 1; i < 6; i++)
		at[i] = 4711;
	lap_first[1] = 0;
	while (lap_first[0] == 1)
		write_numbers(t, 1);
	found = find_spans();
	ok(found.n > 300, "a walk finds the second buffer: %d records",
	   (int)found.n);
	write_numbers(t, 30000);
	for (int i = 1; i < 6; i++)
		is_u64(at[i], 4711);
	ok(!find_spans().is_broken);
	stop();
}

/* A window that was left by a jump pins its span until the thread writes
 * again. */
static void left(void)
{
	struct fxw_window dead;
	struct fxw_thread *t;

	start(256 * KIB);
	t = fxw_thread_attach();
	write_numbers(t, 3);
	ok(fxw_window_open(&dead, t, 4096));
	fxw_put(&dead.record, 3)[1] = 77;
	write_numbers(t, 30000);
	ok(!find_spans().is_broken && find_spans().is_row);
	is_u64(find_spans().most, n_made - 1);
	stop();
}

static void no_system_calls(void)
{
	uint64_t n_written = 0;
	struct fxw_thread *t;
	uint32_t fences;

	start(256 * KIB);
	fences = fxw_engine.fences;
	t = fxw_thread_attach();
	write_numbers(t, 2000); /* both buffers have memory now */
	fxw_engine.no_system_calls = 1;
	fxw_engine.fences = 0;
	while (n_written < 10000 && write_number(t, 9, n_made + n_written))
		n_written++;
	ok(n_written < 10000, "%d more", (int)n_written);
	ok(!find_spans().is_broken);
	fxw_engine.fences = 1;
	ok(write_number(t, 9, n_made + n_written),
	   "with fences it needs no system call");
	fxw_engine.no_system_calls = 0;
	fxw_engine.fences = fences;
	stop();
}

/* A kill between the turn and the note of it. */
static void killed_in_turn(void)
{
	uint32_t first[2], sequence;
	unsigned current;

	start(256 * KIB);
	write_numbers(fxw_thread_attach(), 20000);
	sequence = fxw_sequence(fxw_engine.control->alloc);
	current = fxw_lap_state(fxw_engine.control->lap_first,
				fxw_alloc_word(sequence + 1, 0), 0, first);
	is_u64(current, fxw_lap_buffer(sequence + 1));
	is_u64(first[current], sequence + 1); /* nothing of the old lap */
	is_u64(first[!current], sequence);
	stop();
}

/* Walks the file as any reader would. */
static struct found read_file(uint64_t *n_zero)
{
	struct found found = {.is_row = true};
	struct stat st;
	const uint64_t *words;
	int fd = open(path, O_RDONLY);
	uint64_t n;

	*n_zero = 0;
	fstat(fd, &st);
	words = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
	n = (uint64_t)st.st_size / 8;
	for (uint64_t at = 0, size; at < n; at += size) {
		size = words[at] >> 4 & 0xfff;
		*n_zero += !words[at];
		if (!size || size > n - at) {
			found.is_broken = true;
			break;
		}
		if (!fxt_is_call(words[at]))
			continue;
		found.n++;
		if (words[at + 1] > found.most)
			found.most = words[at + 1];
	}
	munmap((void *)words, (size_t)st.st_size);
	close(fd);
	return found;
}

static void check_file(const char *when)
{
	struct found found;
	uint64_t n_zero;

	found = read_file(&n_zero);
	ok(!found.is_broken && !n_zero, "%s: whole records", when);
	is_u64(found.n + fxw_engine.control->n_overwritten, n_made);
	is_u64(found.most, n_made - 1);
}

/* At one moment of the first laps. The rest of the current buffer lies before
 * or behind the other one. An engine is for one process: so each is a child. */
static void finish_after(uint64_t n)
{
	int status = -1;
	pid_t child = fork();

	if (child == 0) {
		start(256 * KIB);
		write_numbers(fxw_thread_attach(), n);
		fxw_engine_finish();
		is_u64(fxw_engine.control->state, FXW_FINISHED);
		check_file("finished");
		stop();
		_exit(0);
	}
	waitpid(child, &status, 0);
	ok(status == 0, "after %d records", (int)n);
}

static void finished(void)
{
	for (uint64_t i = 0; i < 12; i++)
		finish_after(100 + i * 170);
}

static void finished_with_gap(void)
{
	struct found found;
	uint64_t n_zero;
	uint32_t n = 3000, sequence;
	struct fxw_thread *t;

	start(256 * KIB);
	t = fxw_thread_attach();
	write_numbers(t, 20000);
	/* space that was taken and never begun: stale words lie there */
	ok(fxw_rolling_take(&n, &sequence) != NULL);
	t->level[0].cursor = t->level[0].end = NULL;
	write_numbers(t, 10);
	fxw_engine_finish();
	found = read_file(&n_zero);
	ok(!found.is_broken && !n_zero);
	is_u64(found.n + fxw_engine.control->n_overwritten, n_made);
	stop();
}

/* The same, but its owner, who was stopped, begins it behind the end. */
static void begun_at_last(void)
{
	uint64_t n_zero, *words;
	uint32_t n = 512, n_behind = 384, sequence;
	struct fxw_thread *t;
	struct found found;

	start(256 * KIB);
	t = fxw_thread_attach();
	write_numbers(t, 20000);
	words = fxw_rolling_take(&n, &sequence);
	ok(words && fxw_rolling_take(&n_behind, &sequence));
	t->level[0].cursor = t->level[0].end = NULL;
	write_numbers(t, 10);
	fxw_engine_finish();
	words[3] = fxt_filler_header(n - 3);
	words[1] = (uint64_t)sequence << 32 | n;
	words[0] = fxt_filler_header(FXW_STAMP_WORDS);
	found = read_file(&n_zero);
	ok(!found.is_broken && !n_zero);
	is_u64(found.n + fxw_engine.control->n_overwritten, n_made);
	stop();
}

static void taken_back(void)
{
	struct fxw_thread *t;

	start(256 * KIB);
	t = fxw_thread_attach();
	for (int i = 0; i < 8; i++) {
		write_numbers(t, 700);
		fxw_engine_finish();
		write_numbers(t, 5); /* into the tail */
		fxw_engine_unfinish();
		is_u64(fxw_engine.control->state, FXW_RUNNING);
		ok(!find_spans().is_broken && find_spans().is_row);
	}
	write_numbers(t, 900);
	fxw_engine_finish();
	check_file("after eight that were taken back");
	stop();
}

static void late_tail(void)
{
	struct fxw_thread *t;
	uint64_t n_zero, n = 0;

	start(256 * KIB);
	t = fxw_thread_attach();
	write_numbers(t, 20000);
	fxw_engine_finish();
	while (write_number(t, 9, n_made + n))
		n++;
	ok(n > 100, "%d records behind the end", (int)n);
	ok(!read_file(&n_zero).is_broken && !n_zero);
	is_u64(read_file(&n_zero).n + fxw_engine.control->n_overwritten,
	       n_made + n);
	stop();
}

#define N_THREADS 8
#define N_RECORDS 30000

static void *write_many(void *unused)
{
	struct fxw_thread *t = fxw_thread_attach();
	uint64_t n = 0;

	(void)unused;
	for (uint64_t i = 0; i < N_RECORDS; i++)
		n += write_number(t, 3 + (uint32_t)(i % 90), i);
	return (void *)n;
}

static void threads(void)
{
	pthread_t id[N_THREADS];
	uint64_t n_zero, n_written = 0;
	struct found found;
	void *n;

	start(512 * KIB);
	for (int i = 0; i < N_THREADS; i++)
		pthread_create(&id[i], NULL, write_many, NULL);
	for (int i = 0; i < N_THREADS; i++) {
		pthread_join(id[i], &n);
		n_written += (uint64_t)n;
	}
	is_u64(n_written, N_THREADS * N_RECORDS);
	ok(!find_spans().is_broken);
	fxw_engine_finish();
	found = read_file(&n_zero);
	ok(!found.is_broken && !n_zero);
	is_u64(found.n + fxw_engine.control->n_overwritten, n_written);
	is_u64(found.most, N_RECORDS - 1);
	stop();
}

static const struct tap_test tests[] = {
	{"the newest records are there at every moment, in a row", newest},
	{"also where writers fence", newest_by_fences},
	{"a span that a record is being written to stays as it is", pinned},
	{"as does the space of a large record", pinned_alone},
	{"a turn that is not reported yet loses no lap and no pinned span",
	 turn_unreported},
	{"a record that was jumped out of stops no thread", left},
	{"without system calls nothing is recycled unless writers fence",
	 no_system_calls},
	{"a kill in a turn leaves one lap in each buffer", killed_in_turn},
	{"a finished file is a chain of records that adds up", finished},
	{"space that was not begun is covered", finished_with_gap},
	{"also if it is begun after all", begun_at_last},
	{"finishing can be taken back again and again", taken_back},
	{"records behind the end go to the tail", late_tail},
	{"threads that turn at once count all that they lose", threads},
};
TAP_MAIN(tests)
