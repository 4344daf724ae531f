/* SPDX-License-Identifier: MIT */
/*
 * The string caches: which string gets an index, when, and that one index
 * never means two strings nor one string for two indexes.
 */
#include "preload/value/intern.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "preload/runtime/strings.h"
#include "preload/value/named.h"
#include "tests/tap.h"
#include "writer/engine.h"
#include "writer/thread.h"

#define KIB 1024ull
#define NAME_REF 77
#define WAYS 8

static char path[64];

/* What preload/runtime/strings.c gives out in the recorder. */
static uint32_t next_index = 1, last_index = FXT_STRING_MAX_INDEX;

uint16_t fxp_string_index(uint32_t last)
{
	uint32_t index = __atomic_load_n(&next_index, __ATOMIC_RELAXED);

	do
		if (index > last || index > last_index)
			return 0;
	while (!__atomic_compare_exchange_n(&next_index, &index, index + 1,
					    false, __ATOMIC_RELAXED,
					    __ATOMIC_RELAXED));
	return (uint16_t)index;
}

static void start(uint64_t buffer_bytes)
{
	struct fxw_options options = {.path = path,
				      .buffer_bytes = buffer_bytes,
				      .pid = (uint32_t)getpid(),
				      .name = "test"};

	snprintf(path, sizeof(path), "/tmp/fxtrace-intern-%d.fxt", getpid());
	unlink(path);
	fxw_clock_start(NULL);
	is_i64(fxw_engine_start(&options), 0);
	fxw_engine.state = FXW_ENGINE_ON;
	ok(fxw_thread_attach() != NULL);
}

static void stop(void)
{
	unlink(path);
}

/* One sight of n bytes, in a call of its own: its index, or 0. `source` is
 * what the program has in the place of the value by now. */
static uint16_t see_changed(const char *bytes, size_t n, const char *source)
{
	struct fxw_record r = {.space_words = 64};
	uint64_t words[64], *behind;

	r.start = words;
	fxw_arg_string(&r, fxw_name_indexed(NAME_REF), bytes, n);
	behind = fxp_intern_arg(words, words + r.used_words, source);
	if (behind == words + r.used_words)
		return 0;
	if (behind != words + 1 ||
	    (words[0] & 0xffffffff) !=
		    fxt_arg_header(FXT_ARG_STRING, 1, NAME_REF, 0))
		ok(false, "the argument's header is %llx",
		   (unsigned long long)words[0]);
	return (uint16_t)(words[0] >> 32);
}

static uint16_t see_bytes(const char *bytes, size_t n)
{
	(void)fxw_stamp(fxw_self);
	return see_changed(bytes, n, bytes);
}

static uint16_t see_text(const char *text)
{
	return see_bytes(text, strlen(text));
}

static const char *numbered(int i)
{
	static __thread char text[64];

	snprintf(text, sizeof(text), "/a/path/that/has/the/number/%06d", i);
	return text;
}

/* What the archive has for an index: how many records, and the last one's
 * bytes. */
static unsigned records_of(uint16_t index, char *text, size_t size)
{
	const uint64_t *w = fxw_engine.durable.words;
	uint64_t end = fxw_offset_words(fxw_engine.control->durable_alloc);
	unsigned n = 0;

	for (uint64_t at = 0; at < end; at += w[at] >> 4 & 0xfff) {
		if ((w[at] & 15) != FXT_RECORD_STRING ||
		    (index && (w[at] >> 16 & 0x7fff) != index))
			continue;
		n++;
		snprintf(text, size, "%.*s", (int)(w[at] >> 32),
			 (const char *)(w + at + 1));
	}
	return n;
}

static unsigned n_records(void)
{
	char text[300];

	return records_of(0, text, sizeof(text));
}

static void second_sight(void)
{
	char text[300];
	uint16_t index;

	start(1024 * KIB);
	is_u64(see_text("a string of 25 characters"), 0);
	is_u64(n_records(), 0);
	index = see_text("a string of 25 characters");
	ok(index != 0);
	is_u64(see_text("a string of 25 characters"), index);
	is_u64(records_of(index, text, sizeof(text)), 1);
	is_str(text, "a string of 25 characters");
	is_u64(n_records(), 1);
	stop();
}

static void every_length(void)
{
	char text[FXP_INTERN_MAX_BYTES + 1], got[300];
	bool all = true;

	start(4096 * KIB);
	for (unsigned n = 25; n <= FXP_INTERN_MAX_BYTES; n++) {
		uint16_t index;

		for (unsigned i = 0; i < n; i++)
			text[i] = (char)('a' + (i * 7 + n) % 26);
		text[n] = 0;
		(void)see_text(text);
		index = see_text(text);
		all &= index != 0 && records_of(index, got, sizeof(got)) == 1 &&
		       !strcmp(text, got);
		for (unsigned i = 0; i < n; i++) { /* any byte counts */
			text[i] ^= 1;
			all &= see_text(text) == 0;
			text[i] ^= 1;
		}
	}
	ok(all);
	stop();
}

