/* SPDX-License-Identifier: MIT */
/*
 * Overwrites each word of what a recorder shares with its manager, again and
 * again while it records. The values are those most likely to harm. The
 * recorder comes to its end, and so does the manager.
 */
#include "writer/damage.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/recorder.h"
#include "tests/tap.h"
#include "tools/manager/manager.h"
#include "writer/loss.h"

#define KIB 1024ull
#define CALLS 3000u
/* A recorder that has not come to its end by then never will. */
#define PATIENCE_S 40u
#define HEADER_WORDS (sizeof(struct fxw_header) / 8)
#define SLOT_WORDS (sizeof(struct fxw_slot) / 8)
/* Up to the first slot's end; then the first thread's places. */
#define SLOTS_WORD                                                             \
	(HEADER_WORDS + offsetof(struct fxw_control, slots) / 8 + SLOT_WORDS)
#define ANSWER_WORD (HEADER_WORDS + offsetof(struct fxw_control, answer) / 8)
#define LIVE_WORD (HEADER_WORDS + offsetof(struct fxw_control, live) / 8)
#define PLACES_WORD (HEADER_WORDS + offsetof(struct fxw_control, places) / 8)

static char path[64], variable[4096];
static struct manager *manager;
static struct manager_report report;
static volatile bool is_over;
static uint64_t *target;
static unsigned choice;
static bool may_block;
static unsigned n_calls = CALLS;

#define VALUES 14u

static uint64_t value_of(unsigned number, uint64_t old)
{
	const uint64_t values[VALUES] = {
		0,
		UINT64_MAX,
		1,
		1ull << 32,
		old + (1ull << 32),
		old - (1ull << 32),
		old + FXW_UNIT_WORDS,
		old - FXW_UNIT_WORDS,
		old ^ 1,
		0x7fffffff7fffffffull,
		0x0101010101010101ull, /* FXW_WRITING, at every level */
		0xffffffff00000000ull,
		old + 1,
		old | 0xffffff80u,
	};

	return values[number % VALUES];
}

/* An outsider, whose races are meant. */
__attribute__((no_sanitize("thread"))) static void *spin(void *unused)
{
	(void)unused;
	while (!is_over)
		__atomic_store_n(target, value_of(choice, *target),
				 __ATOMIC_RELAXED);
	return NULL;
}

static void write_numbers(uint64_t n)
{
	struct fxw_thread *t = fxw_thread_attach();

	for (uint64_t i = 0; t && i < n; i++)
		if (!recorder_write(t, i))
			fxw_loss_count(t);
}

static void begin(enum fxw_mode mode)
{
	struct fxw_options options = {.path = path,
				      .buffer_bytes = 256 * KIB,
				      .mode = mode,
				      .pid = (uint32_t)getpid(),
				      .name = "alone"};

	if (mode == FXW_STREAMING) {
		recorder_join(variable, 144 * KIB, may_block, "harmed");
		return;
	}
	fxw_clock_start(NULL);
	if (fxw_engine_start(&options))
		_exit(1);
	fxw_engine.state = FXW_ENGINE_ON;
}

static void record(enum fxw_mode mode, size_t word)
{
	pthread_t thread;

	alarm(PATIENCE_S);
	begin(mode);
	write_numbers(CALLS / 10);
	target = word < HEADER_WORDS
			 ? (uint64_t *)fxw_engine.header + word
			 : (uint64_t *)fxw_engine.control + word - HEADER_WORDS;
	if (pthread_create(&thread, NULL, spin, NULL))
		_exit(1);
	write_numbers(n_calls);
	(void)fxw_durable_notice("one more");
	is_over = true;
	pthread_join(thread, NULL);
	fxw_engine_finish();
	fxw_engine_unfinish();
	write_numbers(CALLS / 10);
	fxw_engine_finish();
	_exit(0);
}

static unsigned n_failed;

/* The word, and a value that is the next one each time. */
static void harm(enum fxw_mode mode, size_t word)
{
	int status = -1;
	pid_t child;

	choice++;
	child = fork();
	if (child == 0)
		record(mode, word);
	waitpid(child, &status, 0);
	ok(status == 0, "word %zu, value %u: status 0x%x", word, choice,
	   (unsigned)status);
	n_failed += status != 0;
	if (mode != FXW_STREAMING)
		unlink(path);
}

static void harm_all(enum fxw_mode mode, unsigned first_choice)
{
	choice = first_choice;
	for (size_t word = 0; word < SLOTS_WORD; word++) {
		may_block = (choice + choice / VALUES) % 2;
		harm(mode, word);
	}
	for (size_t word = PLACES_WORD; word < PLACES_WORD + 2; word++)
		harm(mode, word);
}

static void start(void)
{
	snprintf(path, sizeof(path), "/tmp/fxtrace-words-%d.fxt", getpid());
	unlink(path);
}

static void harm_lent(void)
{
	harm_all(FXW_STREAMING, (unsigned)getpid());
}

/* Who waits for an answer never sees one; and no lap ever counts as full. */
static void harm_waits(void)
{
	const unsigned values[] = {0, 3, 7};

	may_block = true;
	n_calls = 20 * CALLS; /* some answer is always overwritten in time */
	for (unsigned i = 0; i < sizeof(values) / sizeof(*values); i++) {
		choice = values[i] - 1;
		harm(FXW_STREAMING, ANSWER_WORD);
	}
	choice = 1;
	harm(FXW_STREAMING, LIVE_WORD);
}

/* Forks the recorders in a process that has no threads: those of a manager may
 * have a lock of the allocator at that moment. It gets the session's variable
 * through the pipe, and fails if a recorder does. */
static pid_t start_recorders(void (*harm_some)(void), int from)
{
	pid_t child = fork();
	ssize_t n;

	if (child)
		return child;
	n = read(from, variable, sizeof(variable) - 1);
	if (n <= 0)
		_exit(2);
	harm_some();
	_exit(n_failed ? 1 : 0);
}

static void with_manager(void (*harm_some)(void))
{
	struct manager_options options = {
		.flush_ms = 20, .output = path, .is_quiet = true};
	char error[256] = "";
	int ends[2], status = -1;
	pid_t recorders;

	start();
	ok(pipe(ends) == 0);
	recorders = start_recorders(harm_some, ends[0]);
	manager = manager_start(&options, error, sizeof(error));
	ok(manager != NULL, "%s", error);
	ok(manager_variable(manager, "/tmp/x", variable, sizeof(variable)));
	ok(write(ends[1], variable, sizeof(variable)) ==
	   (ssize_t)sizeof(variable));
	waitpid(recorders, &status, 0);
	is_i64(status, 0);
	close(ends[0]);
	close(ends[1]);
	ok(manager_wait(manager, 0, 20000));
	manager_finish(manager, &report);
	unlink(path);
}

static void lent(void)
{
	with_manager(harm_lent);
}

static void answered(void)
{
	with_manager(harm_waits);
}

static void alone(void)
{
	start();
	harm_all(FXW_ONESHOT, (unsigned)getpid());
	harm_all(FXW_CIRCULAR, (unsigned)getpid());
}

static const struct tap_test tests[] = {
	{"no word that the manager shares makes a recorder crash or loop",
	 lent},
	{"nor does a word that a thread with a full buffer waits for",
	 answered},
	{"nor does one of an archive that a process writes alone", alone},
};
TAP_MAIN(tests)
