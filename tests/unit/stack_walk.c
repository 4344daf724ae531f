/* SPDX-License-Identifier: MIT */
/*
 * Walks up the stack, against glibc's backtrace() at the same place.
 */
#include "preload/unwind/walk.h"

#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "preload/unwind/rule.h"
#include "tests/tap.h"

#define MOST 128

#define NOINLINE __attribute__((noinline, noipa))
#define WITH_FRAME                                                             \
	__attribute__((noinline, noipa, optimize("no-omit-frame-pointer")))

static struct {
	struct fxw_thread thread;
	struct fxp_walked walked;
	uint64_t got[MOST];
	void *want[MOST + 2];
	int n_want; /* with the calling function */
	unsigned depth;
	unsigned n_steps, n_wrong;
} here = {.depth = MOST};

/* Both ways from our caller on. */
static NOINLINE void take_stack(void)
{
	const uintptr_t *frame = __builtin_frame_address(0);
	struct fxp_frame from = {frame[1], (uintptr_t)(frame + 2), frame[0]};

	here.n_want = backtrace(here.want, MOST + 2);
	fxp_walk(&here.thread, &from, NULL, here.depth, (uint8_t *)here.got,
		 &here.walked);
}

/* Where in `want` our way begins: behind the calling function, and a
 * sanitizer's one. */
static unsigned first_wanted(void)
{
	unsigned i = 1;

	while (i < 3 && i < (unsigned)here.n_want &&
	       (uintptr_t)here.want[i] != here.got[0])
		i++;
	return i;
}

/* Whether they agree. */
static bool agrees(void)
{
	unsigned first = first_wanted();

	if (here.walked.n + first != (unsigned)here.n_want)
		return false;
	for (unsigned i = 0; i < here.walked.n; i++)
		if ((here.got[i] & ~FXW_STACK_EXACT) !=
		    (uintptr_t)here.want[i + first])
			return false;
	return true;
}

static void show(void)
{
	for (unsigned i = 0; i < here.walked.n || i + 1 < (unsigned)here.n_want;
	     i++)
		diag("%2u %16lx %p", i, i < here.walked.n ? here.got[i] : 0,
		     i + 1 < (unsigned)here.n_want ? here.want[i + 1] : NULL);
}

/* They agree, up to the thread's first function. */
static void is_same(void)
{
	if (!ok(agrees()))
		show();
	is_u64(here.walked.end, FXW_STACK_WHOLE);
}

static void start(void)
{
	void *some[2];

	fxp_stack_modules_start();
	ok(fxp_rules_start());
	(void)backtrace(some, 2); /* loads libgcc */
}

static NOINLINE void recurse(unsigned n)
{
	if (n)
		recurse(n - 1);
	else
		take_stack();
	__asm__ volatile("");
}

static WITH_FRAME void recurse_framed(unsigned n)
{
	if (n)
		recurse_framed(n - 1);
	else
		take_stack();
	__asm__ volatile("");
}

static NOINLINE void recurse_mixed(unsigned n)
{
	volatile char *space = __builtin_alloca(n * 100 + 1);

	space[0] = 1;
	if (n > 5)
		recurse_framed(2);
	else if (n)
		recurse_mixed(n + 1);
	__asm__ volatile("");
}

static void without_frame_pointers(void)
{
	start();
	recurse(10);
	is_same();
	ok(here.walked.n > 10);
}

static void with_frame_pointers(void)
{
	uint64_t rule;

	start();
	recurse_framed(10);
	is_same();
	recurse_mixed(1);
	is_same();
	rule = fxp_rule_of(here.got[0] - 1);
	is_u64(fxp_rule_kind(rule), FXP_RULE_FRAME);
}

static int compare(const void *a, const void *b)
{
	take_stack();
	return *(const int *)a - *(const int *)b;
}

static void in_callbacks(void)
{
	int values[] = {3, 1, 2};

	start();
	qsort(values, 3, sizeof(int), compare);
	is_same();
}

