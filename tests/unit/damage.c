/* SPDX-License-Identifier: MIT */
/*
 * A program that overwrites the memory that its recorder shares with the
 * manager, or its archive. The recorder neither crashes nor loops, and says
 * that recording has ended.
 */
#include "writer/damage.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/damage.h"
#include "tests/recorder.h"
#include "tests/tap.h"
#include "tools/manager/manager.h"
#include "tools/reader/reader.h"
#include "writer/loss.h"

#define KIB 1024ull
/* Calls are recorded by so many; some fill both buffers several times. */
#define FEW 500u
#define MANY 8000u
/* A recorder that has not come to its end by then never will. */
#define PATIENCE_S 30u
enum { IS_DAMAGED = 7, IS_WHOLE = 8 };

static char path[64], variable[4096];
static struct manager *manager;
static struct manager_report report;
static struct fxw_control *control;

static void start(void)
{
	struct manager_options options = {.flush_ms = 20, .output = path};
	char error[256] = "";

	snprintf(path, sizeof(path), "/tmp/fxtrace-damage-%d.fxt", getpid());
	unlink(path);
	manager = manager_start(&options, error, sizeof(error));
	ok(manager != NULL, "%s", error);
	ok(manager_variable(manager, "/tmp/x", variable, sizeof(variable)));
}

static void write_numbers(uint64_t n)
{
	struct fxw_thread *t = fxw_thread_attach();

	for (uint64_t i = 0; t && i < n; i++)
		if (!recorder_write(t, i))
			fxw_loss_count(t);
}

/* In a process of its own: records, is overwritten, records, ends. Returns its
 * wait status. */
static int run_in(void (*harm)(uint64_t seed), uint64_t seed, bool may_block)
{
	pid_t child = fork();
	int status = -1;

	if (child == 0) {
		alarm(PATIENCE_S);
		recorder_join(variable, 144 * KIB, may_block, "harmed");
		control = fxw_engine.control;
		write_numbers(FEW);
		harm(seed);
		write_numbers(MANY);
		fxw_engine_finish();
		_exit(fxw_engine.is_damaged ? IS_DAMAGED : IS_WHOLE);
	}
	waitpid(child, &status, 0);
	return status;
}

/* The log records of the archive that contain the words. */
static unsigned n_notices(const char *words)
{
	struct fxr_error error = {0};
	struct fxr_reader *reader = fxr_open(path, false, &error);
	struct fxr_record record;
	unsigned n = 0;

	while (reader && fxr_next(reader, &record) == FXR_OK)
		n += record.type == FXT_RECORD_LOG &&
		     memmem(record.words, record.n_words * 8, words,
			    strlen(words)) != NULL;
	ok(reader && !fxr_error(reader));
	fxr_close(reader);
	return n;
}

static void finish(void)
{
	ok(manager_wait(manager, 0, 10000));
	manager_finish(manager, &report);
	unlink(path);
}

static void is_end(int status, int want)
{
	ok(WIFEXITED(status), "signal %d", WTERMSIG(status));
	is_i64(WEXITSTATUS(status), want);
}

static void live_too_high(uint64_t seed)
{
	control->live = UINT32_MAX - (uint32_t)seed;
}

static void live_zero(uint64_t seed)
{
	control->live = (uint32_t)seed;
}

static void alloc_behind_end(uint64_t seed)
{
	control->alloc |= UINT32_MAX - seed;
}

static void alloc_far_ahead(uint64_t seed)
{
	control->alloc += (1ull << 60) + seed;
}

static void alloc_back(uint64_t seed)
{
	write_numbers(5 * FEW);
	control->alloc = 1ull << 32 | seed;
}

static void held_all(uint64_t seed)
{
	for (unsigned i = 0; i < 2; i++)
		for (unsigned k = 0; k < FXW_HELD; k++)
			control->held[i][k] =
				seed ? UINT32_MAX : k * 63 / 64 << 6 | 63;
}

static void ends(void (*harm)(uint64_t), uint64_t seed, int want)
{
	start();
	is_end(run_in(harm, seed, true), want);
	ok(manager_wait(manager, 0, 10000));
	manager_finish(manager, &report);
	if (want == IS_DAMAGED)
		is_u64(n_notices("overwritten its recorder's memory"), 1);
	unlink(path);
}

static void writable_sequence(void)
{
	ends(live_too_high, 0, IS_DAMAGED);
	ends(live_zero, 0, IS_DAMAGED);
}

static void offsets(void)
{
	ends(alloc_behind_end, 0, IS_DAMAGED);
	ends(alloc_behind_end, 127, IS_DAMAGED);
	ends(alloc_far_ahead, 0, IS_DAMAGED);
	ends(alloc_back, 0, IS_DAMAGED);
}

/* What the manager says, and says again. */
static void answer_gone(uint64_t seed)
{
	control->answer = (struct fxw_packet){0};
	control->requested = (uint32_t)seed;
}

static void answers(void)
{
	ends(answer_gone, 0, IS_WHOLE);
	ends(answer_gone, UINT32_MAX, IS_WHOLE);
	is_u64(report.n_calls, FEW + MANY);
}

