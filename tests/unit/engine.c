/* SPDX-License-Identifier: MIT */
/*
 * The engine: at every instant a walk finds whole records, finishing leaves no
 * zero word, and what finds no space is counted.
 */
#include "writer/engine.h"

#include <errno.h>
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
#include "writer/loss.h"
#include "writer/thread.h"

#define KIB 1024ull

static char path[64];

static void start(uint64_t buffer_bytes)
{
	struct fxw_options options = {.path = path,
				      .buffer_bytes = buffer_bytes,
				      .pid = (uint32_t)getpid(),
				      .name = "test"};

	snprintf(path, sizeof(path), "/tmp/fxtrace-engine-%d.fxt", getpid());
	unlink(path);
	fxw_clock_start(NULL);
	is_i64(fxw_engine_start(&options), 0);
	fxw_engine.state = FXW_ENGINE_ON;
}

static void stop(void)
{
	unlink(path);
}

/* Writes one record of n_words with a recognizable second word. */
static bool write_record(struct fxw_thread *t, uint32_t n_words, uint64_t mark)
{
	struct fxw_window w;
	uint64_t *at;

	if (!fxw_window_open(&w, t, (uintptr_t)__builtin_frame_address(0)))
		return false;
	for (;;) {
		at = fxw_put(&w.record, n_words);
		if (at)
			break;
		if (!fxw_window_grow(&w))
			return false;
	}
	for (uint32_t i = 1; i < n_words; i++)
		at[i] = mark;
	fxw_window_commit(&w, fxt_header(FXT_RECORD_EVENT, n_words, 0));
	return true;
}

struct walk {
	uint64_t n_events, n_fillers, n_zero, mark_sum;
	bool broken;
};

/* The finish adds what the clock shows then. */
static bool is_fact(const uint64_t *record)
{
	return record[0] >> 32 & FXT_STRING_INLINE &&
	       memcmp(record + 4, FXW_CATEGORY_FACT,
		      sizeof(FXW_CATEGORY_FACT) - 1) == 0;
}

/* Walks words as a reader of a killed process's file would. */
static struct walk walk_words(const uint64_t *words, uint64_t n)
{
	struct walk w = {0};
	uint64_t at = 0;

	while (at < n) {
		uint64_t size = words[at] >> 4 & 0xfff;

		if (!words[at]) {
			w.n_zero++;
			at++;
			continue;
		}
		if (!size || at + size > n) {
			w.broken = true;
			return w;
		}
		if ((words[at] & 15) == FXT_RECORD_EVENT &&
		    is_fact(words + at)) {
			;
		} else if ((words[at] & 15) == FXT_RECORD_EVENT) {
			w.n_events++;
			w.mark_sum += words[at + 1];
		} else {
			w.n_fillers++;
		}
		at += size;
	}
	return w;
}

static struct walk walk_rolling(void)
{
	return walk_words(fxw_engine.rolling[0].words,
			  fxw_offset_words(fxw_engine.control->alloc));
}

static void new_archive(void)
{
	uint64_t *word;

	start(256 * KIB);
	word = (uint64_t *)fxw_engine.map;
	is_u64(word[0], FXT_MAGIC);
	is_u64(word[1] & 15, FXT_RECORD_METADATA);
	is_u64(word[3] & 15, FXT_RECORD_BLOB);
	is_u64(fxw_engine.header->magic, FXW_HEADER_MAGIC);
	is_u64(fxw_engine.control->magic, FXW_CONTROL_MAGIC);
	is_u64(fxw_engine.header->durable_off +
		       fxw_engine.header->durable_bytes,
	       fxw_engine.header->rolling_off);
	is_u64(fxw_engine.durable.words[0], fxt_init_header());
	stop();
}

static void existing_file(void)
{
	struct fxw_options options = {
		.path = path, .buffer_bytes = 256 * KIB, .pid = 1, .name = "x"};
	struct stat st;
	FILE *f;

	snprintf(path, sizeof(path), "/tmp/fxtrace-engine-%d.fxt", getpid());
	f = fopen(path, "w");
	fputs("mine", f);
	fclose(f);
	is_i64(fxw_engine_start(&options), -EEXIST);
	stat(path, &st);
	is_i64(st.st_size, 4);
	stop();
}

static void chains(void)
{
	struct fxw_thread *t;
	struct walk w;

	start(1024 * KIB);
	t = fxw_thread_attach();
	ok(t != NULL);
	for (uint64_t i = 0; i < 3000; i++) {
		uint32_t n = 2 + (uint32_t)(i * 7 % 61);

		if (!write_record(t, n, 1))
			ok(false, "record %d", (int)i);
		if (i % 100)
			continue;
		w = walk_rolling();
		ok(!w.broken && !w.n_zero && w.n_events == i + 1,
		   "after %d records", (int)i + 1);
	}
	stop();
}