static void rebuilt(void)
{
	const char *text = "a record that is built a second time";

	start(1024 * KIB);
	(void)fxw_stamp(fxw_self);
	for (int i = 0; i < 3; i++)
		is_u64(see_changed(text, strlen(text), text), 0);
	is_u64(n_records(), 0);
	ok(see_text(text) != 0, "but another call's sight counts");
	stop();
}

static void one_shot(void)
{
	start(1024 * KIB);
	for (int i = 0; i < 100000; i++)
		if (see_text(numbered(i)))
			ok(false, "number %d", i);
	is_u64(next_index, 1);
	is_u64(n_records(), 0);
	stop();
}

static void evicted(void)
{
	uint16_t index;

	start(1024 * KIB);
	(void)see_text(numbered(-1));
	index = see_text(numbered(-1));
	ok(index != 0);
	/* what comes once does not push it out */
	for (int i = 0; i < 10000; i++)
		(void)see_text(numbered(i));
	is_u64(see_text(numbered(-1)), index);
	/* What comes again does. The place is a random one of four: 94 strings
	 * a set spare it once in 10^11 times. */
	for (int i = 0; i < 6000; i++) {
		(void)see_text(numbered(i % 1500));
		(void)see_text(numbered(i % 1500));
	}
	is_u64(see_text(numbered(-1)), 0);
	is_u64(see_text(numbered(-1)), index);
	stop();
}

/* Two bytes strings with one hash: the first word makes the product zero. */
static void make_collision(char *bytes, char c)
{
	uint64_t word = FXP_INTERN_SEED;

	memset(bytes, c, 40);
	memcpy(bytes, &word, 8);
	memset(bytes + 16, 'x', 24);
}

static void collision(void)
{
	char bytes[12][40], text[300];
	uint16_t index[12];
	bool all = true;

	start(1024 * KIB);
	for (int i = 0; i < 12; i++) {
		make_collision(bytes[i], (char)('a' + i));
		is_u64(fxp_intern_hash(bytes[i], 40),
		       fxp_intern_hash(bytes[0], 40));
	}
	/* a noted hash is a hint only: the second string is a first sight, but
	 * may be registered at once */
	for (int turn = 0; turn < 3 * WAYS; turn++)
		for (int i = 0; i < 12; i++) {
			index[i] = see_bytes(bytes[i], 40);
			if (!index[i])
				continue;
			is_u64(records_of(index[i], text, sizeof(text)), 1);
			all &= !memcmp(text + 8, bytes[i] + 8, 32);
		}
	ok(all);
	stop();
}

static void changed_meanwhile(void)
{
	const char *text = "what the record has got by now";
	char text_of_it[300];
	uint16_t index;

	start(1024 * KIB);
	(void)see_text("what the program has got there");
	ok(see_text("what the program has got there") != 0);
	/* another thread writes over the source after it was copied: either
	 * text is right, a mixture is not */
	for (int i = 0; i < 3; i++) {
		(void)fxw_stamp(fxw_self);
		index = see_changed(text, strlen(text),
				    "what the program is changing to");
		if (!index)
			continue;
		(void)records_of(index, text_of_it, sizeof(text_of_it));
		is_str(text_of_it, text);
	}
	stop();
}

static void no_index_left(void)
{
	uint32_t used;

	start(1024 * KIB);
	next_index = FXP_INTERN_LAST_INDEX;
	for (int turn = 0; turn < 3; turn++)
		for (int i = 0; i < 3; i++)
			ok((see_text(numbered(i)) != 0) ==
			   (turn > 0 && i == 0));
	is_u64(n_records(), 1);
	used = fxw_offset_words(fxw_engine.control->durable_alloc);
	for (int i = 0; i < 1000; i++)
		is_u64(see_text(numbered(i / 2)) & (i / 2 ? 0xffff : 0), 0);
	is_u64(fxw_offset_words(fxw_engine.control->durable_alloc), used);
	ok(fxp_string_index(FXT_STRING_MAX_INDEX) == FXP_INTERN_LAST_INDEX + 1,
	   "others still get theirs");
	stop();
}

static void durable_full(void)
{
	uint32_t limit, used;

	start(512 * KIB);
	limit = fxw_engine.durable.limit_words;
	for (int i = 0; i < 10000; i++)
		(void)see_text(numbered(i / 2));
	used = fxw_offset_words(fxw_engine.control->durable_alloc);
	ok(used > limit / 4 && used < limit / 2, "%d of %d words", (int)used,
	   (int)limit);
	ok(next_index > 100 && next_index < 1000, "%d indexes",
	   (int)next_index);
	ok(fxw_durable_take(limit / 2) != NULL, "half of it is left");
	stop();
}

static void after_the_end(void)
{
	uint32_t before;

	start(1024 * KIB);
	(void)see_text(numbered(1));
	ok(see_text(numbered(1)) != 0);
	before = next_index;
	fxw_engine_finish();
	ok(see_text(numbered(1)) != 0, "what has an index keeps it");
	for (int i = 0; i < 10; i++)
		is_u64(see_text(numbered(2)), 0);
	is_u64(next_index, before);
	stop();
}