/* A stack pointer that is realigned: the CFA is in memory. */
static NOINLINE void aligned(void)
{
	volatile char space[64] __attribute__((aligned(64)));

	space[0] = 1;
	ok(((uintptr_t)space & 63) == 0);
	take_stack();
	space[1] = 1;
}

static void in_aligned_frames(void)
{
	start();
	aligned();
	is_same();
	recurse(here.walked.n ? 1 : 2);
	is_same();
}

static void *thread(void *unused)
{
	recurse(3);
	return unused;
}

static void in_threads(void)
{
	pthread_attr_t attributes;
	pthread_t id;

	start();
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 16384);
	if (pthread_create(&id, &attributes, thread, NULL))
		skip("no threads");
	pthread_join(id, NULL);
	is_same();
}

static void handler(int signal)
{
	(void)signal;
	take_stack();
}

static void set_handler(int signal, void (*function)(int), int flags)
{
	struct sigaction action = {.sa_flags = flags};

	action.sa_handler = function;
	sigaction(signal, &action, NULL);
}

static NOINLINE void raise_here(void)
{
	__asm__ volatile("ud2");
}

/* Leaves what it interrupts by going on behind ud2. */
static void on_illegal(int signal, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;

	(void)signal;
	(void)info;
	take_stack();
	uc->uc_mcontext.gregs[REG_RIP] += 2;
}

static void interrupt_by(int flags)
{
	struct sigaction action = {.sa_flags = SA_SIGINFO | flags};
	unsigned n_exact = 0;

	action.sa_sigaction = on_illegal;
	sigaction(SIGILL, &action, NULL);
	raise_here();
	is_same();
	for (unsigned i = 0; i < here.walked.n; i++)
		if (here.got[i] & FXW_STACK_EXACT) {
			n_exact++;
			is_u64(here.got[i] & ~FXW_STACK_EXACT,
			       (uintptr_t)raise_here);
		}
	is_u64(n_exact, 1);
}

static void through_signals(void)
{
	start();
	interrupt_by(0);
	set_handler(SIGUSR1, handler, 0);
	raise(SIGUSR1);
	is_same();
}