static void large_records(void)
{
	struct fxw_thread *t;
	struct walk w;

	start(1024 * KIB);
	t = fxw_thread_attach();
	ok(write_record(t, 10, 1));
	ok(write_record(t, 3900, 1), "a record larger than any span");
	ok(write_record(t, 10, 1), "the span goes on");
	w = walk_rolling();
	is_u64(w.n_events, 3);
	ok(!w.broken);
	ok(!write_record(t, 4095, 1), "too large for any reader");
	is_u64(t->slot->inside[0], 0);
	stop();
}

static void full(void)
{
	struct fxw_thread *t;
	struct walk w;
	uint64_t n_written = 0;

	start(64 * KIB);
	t = fxw_thread_attach();
	while (write_record(t, 9, 1))
		n_written++;
	w = walk_rolling();
	is_u64(w.n_events, n_written);
	ok(!w.broken && !w.n_zero);
	/* spans end in less than a record's space; little more is wasted */
	ok(n_written * 72 * 100 > fxw_engine.header->rolling_bytes * 96,
	   "%d records", (int)n_written);
	fxw_loss_count(t);
	fxw_loss_count(t);
	is_u64(t->slot->n_lost, 2);
	ok(t->slot->lost_first_ms > 0);
	stop();
}

/* A session of ten weeks: more ms than 32 bits have. */
static void late_losses(void)
{
	uint64_t ticks_before = 6000000000ull * 1000000;
	struct fxw_thread *t;
	uint64_t first;

	start(64 * KIB);
	t = fxw_thread_attach();
	fxw_clock.epoch -= ticks_before;
	fxw_engine.control->ticks_per_second = 1000000000;
	fxw_loss_count(t);
	first = (t->slot->lost_first_ms - 1) * 1000000;
	ok(first >= ticks_before, "%llu", (unsigned long long)first);
	ok(first <= t->slot->lost_last_ticks &&
	   t->slot->lost_last_ticks - first < 60000000000ull * 10);
	stop();
}

/* Reads the finished file and walks all of it. */
static struct walk walk_file(uint64_t *n_bytes)
{
	struct stat st;
	struct walk w;
	int fd = open(path, O_RDONLY);
	void *map;

	fstat(fd, &st);
	map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
	w = walk_words(map, (uint64_t)st.st_size / 8);
	close(fd);
	*n_bytes = (uint64_t)st.st_size;
	return w;
}

static void finished(void)
{
	struct fxw_thread *t;
	uint64_t n_bytes, n_again;
	struct walk w;

	start(4096 * KIB);
	t = fxw_thread_attach();
	for (int i = 0; i < 500; i++)
		write_record(t, 9, 1);
	fxw_engine_finish();
	w = walk_file(&n_bytes);
	is_u64(w.n_zero, 0);
	ok(!w.broken);
	is_u64(w.n_events, 500);
	ok(n_bytes < fxw_engine.header->file_bytes / 2);
	is_u64(fxw_engine.control->state, FXW_FINISHED);
	fxw_engine_finish();
	(void)walk_file(&n_again);
	is_u64(n_again, n_bytes);
	stop();
}

static void late_records(void)
{
	struct fxw_thread *t;
	uint64_t n_bytes, n_late = 0;
	struct walk w;

	start(4096 * KIB);
	t = fxw_thread_attach();
	for (int i = 0; i < 50; i++)
		write_record(t, 9, 1);
	fxw_engine_finish();
	for (int i = 0; i < 40; i++) {
		ok(write_record(t, 2 + (uint32_t)i, 1));
		n_late++;
		w = walk_file(&n_bytes);
		if (w.broken || w.n_zero || w.n_events != 50 + n_late) {
			ok(false, "after late record %d", i);
			break;
		}
	}
	while (write_record(t, 9, 1))
		n_late++;
	w = walk_file(&n_bytes);
	ok(!w.broken && !w.n_zero, "with the tail full");
	is_u64(w.n_events, 50 + n_late);
	stop();
}

static void taken_back(void)
{
	struct fxw_thread *t;
	uint64_t n_bytes;
	struct walk w;

	start(1024 * KIB);
	t = fxw_thread_attach();
	for (int i = 0; i < 50; i++)
		write_record(t, 9, 1);
	fxw_engine_finish();
	write_record(t, 9, 1);
	fxw_engine_unfinish();
	is_u64(fxw_engine.control->state, FXW_RUNNING);
	ok(fxw_string_register(7, "late", 4), "names, too");
	for (int i = 0; i < 5000; i++)
		if (!write_record(t, 9, 1))
			ok(false, "record %d after the finish", i);
	fxw_engine_finish();
	w = walk_file(&n_bytes);
	is_u64(w.n_events, 50 + 1 + 5000);
	ok(!w.broken && !w.n_zero);
	stop();
}

