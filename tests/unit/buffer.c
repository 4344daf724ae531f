/* SPDX-License-Identifier: MIT */
/*
 * What a handler meets that comes behind any instruction: memory that is being
 * put behind a region, and a finish that has just begun.
 */
#include "writer/buffer.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "tests/tap.h"
#include "writer/rolling.h"
#include "writer/thread.h"

#define TRAP_FLAG 0x100
#define REGION_WORDS (1u << 16)
#define SOME_WORDS 1024u

static struct fxw_region region;
/* Instructions so far of those that are stopped behind each, and the one behind
 * which the deed is done. */
static volatile long step, chosen;
static void (*deed)(void);

static void new_region(void)
{
	void *words = mmap(NULL, REGION_WORDS * 8ull, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	region = (struct fxw_region){.words = words,
				     .limit_words = REGION_WORDS,
				     .piece_words = SOME_WORDS,
				     .unit_words = 1};
}

static void on_step(int sig, siginfo_t *info, void *context)
{
	ucontext_t *stopped = context;

	(void)sig;
	(void)info;
	if (step++ < chosen)
		return;
	stopped->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
	deed();
}

static void step_by_step(void (*what)(void))
{
	struct sigaction action = {.sa_sigaction = on_step,
				   .sa_flags = SA_SIGINFO};

	sigaction(SIGTRAP, &action, NULL);
	deed = what;
}

/* Below the red zone. */
static void set_trap_flag(void)
{
	__asm__ volatile("lea -128(%%rsp), %%rsp; pushfq\n\t"
			 "orq %0, (%%rsp); popfq; lea 128(%%rsp), %%rsp"
			 :
			 : "i"(TRAP_FLAG)
			 : "memory", "cc");
}

static void clear_trap_flag(void)
{
	__asm__ volatile("lea -128(%%rsp), %%rsp; pushfq\n\t"
			 "andq %0, (%%rsp); popfq; lea 128(%%rsp), %%rsp"
			 :
			 : "i"(~TRAP_FLAG)
			 : "memory", "cc");
}

/* Whether the other one came in between, and the region then goes as far as he
 * has brought it. */
static bool back_interrupted(long after, bool *is_right)
{
	new_region();
	step = 0;
	chosen = after;
	set_trap_flag();
	fxw_region_back(&region, SOME_WORDS);
	clear_trap_flag();
	*is_right =
		step <= chosen || region.populated_words >= REGION_WORDS / 2;
	munmap(region.words, REGION_WORDS * 8ull);
	return step > chosen;
}

static void back_more(void)
{
	fxw_region_back(&region, REGION_WORDS / 2);
}

static void late_grower(void)
{
	bool is_right = true;
	long n = 0;

#ifdef __SANITIZE_THREAD__
	skip("behind each of the sanitizer's own instructions, too, for hours");
#endif
	step_by_step(back_more);
	while (n < 10000 && back_interrupted(n, &is_right) && is_right)
		n++;
	ok(is_right, "interrupted behind instruction %ld", n);
	ok(n > 50, "of %ld instructions", n);
}

static void start_full(char *path, size_t space)
{
	struct fxw_options options = {.path = path,
				      .buffer_bytes = 64 * 1024,
				      .mode = FXW_ONESHOT,
				      .pid = (uint32_t)getpid(),
				      .name = "test"};
	uint32_t n, sequence;

	snprintf(path, space, "/tmp/fxtrace-buffer-%d.fxt", getpid());
	unlink(path);
	fxw_clock_start(NULL);
	if (fxw_engine_start(&options) != 0)
		ok(false, "no engine");
	fxw_engine.state = FXW_ENGINE_ON;
	while (n = 1, fxw_rolling_take(&n, &sequence))
		;
}

static long n_switches(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return usage.ru_nvcsw;
}

static struct fxw_thread *self;
static volatile long n_waits;

static void record(void)
{
	long before = n_switches();
	struct fxw_window w;

	if (fxw_window_open(&w, self, (uintptr_t)__builtin_frame_address(0))) {
		w.record.used_words = 8;
		if (fxw_window_grow(&w))
			fxw_window_close(&w);
	}
	n_waits += n_switches() - before;
}

/* In a process of its own: how often the handler behind an instruction of the
 * finish has waited. */
static int interrupt_finish(long after)
{
	char path[64];

	start_full(path, sizeof(path));
	self = fxw_thread_attach();
	chosen = after;
	set_trap_flag();
	fxw_engine_finish();
	clear_trap_flag();
	unlink(path);
	return n_waits < 10 && step > chosen ? 0 : 1;
}

/* Until it has closed the buffer, and some more. */
static void interrupted_finish(void)
{
	step_by_step(record);
	for (long i = 0; i < 300; i++) {
		int status = -1;
		pid_t pid = fork();

		if (pid == 0)
			_exit(interrupt_finish(i));
		waitpid(pid, &status, 0);
		if (status != 0)
			ok(false, "status %d behind instruction %ld", status,
			   i);
		if (status != 0)
			return;
	}
	ok(true);
}

/* Tries before the region has memory, once the kernel has some again. */
static long n_refusals(void)
{
	long n = 0;

	new_region();
	mprotect(region.words, REGION_WORDS * 8ull, PROT_NONE);
	region.pause_ticks = 1ull << 28; /* as after some failures */
	ok(!fxw_region_back(&region, 1));
	mprotect(region.words, REGION_WORDS * 8ull, PROT_READ | PROT_WRITE);
	while (!fxw_region_back(&region, 1))
		n++;
	return n;
}

static void backs_off(void)
{
	long n = 0;

	fxw_clock_start(NULL);
	/* a busy machine may let all of the pause pass between two tries */
	for (int i = 0; i < 10 && n == 0; i++)
		n = n_refusals();
	ok(n > 0);
}

static const struct tap_test tests[] = {
	{"what another has backed meanwhile stays backed", late_grower},
	{"memory that the kernel refused is requested again after a while",
	 backs_off},
	{"a handler amid the beginning of a finish does not wait for its end",
	 interrupted_finish},
};
TAP_MAIN(tests)
