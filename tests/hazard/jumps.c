/* SPDX-License-Identifier: MIT */
/* BUILD: -pthread */
/*
 * Recorded calls that a thread leaves, by a jump or for a while, where stacks
 * lie above and below each other. Names of getenv calls say inside of which
 * call they are made: QSORT, RAISE, or TOP, which is none. Arguments: the way,
 * and where the other stack lies, above or below.
 */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "tests/arch.h"

#define STACK_BYTES 65536ul
#define AUTODISARM (1u << 31)

static sigjmp_buf back, there;
static ucontext_t home, other;
static int values[] = {2, 1};
static void (*inside)(void); /* what a comparison does */
static char *stack;

static int compare(const void *left, const void *right)
{
	getenv("QSORT");
	inside();
	getenv("QSORT");
	return *(const int *)left - *(const int *)right;
}

static void sort(void (*what)(void))
{
	inside = what;
	qsort(values, 2, sizeof(*values), compare);
}

/* Calls inside of none, also from deeper frames than those that were left. */
__attribute__((noinline)) static void make_calls(int depth)
{
	volatile char space[2000];

	space[0] = 0;
	for (int i = 0; i < 10; i++)
		getenv("TOP");
	if (depth)
		make_calls(depth - 1);
	space[1] = space[0];
}

static void jump(void)
{
	siglongjmp(back, 1);
}

static void go_home(void)
{
	setcontext(&home);
}

static void visit_home(void)
{
	swapcontext(&other, &home);
}

/* The two halves of a change of stacks by jumps. */
static void jump_home(void)
{
	if (!sigsetjmp(there, 0))
		siglongjmp(back, 1);
}

/* A signal that no recorded call sends. */
static void send(int signo)
{
	(void)raw_call(SYS_tkill, gettid(), signo);
}

static void raise_more(int signo)
{
	(void)signo;
	getenv("RAISE");
	raise(SIGUSR2);
}

static void leave(int signo)
{
	(void)signo;
	siglongjmp(back, 1);
}

static void sort_and_leave(int signo)
{
	(void)signo;
	getenv("TOP");
	sort(jump);
}

static void sort_and_visit(int signo)
{
	(void)signo;
	getenv("TOP");
	sort(visit_home);
	getenv("TOP");
}

static void handle(int signo, void (*handler)(int), unsigned flags)
{
	stack_t signals = {
		.ss_sp = stack, .ss_size = STACK_BYTES, .ss_flags = (int)flags};
	struct sigaction action = {.sa_handler = handler,
				   .sa_flags = SA_ONSTACK | SA_NODEFER};

	sigaltstack(&signals, NULL);
	sigaction(signo, &action, NULL);
}

/* raise, in whose handler raise, in whose handler a jump. */
static void nested(void)
{
	handle(SIGUSR1, raise_more, 0);
	handle(SIGUSR2, leave, 0);
	for (int i = 0; i < 10; i++) {
		if (!sigsetjmp(back, 1))
			raise(SIGUSR1);
		make_calls(10);
	}
}

/* A jump out of the handler's only call, where nothing was interrupted. */
static void alone(unsigned flags)
{
	handle(SIGUSR1, sort_and_leave, flags);
	for (int i = 0; i < 10; i++) {
		handle(SIGUSR1, sort_and_leave, flags);
		if (!sigsetjmp(back, 1))
			send(SIGUSR1);
		make_calls(10);
	}
}

static void plain(void)
{
	alone(0);
}

static void hidden(void)
{
	alone(AUTODISARM);
}

/* A handler changes to the interrupted program's other context. */
static void work_visited(void)
{
	for (;;) {
		getenv("QSORT");
		setcontext(&other);
	}
}

static void visits(void)
{
	static char more[STACK_BYTES];

	getcontext(&home);
	home.uc_stack.ss_sp = more;
	home.uc_stack.ss_size = sizeof(more);
	makecontext(&home, work_visited, 0);
	handle(SIGUSR1, sort_and_visit, AUTODISARM);
	send(SIGUSR1);
	make_calls(10);
}

/* One stack. */
static void same(void)
{
	for (int i = 0; i < 10; i++) {
		if (!sigsetjmp(back, 1))
			sort(jump);
		make_calls(10);
	}
}

static volatile int is_done;

static void work(void)
{
	for (int i = 0; i < 10; i++) {
		getenv("TOP");
		sort(visit_home);
	}
	is_done = 1;
}

static void work_by_jumps(void)
{
	for (int i = 0; i < 10; i++) {
		getenv("TOP");
		sort(jump_home);
	}
	is_done = 1;
	siglongjmp(back, 1);
}

static void work_and_go(void)
{
	sort(go_home);
}

static void work_and_jump(void)
{
	sort(jump);
}