static void gaps(void)
{
	struct fxw_thread *t;
	uint64_t n_bytes;
	uint32_t sequence, n_words = 5000;
	struct walk w;

	start(1024 * KIB);
	t = fxw_thread_attach();
	write_record(t, 9, 1);
	/* a writer that was revoked between taking space and beginning it */
	ok(fxw_region_take(&fxw_engine.rolling[0], &n_words, &sequence) !=
	   NULL);
	fxw_engine.n_gaps++;
	t->level[0].cursor = t->level[0].end = NULL;
	write_record(t, 9, 1);
	w = walk_rolling();
	is_u64(w.n_zero, 5000);
	is_u64(w.n_events, 2);
	fxw_engine_finish();
	w = walk_file(&n_bytes);
	is_u64(w.n_zero, 0);
	is_u64(w.n_events, 2);
	stop();
}

static void nested(void)
{
	struct fxw_thread *t;
	struct fxw_window outer;
	uint64_t *at;
	struct walk w;

	start(1024 * KIB);
	t = fxw_thread_attach();
	ok(write_record(t, 4, 1));
	/* Frames grow downwards: a window opened "above" is still alive. */
	ok(fxw_window_open(&outer, t, UINTPTR_MAX / 2));
	at = fxw_put(&outer.record, 6);
	ok(at != NULL);
	ok(write_record(t, 5, 1), "as a handler would");
	w = walk_rolling();
	is_u64(w.n_events, 2);
	ok(!w.broken);
	for (int i = 1; i < 6; i++)
		at[i] = 1;
	fxw_window_commit(&outer, fxt_header(FXT_RECORD_EVENT, 6, 0));
	w = walk_rolling();
	is_u64(w.n_events, 3);
	ok(!w.broken && !w.n_zero);
	stop();
}
/* A frame below those of the caller. */
static __attribute__((noinline)) uintptr_t gone_frame(void)
{
	volatile char space[8192];

	space[0] = 0;
	return (uintptr_t)&space[space[0] + 64];
}

static void jumped_out(void)
{
	struct fxw_thread *t;
	struct fxw_window dead;
	struct walk w;

	start(1024 * KIB);
	t = fxw_thread_attach();
	ok(write_record(t, 4, 1));
	/* A window whose frame lies below the next one's was left by a jump:
	 * half of its words are written, nothing is committed. */
	ok(fxw_window_open(&dead, t, gone_frame()));
	fxw_put(&dead.record, 3)[1] = 77;
	ok(write_record(t, 5, 1));
	w = walk_rolling();
	is_u64(w.n_events, 2);
	is_u64(w.mark_sum, 2);
	ok(!w.broken && !w.n_zero);
	/* with every level left that way, one is taken over */
	for (int i = 0; i < (int)FXW_LEVELS; i++)
		t->level[i].owner = gone_frame();
	ok(write_record(t, 6, 1));
	is_u64(t->level[0].owner, 0);
	is_u64(walk_rolling().n_events, 3);
	stop();
}

/* Committed, but the cursor was not moved before the jump. */
static void jumped_after_commit(void)
{
	struct fxw_thread *t;
	uint64_t *cursor;
	struct walk w;

	start(1024 * KIB);
	t = fxw_thread_attach();
	ok(write_record(t, 4, 1));
	cursor = t->level[0].cursor;
	ok(write_record(t, 7, 1));
	t->level[0].cursor = cursor;
	for (int i = 0; i < (int)FXW_LEVELS; i++)
		t->level[i].owner = gone_frame();
	ok(write_record(t, 5, 1));
	w = walk_rolling();
	is_u64(w.n_events, 3);
	is_u64(w.mark_sum, 3);
	stop();
}

/* Space was taken, and the jump came before it was begun. */
static void jumped_before_begun(void)
{
	struct fxw_thread *t;
	uint32_t sequence, n_words = 5000;
	uint64_t n_bytes;
	struct walk w;

	start(1024 * KIB);
	t = fxw_thread_attach();
	ok(write_record(t, 4, 1));
	ok(fxw_region_take(&fxw_engine.rolling[0], &n_words, &sequence) !=
	   NULL);
	t->level[0].cursor = t->level[0].end = NULL;
	t->level[0].owner = gone_frame();
	t->slot->inside[0] = FXW_WRITING;
	ok(write_record(t, 5, 1), "takes the level over");
	fxw_engine_finish();
	w = walk_file(&n_bytes);
	is_u64(w.n_zero, 0);
	is_u64(w.n_events, 2);
	stop();
}