static void on_signal_stacks(void)
{
	stack_t stack = {.ss_size = 65536};

	start();
	stack.ss_sp = mmap(NULL, stack.ss_size, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ok(stack.ss_sp != MAP_FAILED);
	ok(!sigaltstack(&stack, NULL));
	recurse(1);
	is_same();
	interrupt_by(SA_ONSTACK);
	interrupt_by(SA_ONSTACK);
	recurse(1);
	is_same();
}

static ucontext_t outside, inside;

static void coroutine(void)
{
	recurse(2);
	swapcontext(&inside, &outside);
}

static void in_coroutines(void)
{
	char *stack = malloc(65536);

	start();
	getcontext(&inside);
	inside.uc_stack.ss_sp = stack;
	inside.uc_stack.ss_size = 65536;
	inside.uc_link = &outside;
	makecontext(&inside, coroutine, 0);
	swapcontext(&outside, &inside);
	ok(agrees());
	ok(here.walked.n >= 4);
	free(stack);
}

static void cuts_at_depth(void)
{
	start();
	here.depth = 5;
	recurse(20);
	is_u64(here.walked.n, 5);
	is_u64(here.walked.end, FXW_STACK_DEEP);
	here.depth = MOST;
	recurse(2);
	is_same();
	here.depth = here.walked.n;
	recurse(2);
	is_same();
}

/* Functions that no table knows: with a frame pointer, and without. */
void stack_test_framed(void (*function)(void));
void stack_test_bare(void (*function)(void));
__asm__(".text\n"
	"stack_test_framed:\n"
	"	push %rbp\n"
	"	mov %rsp, %rbp\n"
	"	call *%rdi\n"
	"	pop %rbp\n"
	"	ret\n"
	"stack_test_bare:\n"
	"	push %rbp\n"
	"	xor %ebp, %ebp\n"
	"	call *%rdi\n"
	"	pop %rbp\n"
	"	ret\n");

static WITH_FRAME void call_framed(void)
{
	stack_test_framed(take_stack);
	__asm__ volatile("");
}

static void through_frames_without_table(void)
{
	unsigned n;

	start();
	recurse(0);
	n = here.walked.n;
	call_framed();
	is_u64(here.walked.end, FXW_STACK_WHOLE);
	ok(here.walked.n >= n, "%u", here.walked.n);
	/* its caller is found, and that one's callers as they are */
	ok(here.got[1] > (uintptr_t)call_framed &&
	   here.got[1] < (uintptr_t)call_framed + 64);
	stack_test_bare(take_stack);
	is_u64(here.walked.n, 1);
	is_u64(here.walked.end, FXW_STACK_LOST);
}

/* After every instruction: the tables' rows are all different. */
static void on_step(int signal)
{
	(void)signal;
	take_stack();
	here.n_steps++;
	if (agrees() && here.walked.end == FXW_STACK_WHOLE)
		return;
	if (!here.n_wrong++)
		show();
}

/* Begins, or ends, a signal after each instruction. */
void stack_test_step(void);
__asm__(".text\n"
	"stack_test_step:\n"
	"	.cfi_startproc\n"
	"	pushf\n"
	"	.cfi_adjust_cfa_offset 8\n"
	"	xorq $0x100, (%rsp)\n" /* the trap flag */
	"	popf\n"
	"	.cfi_adjust_cfa_offset -8\n"
	"	ret\n"
	"	.cfi_endproc\n");

static int compare_plainly(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static NOINLINE void work(void)
{
	int values[] = {3, 1, 2};
	char text[64];

	qsort(values, 3, sizeof(int), compare_plainly);
	snprintf(text, sizeof(text), "%d %s %g", values[0], "text", 1.5);
	free(malloc(strlen(text)));
	(void)getppid();
}

static void at_each_instruction(void)
{
	start();
	work();
	set_handler(SIGTRAP, on_step, 0);
	stack_test_step();
	work();
	stack_test_step();
	diag("%u instructions", here.n_steps);
	ok(here.n_steps > 1000);
	is_u64(here.n_wrong, 0);
}

static void same_hash(void)
{
	uint64_t hash[4];

	start();
	for (volatile unsigned i = 0; i < 4; i++) {
		recurse(i / 2); /* from one place in the code */
		hash[i] = here.walked.hash;
	}
	ok(hash[0] && hash[0] == hash[1]);
	ok(hash[2] && hash[2] == hash[3]);
	ok(hash[0] != hash[2]);
	fxp_rules_forget();
	recurse(0);
	ok(here.walked.hash != hash[0]);
	is_same();
}

/* glibc before 2.35: the list of modules is our own. */
static void by_own_list(void)
{
	void *some[2];

	ok(fxp_rules_start());
	(void)backtrace(some, 2);
	recurse(5);
	is_same();
	interrupt_by(0);
	(void)getppid(); /* is bound */
	set_handler(SIGTRAP, on_step, 0);
	stack_test_step();
	(void)getppid();
	stack_test_step();
	ok(here.n_steps > 5);
	is_u64(here.n_wrong, 0);
}

static const struct tap_test tests[] = {
	{"frames without frame pointers are found", without_frame_pointers},
	{"frames with frame pointers are found", with_frame_pointers},
	{"frames through libc's callbacks are found", in_callbacks},
	{"frames that are realigned are found", in_aligned_frames},
	{"frames of a thread with the smallest stack are found", in_threads},
	{"frames through signals are found, with the exact place",
	 through_signals},
	{"frames on signal stacks are found", on_signal_stacks},
	{"frames of coroutines are found", in_coroutines},
	{"a stack is cut at its depth, and said to be", cuts_at_depth},
	{"a function without a table is passed by its frame pointer, or ends "
	 "it",
	 through_frames_without_table},
	{"frames are found where the linker does not list its modules",
	 by_own_list},
	{"frames are found after each instruction", at_each_instruction},
	{"the same stack has the same hash, until modules change", same_hash},
};

TAP_MAIN(tests)