static void held_spans(void)
{
	start();
	ok(WIFEXITED(run_in(held_all, 0, true)));
	ok(WIFEXITED(run_in(held_all, 1, true)));
	ok(WIFEXITED(run_in(held_all, 1, false)));
	finish();
}

/* Slots that nobody has, whose writers the manager would wait for. */
static void slots_inside(uint64_t seed)
{
	for (unsigned i = 100; i < 200; i++) {
		control->slots[i].state = FXW_SLOT_LIVE;
		control->slots[i].sequence[0] = 1;
		control->slots[i].sequence[1] = 2;
		memset(control->slots[i].inside, (int)seed, FXW_LEVELS);
	}
	for (unsigned i = 1; i < 100; i++)
		control->slots[i].state = FXW_SLOT_LIVE;
}

static void slots(void)
{
	ends(slots_inside, FXW_WRITING, IS_DAMAGED);
}

static void counts(uint64_t seed)
{
	control->n_more_slots = UINT32_MAX;
	control->n_slots = UINT32_MAX;
	control->ticks_per_second = seed;
	control->nonce = seed;
	control->clock = UINT32_MAX;
	memset(&control->first, (int)seed, 2 * sizeof(control->first));
	fxw_engine.header->durable_bytes = UINT64_MAX;
	fxw_engine.header->rolling_bytes = UINT64_MAX;
	fxw_loss_count(fxw_self);
}

/* Sizes and rates are believed from where the program cannot reach them. */
static void sizes(void)
{
	start();
	is_end(run_in(counts, 1, true), IS_WHOLE);
	is_end(run_in(counts, 0, true), IS_WHOLE);
	ok(manager_wait(manager, 0, 10000));
	manager_finish(manager, &report);
	is_u64(report.n_calls, 2 * (FEW + MANY));
	unlink(path);
}

/* Anything, anywhere, again and again. */
static void scribble(uint64_t seed)
{
	uint64_t random = seed * 7919 + 1;

	for (unsigned round = 0; round < 20; round++) {
		for (unsigned i = 0; i < 200; i++) {
			uint64_t at = damage_random(&random);
			uint64_t *word =
				i & 1 ? (uint64_t *)fxw_engine.map +
						at % (fxw_engine.map_bytes / 8)
				      : (uint64_t *)control + at % 100;

			*word = damage_random(&random) >>
				damage_random(&random) % 64;
		}
		write_numbers(FEW);
		(void)fxw_durable_notice("one more");
	}
}

static void scribblers(void)
{
	start();
	for (uint64_t seed = 0; seed < 12; seed++) {
		int status = run_in(scribble, seed, seed % 3 != 0);

		ok(WIFEXITED(status), "seed %d: signal %d", (int)seed,
		   WTERMSIG(status));
	}
	finish();
}

/* Who records alone, and finishes what is there; twice, as for an exec. */
static int run_alone(enum fxw_mode mode, void (*harm)(uint64_t), uint64_t seed)
{
	pid_t child = fork();
	int status = -1;

	if (child == 0) {
		struct fxw_options options = {.path = path,
					      .buffer_bytes = 256 * KIB,
					      .mode = mode,
					      .pid = (uint32_t)getpid(),
					      .name = "alone"};

		alarm(PATIENCE_S);
		fxw_clock_start(NULL);
		if (fxw_engine_start(&options))
			_exit(1);
		fxw_engine.state = FXW_ENGINE_ON;
		control = fxw_engine.control;
		write_numbers(FEW);
		harm(seed);
		write_numbers(MANY);
		fxw_engine_finish();
		fxw_engine_unfinish();
		write_numbers(FEW);
		fxw_engine_finish();
		_exit(0);
	}
	waitpid(child, &status, 0);
	unlink(path);
	return status;
}

static void alone(void)
{
	snprintf(path, sizeof(path), "/tmp/fxtrace-damage-%d.fxt", getpid());
	unlink(path);
	for (uint64_t seed = 0; seed < 12; seed++) {
		int status = run_alone(seed & 1 ? FXW_CIRCULAR : FXW_ONESHOT,
				       scribble, seed);

		ok(status == 0, "seed %d: status 0x%x", (int)seed,
		   (unsigned)status);
	}
	is_i64(run_alone(FXW_ONESHOT, counts, 1), 0);
	is_i64(run_alone(FXW_CIRCULAR, counts, 1), 0);
	is_i64(run_alone(FXW_ONESHOT, alloc_behind_end, 0), 0);
	is_i64(run_alone(FXW_CIRCULAR, alloc_far_ahead, 0), 0);
}

static const struct tap_test tests[] = {
	{"a writable sequence that cannot be ends recording, which is said",
	 writable_sequence},
	{"so does an offset or a sequence that nobody has handed out", offsets},
	{"a question or an answer that is overwritten is made again", answers},
	{"held spans that are none make nobody spin", held_spans},
	{"slots that nobody has are found by who waits", slots},
	{"sizes and rates in shared memory are not believed", sizes},
	{"a program that scribbles all over comes to its end", scribblers},
	{"so does one that scribbles over an archive of its own", alone},
};
TAP_MAIN(tests)