#define N_THREADS 8
#define N_RECORDS 20000

static void *write_many(void *n_written)
{
	struct fxw_thread *t = fxw_thread_attach();
	uint64_t n = 0;

	for (int i = 0; i < N_RECORDS; i++)
		n += write_record(t, 3 + (uint32_t)(i % 9), 1);
	*(uint64_t *)n_written = n;
	return NULL;
}

static void threads(void)
{
	pthread_t id[N_THREADS];
	uint64_t n[N_THREADS], sum = 0;
	struct walk w;

	start(64 * 1024 * KIB);
	for (int i = 0; i < N_THREADS; i++)
		pthread_create(&id[i], NULL, write_many, &n[i]);
	for (int i = 0; i < N_THREADS; i++) {
		pthread_join(id[i], NULL);
		sum += n[i];
	}
	w = walk_rolling();
	is_u64(sum, (uint64_t)N_THREADS * N_RECORDS);
	is_u64(w.n_events, sum);
	is_u64(w.mark_sum, sum);
	ok(!w.broken && !w.n_zero);
	stop();
}

/* Threads write while another finishes: all that was written is there. */
static void finish_under_load(void)
{
	pthread_t id[4];
	uint64_t n[4], sum = 0, n_bytes;
	struct walk w;

	start(64 * 1024 * KIB);
	for (int i = 0; i < 4; i++)
		pthread_create(&id[i], NULL, write_many, &n[i]);
	usleep(2000);
	fxw_engine_finish();
	for (int i = 0; i < 4; i++) {
		pthread_join(id[i], NULL);
		sum += n[i];
	}
	w = walk_file(&n_bytes);
	is_u64(w.n_events, sum);
	ok(!w.broken && !w.n_zero, "%d zero words", (int)w.n_zero);
	stop();
}

static void forked_child(void)
{
	struct fxw_thread *t;
	struct walk w;
	int status;
	pid_t pid;

	start(1024 * KIB);
	t = fxw_thread_attach();
	ok(write_record(t, 4, 1));
	ok(!fxw_engine_is_forked());
	pid = fork();
	if (pid == 0)
		_exit(fxw_engine_is_forked() && t->slot == NULL ? 0 : 1);
	waitpid(pid, &status, 0);
	is_i64(status, 0);
	w = walk_rolling();
	is_u64(w.n_events, 1);
	stop();
}

static void losses_recorded(void)
{
	struct fxw_thread *t;
	uint64_t n_before, n_after;

	start(256 * KIB);
	t = fxw_thread_attach();
	fxw_loss_count(t);
	fxw_loss_count_end(t);
	n_before = fxw_offset_words(fxw_engine.control->durable_alloc);
	fxw_losses_emit();
	n_after = fxw_offset_words(fxw_engine.control->durable_alloc);
	is_u64(fxw_engine.durable.words[n_before],
	       fxt_provider_event((uint32_t)getpid(), 0));
	ok(n_after > n_before + 1);
	ok(!walk_words(fxw_engine.durable.words, n_after).broken);
	is_u64(walk_words(fxw_engine.durable.words, n_after).n_zero, 0);
	is_u64(fxw_engine.header->n_dropped, 2);
	stop();
}

static void stamps(void)
{
	struct fxw_thread *t;
	uint64_t last = 0;
	bool rising = true;

	start(256 * KIB);
	t = fxw_thread_attach();
	for (int i = 0; i < 100000; i++) {
		uint64_t now = fxw_stamp(t);

		rising &= now >= last + fxw_clock.step_ticks;
		last = now;
	}
	ok(rising);
	stop();
}

static const struct tap_test tests[] = {
	{"a new archive begins with magic, provider, header and rate",
	 new_archive},
	{"an existing file is not touched", existing_file},
	{"a walk finds whole records after each one", chains},
	{"a record too large for a span gets its own space", large_records},
	{"a full buffer refuses and the loss is counted", full},
	{"the first loss of a long session has its time", late_losses},
	{"a finished file is whole records from end to end", finished},
	{"records after the finish keep the file whole", late_records},
	{"a finish can be taken back", taken_back},
	{"space taken and never begun is padded", gaps},
	{"a record inside a record keeps both whole", nested},
	{"a record left by a jump leaves no trace", jumped_out},
	{"a record committed before a jump stays", jumped_after_commit},
	{"space whose taker jumped out before it was begun is padded",
	 jumped_before_begun},
	{"eight threads lose nothing", threads},
	{"finishing under load loses nothing that was written",
	 finish_under_load},
	{"a forked child knows that it is one", forked_child},
	{"losses become records", losses_recorded},
	{"stamps of one thread rise by a nanosecond or more", stamps},
};
TAP_MAIN(tests)