static void make(void (*function)(void))
{
	getcontext(&other);
	other.uc_stack.ss_sp = stack;
	other.uc_stack.ss_size = STACK_BYTES;
	other.uc_link = &home;
	makecontext(&other, function, 0);
}

/* A coroutine comes back in the middle of a call, and goes on. */
static void turns(void)
{
	make(work);
	swapcontext(&home, &other);
	while (!is_done) {
		getenv("QSORT");
		swapcontext(&home, &other);
	}
	make_calls(10);
}

static void jumped_turns(void)
{
	volatile int n = 0;

	make(work_by_jumps);
	if (!sigsetjmp(back, 0))
		setcontext(&other);
	if (!is_done) {
		getenv("QSORT");
		n++;
		siglongjmp(there, 1);
	}
	make_calls(n);
}

/* The same by code of the program's own, of which nobody learns. */
void change_stack(void **from, void *to);
#if defined(__x86_64__)
#define RETURN_WORD 6
#define STACK_WORDS 8
__asm__(".text\n"
	".type change_stack, @function\n"
	"change_stack:\n"
	"	push %rbx; push %rbp; push %r12; push %r13; push %r14\n"
	"	push %r15\n"
	"	mov %rsp, (%rdi)\n"
	"	mov %rsi, %rsp\n"
	"	pop %r15; pop %r14; pop %r13; pop %r12; pop %rbp; pop %rbx\n"
	"	ret\n"
	".size change_stack, . - change_stack\n");
#elif defined(__aarch64__)
#define RETURN_WORD 11
#define STACK_WORDS 14
__asm__(".text\n"
	".type change_stack, %function\n"
	"change_stack:\n"
	"	stp x19, x20, [sp, -96]!\n"
	"	stp x21, x22, [sp, 16]; stp x23, x24, [sp, 32]\n"
	"	stp x25, x26, [sp, 48]; stp x27, x28, [sp, 64]\n"
	"	stp x29, x30, [sp, 80]\n"
	"	mov x2, sp; str x2, [x0]\n"
	"	mov sp, x1\n"
	"	ldp x21, x22, [sp, 16]; ldp x23, x24, [sp, 32]\n"
	"	ldp x25, x26, [sp, 48]; ldp x27, x28, [sp, 64]\n"
	"	ldp x29, x30, [sp, 80]; ldp x19, x20, [sp], 96\n"
	"	ret\n"
	".size change_stack, . - change_stack\n");
#endif

static void *bare_home, *bare_other;

static void visit_bare_home(void)
{
	change_stack(&bare_other, bare_home);
}

static void work_bare(void)
{
	for (int i = 0; i < 10; i++) {
		getenv("TOP");
		sort(visit_bare_home);
	}
	is_done = 1;
	visit_bare_home();
}

static void bare_turns(void)
{
	void **words = (void **)(stack + STACK_BYTES) - STACK_WORDS;

	words[RETURN_WORD] =
		(void *)work_bare; /* with a misaligned stack, as by a call */
	bare_other = words;
	do {
		change_stack(&bare_home, bare_other);
		getenv(is_done ? "TOP" : "QSORT");
	} while (!is_done);
	make_calls(10);
}

/* It leaves the call for good. */
static void gone(void)
{
	for (volatile int i = 0; i < 10; i++) {
		volatile int has_gone = 0;

		make(work_and_go);
		getcontext(&home);
		if (!has_gone) {
			has_gone = 1;
			setcontext(&other);
		}
		make_calls(10);
	}
}

static void jumped(void)
{
	for (volatile int i = 0; i < 10; i++) {
		make(work_and_jump);
		if (!sigsetjmp(back, 1))
			setcontext(&other);
		make_calls(10);
	}
}

static const struct {
	const char *name;
	void (*run)(void);
} ways[] = {{"nested", nested},
	    {"plain", plain},
	    {"hidden", hidden},
	    {"visits", visits},
	    {"same", same},
	    {"turns", turns},
	    {"gone", gone},
	    {"jumped", jumped},
	    {"jumped_turns", jumped_turns},
	    {"bare_turns", bare_turns}};

static const char *where;

static void *run(void *name)
{
	/* above: in this frame, and frames of calls are below it */
	char space[STACK_BYTES] __attribute__((aligned(64)));

	stack = space;
	if (!strcmp(where, "below"))
		stack = malloc(STACK_BYTES);
	for (unsigned i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		if (!strcmp(ways[i].name, name))
			ways[i].run();
	stack = NULL;
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	if (argc < 3)
		return 2;
	where = argv[2];
	pthread_create(&thread, NULL, run, argv[1]);
	pthread_join(thread, NULL);
	printf("%s %s\n", argv[1], argv[2]);
	return 0;
}