#define N_THREADS 8
#define N_STRINGS 300
#define TURNS 40

static pthread_barrier_t barrier;

static void *see_all(void *indexes)
{
	uint16_t *index = indexes;

	(void)fxw_thread_attach();
	pthread_barrier_wait(&barrier);
	for (int turn = 0; turn < TURNS; turn++)
		for (int i = 0; i < N_STRINGS; i++) {
			uint16_t got = see_text(numbered(i));

			if (got && index[i] && got != index[i])
				index[i] = UINT16_MAX;
			else if (got)
				index[i] = got;
		}
	/* so that no state is inherited */
	pthread_barrier_wait(&barrier);
	fxw_thread_exiting(fxw_self);
	return NULL;
}

static void run_threads(uint16_t index[N_THREADS][N_STRINGS])
{
	pthread_t id[N_THREADS];

	pthread_barrier_init(&barrier, NULL, N_THREADS);
	for (int i = 0; i < N_THREADS; i++)
		pthread_create(&id[i], NULL, see_all, index[i]);
	for (int i = 0; i < N_THREADS; i++)
		pthread_join(id[i], NULL);
}

/* The index that the threads have for string i; a set of a thread's cache may
 * have been too full for it, by chance. UINT16_MAX: they have several. */
static uint16_t agreed(uint16_t index[N_THREADS][N_STRINGS], int i)
{
	uint16_t all = 0;

	for (int t = 0; t < N_THREADS; t++) {
		if (all && index[t][i] && index[t][i] != all)
			return UINT16_MAX;
		if (index[t][i])
			all = index[t][i];
	}
	return all;
}

static void threads(void)
{
	static uint16_t index[N_THREADS][N_STRINGS];
	uint32_t n_known = 0;
	bool right = true;
	char text[300];

	start(16 * 1024 * KIB);
	run_threads(index);
	for (int i = 0; i < N_STRINGS; i++) {
		uint16_t all = agreed(index, i);

		ok(all != UINT16_MAX, "all threads use one index");
		if (!all)
			continue;
		n_known++;
		right &= records_of(all, text, sizeof(text)) == 1 &&
			 !strcmp(text, numbered(i));
	}
	ok(right, "each has one record with the right bytes");
	ok(n_known > N_STRINGS * 9 / 10, "%u have one", n_known);
	is_u64(n_records(), n_known);
	is_u64(next_index, n_known + 1);
	stop();
}

static void *see_once(void *unused)
{
	(void)unused;
	(void)fxw_thread_attach();
	next_index += see_text(numbered(7)) ? 100 : 0;
	fxw_thread_exiting(fxw_self);
	return NULL;
}

static void inherited(void)
{
	pthread_t id;

	start(1024 * KIB);
	for (int i = 0; i < 2; i++) {
		pthread_create(&id, NULL, see_once, NULL);
		pthread_join(id, NULL);
	}
	is_u64(next_index, 102);
	stop();
}

/* 0, or which step went wrong */
static int child(uint16_t index)
{
	char text[300];

	fxw_engine_forget(true);
	fxw_threads_forget();
	fxw_self = NULL;
	fxp_intern_forget();
	if (see_changed(numbered(1), 34, numbered(1)) != 0)
		return 1; /* interrupted code, before the first call */
	start(1024 * KIB);
	if (see_text(numbered(1)) != 0 || n_records() != 0)
		return 2;
	if (see_text(numbered(1)) <= index || n_records() != 1)
		return 3;
	(void)records_of(0, text, sizeof(text));
	stop();
	return strcmp(text, numbered(1)) ? 4 : 0;
}

static void forked(void)
{
	uint16_t index;
	int status;
	pid_t pid;

	start(1024 * KIB);
	for (int i = 0; i < 50; i++)
		(void)see_text(numbered(i / 2));
	index = see_text(numbered(1));
	ok(index != 0);
	pid = fork();
	if (pid == 0)
		_exit(child((uint16_t)(next_index - 1)));
	waitpid(pid, &status, 0);
	is_i64(status, 0);
	is_u64(see_text(numbered(1)), index);
	stop();
}

static const struct tap_test tests[] = {
	{"a string has an index from its second sight on", second_sight},
	{"strings of every length are distinguished by every byte",
	 every_length},
	{"a record that is built again is no second sight", rebuilt},
	{"strings that come once use no index", one_shot},
	{"only strings that come again push such strings out", evicted},
	{"strings with the same hash never share an index", collision},
	{"a string that changes meanwhile is not mistaken", changed_meanwhile},
	{"without an index left strings stay inline", no_index_left},
	{"strings leave most of the durable region alone", durable_full},
	{"after the end no index is used up", after_the_end},
	{"eight threads give a string one index and one record", threads},
	{"a thread inherits what the one before it has seen", inherited},
	{"a forked child starts without strings", forked},
};
TAP_MAIN(tests)
