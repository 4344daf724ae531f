/* SPDX-License-Identifier: MIT */
/*
 * A signal behind chosen instructions of a traced call. The processor's trap
 * flag stops the program after each. The handler of a chosen one makes calls of
 * its own and returns, jumps out, or forks.
 *	step CALL DEED STRIDE N_PASSES
 *
 * Makes N_PASSES calls and interrupts each every STRIDE instructions, a little
 * later each time. A handler that jumps out has one chance per call. So then
 * each instruction takes one call. The same holds for the first call of a
 * child, "cold", up to the instruction N_PASSES if that is not 1. "full" calls
 * find no space in the archive any more. Prints how
 * many calls it made and how many handlers ran. The argument of a call says who
 * made it, and in which round.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <monetary.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/ucontext.h>
#include <sys/wait.h>
#include <unistd.h>

#if !__GLIBC_PREREQ(2, 34)
#define _Fork fork
#endif

#define TRAP_FLAG 0x100
#define AUTODISARM (1u << 31) /* linux/signal.h does not mix with signal.h */
#define WIDE_BYTES 4090	      /* its record is given space of its own */
#define SPAN_BYTES 3600	      /* four such records fill a span */
#define NAME_BYTES 40	      /* gets an index when it comes again */

enum { WHO_MAIN = 1, WHO_HANDLER, WHO_CHILD, WHO_AFTER, WHO_HEIR };

/* Instructions so far, the next one chosen, and how far the one after. */
static volatile long step, chosen, stride;
static volatile long n_calls, n_handled;
static volatile sig_atomic_t is_heir;
static sigjmp_buf back;
static void (*deed)(void);
static void (*call)(int who, long id);
static char main_name[WIDE_BYTES + 1];
static size_t main_bytes = 8;
static int is_deep, is_raw, is_calling, is_cold, is_bare;

/* Not by printf, which is traced. */
static void format(char *name, size_t n_bytes, int who, long id)
{
	char digits[16];

	snprintf(digits, sizeof(digits), "%d%07ld", who, id);
	memset(name, 'x', n_bytes);
	memcpy(name, digits, 8);
	name[n_bytes] = 0;
}

static void leaf(int who, long id)
{
	char name[16];

	if (who == WHO_MAIN) {
		getenv(main_name);
		return;
	}
	format(name, 8, who, id);
	getenv(name);
}

static void pair(int who, long id)
{
	lseek(-1, who * 10000000 + id, SEEK_SET);
}

static void path(int who, long id)
{
	(void)who;
	(void)id;
	open(main_name, O_RDONLY | O_CLOEXEC);
}

/* The recorder jumps to it: its end comes with the next call. */
static void jumped(int who, long id)
{
	char out[32];

	(void)who;
	(void)id;
	(void)!strfmon(out, sizeof(out), main_name);
}

/* A string that is new, comes again, and is known. */
static void thrice(int who, long id)
{
	(void)who;
	(void)id;
	for (int i = 0; i < 3; i++)
		getenv(main_name);
}

static void calls_of(int who, long id)
{
	static const char *const shared[] = {
		"one of the strings that all handlers see",
		"another of the strings that they all see",
		"a string that is seen by all of them, too",
	};

	pair(who, id);
	leaf(who, id);
	if (call == thrice)
		getenv(shared[id % 3]);
}

static void just_return(void)
{
	calls_of(WHO_HANDLER, n_handled);
}

static void jump(void)
{
	calls_of(WHO_HANDLER, n_handled);
	n_handled++;
	siglongjmp(back, 1);
}

static pid_t fork_some_way(void)
{
	if (is_raw)
		return (pid_t)syscall(SYS_fork);
	return n_handled % 2 ? fork() : _Fork();
}

static void wait_for(pid_t child)
{
	int status = -1;

	if (waitpid(child, &status, 0) != child || status != 0)
		_exit(9);
}

static void fork_and_exit(void)
{
	pid_t child = fork_some_way();

	if (child == 0) {
		calls_of(WHO_CHILD, n_handled);
		_exit(0);
	}
	wait_for(child);
	calls_of(WHO_HANDLER, n_handled);
}

/* The child returns and goes on with the interrupted call. */
static void fork_and_return(void)
{
	pid_t child = fork_some_way();

	if (child == 0) {
		is_heir = 1;
		if (is_calling)
			calls_of(WHO_CHILD, n_handled);
		return;
	}
	wait_for(child);
	calls_of(WHO_HANDLER, n_handled);
}

static void trap(int signo, siginfo_t *info, void *context)
{
	greg_t *flags = &((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL];
	int saved = errno;

	(void)signo;
	(void)info;
	if (++step < chosen)
		return;
	chosen += stride;
	deed();
	n_handled++;
	if (is_heir || is_cold)
		*flags &= ~TRAP_FLAG;
	errno = saved;
}

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

/* From a frame below those of all other calls, so that it is seen to be gone
 * when one of them comes. */
static __attribute__((noinline)) void call_deep(int who, long id)
{
	char space[4096];

	__asm__ volatile("" : : "r"(space) : "memory");
	call(who, id);
	__asm__ volatile("" : : "r"(space) : "memory");
}

/* Whether the call lasted until the instruction `first`. */
static int interrupt_from(long first)
{
	long n_before = n_handled;

	chosen = first;
	step = 0;
	format(main_name, main_bytes, WHO_MAIN, n_calls);
	if (sigsetjmp(back, 1) == 0) {
		set_trap_flag();
		(is_deep ? call_deep : call)(WHO_MAIN, n_calls);
		clear_trap_flag();
	}
	if (is_heir) {
		calls_of(WHO_HEIR, n_handled - 1);
		_exit(0);
	}
	calls_of(WHO_AFTER, n_calls);
	n_calls++;
	return n_handled > n_before;
}

/* Past every library: the child's first call finds out. */
static pid_t fork_by_instruction(void)
{
	long pid;

	__asm__ volatile("syscall"
			 : "=a"(pid)
			 : "0"(SYS_fork)
			 : "rcx", "r11", "memory");
	return (pid_t)pid;
}

/* A child of a process that records, which has called nothing yet: its first
 * call gets it an archive of its own. Whether that lasted until `first`. */
static int interrupt_start(long first)
{
	pid_t child;
	int status = -1;

	chosen = first;
	step = 0;
	n_handled = n_calls;
	child = fork_by_instruction();
	if (child == 0) {
		set_trap_flag();
		call(WHO_MAIN, n_calls);
		clear_trap_flag();
		calls_of(WHO_AFTER, n_calls);
		_exit(n_handled > n_calls ? 0 : 1);
	}
	waitpid(child, &status, 0);
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 1)
		exit(8);
	n_calls++;
	return WEXITSTATUS(status) == 0;
}

/* A child's first call: its thread, the function's signature and, if the
 * tracer did not see the fork, its archive. */
static int interrupt_first(long first)
{
	pid_t child = is_raw ? (pid_t)syscall(SYS_fork) : fork();
	int status = -1;

	if (child == 0) {
		n_handled = n_calls;
		_exit(interrupt_from(first) ? 0 : 1);
	}
	waitpid(child, &status, 0);
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 1)
		exit(8);
	n_calls++;
	n_handled += WEXITSTATUS(status) == 0;
	return WEXITSTATUS(status) == 0;
}

static void handle_traps(const char *how, char *above, size_t n_bytes)
{
	static char below[1 << 16];
	int is_above = strstr(how, "above") != NULL;
	stack_t stack = {.ss_sp = is_above ? above : below, .ss_size = n_bytes};
	struct sigaction action = {.sa_sigaction = trap,
				   .sa_flags = SA_SIGINFO | SA_ONSTACK};

	if (strstr(how, "disarm"))
		stack.ss_flags = (int)AUTODISARM;
	if ((is_above || strstr(how, "below")) && sigaltstack(&stack, NULL))
		exit(7);
	sigaction(SIGTRAP, &action, NULL);
}

static void choose_call(const char *what)
{
	is_deep = strstr(what, "deep") != NULL;
	call = leaf;
	if (strstr(what, "pair"))
		call = pair;
	if (strstr(what, "path"))
		call = path;
	if (strstr(what, "jumped")) {
		call = jumped;
		/* else the compiler's frames say when its end is seen */
		is_deep = 1;
	}
	if (strstr(what, "thrice")) {
		call = thrice;
		main_bytes = NAME_BYTES;
	}
	if (strstr(what, "wide"))
		main_bytes = WIDE_BYTES;
	if (strstr(what, "span"))
		main_bytes = SPAN_BYTES;
}

static void choose_deed(const char *how)
{
	deed = just_return;
	if (strstr(how, "jump"))
		deed = jump;
	is_calling = strstr(how, "calls") != NULL;
	if (strstr(how, "heir"))
		deed = fork_and_return;
	if (strstr(how, "fork"))
		deed = fork_and_exit;
}

/* noinline: its frame lies below the stack in main's. */
static __attribute__((noinline)) void interrupt_all(const char *what,
						    long n_passes)
{
	long gap = stride;

	if (is_cold) {
		long end = n_passes > 1 ? n_passes : LONG_MAX;

		for (long i = 1; i < end && (is_bare ? interrupt_start(i)
						     : interrupt_first(i));
		     i += gap)
			;
	} else if (deed == jump) {
		for (long i = 1; interrupt_from(i); i += gap)
			;
	} else {
		for (long i = 0; i < n_passes; i++)
			interrupt_from(1 + i * stride / n_passes);
	}
}

int main(int argc, char **argv)
{
	char above[1 << 16];
	char line[48];
	int n;

	if (argc != 5)
		return 2;
	stride = atol(argv[3]);
	choose_call(argv[1]);
	choose_deed(argv[2]);
	is_raw = strstr(argv[1], "raw") != NULL;
	is_cold = strstr(argv[1], "cold") != NULL;
	handle_traps(argv[2], above, sizeof(above));
	is_bare = strstr(argv[1], "bare") != NULL;
	if (!is_cold || is_bare) {
		/* what a first call does is not part of it */
		chosen = 1000000000;
		format(main_name, main_bytes, WHO_MAIN, 9999999);
		call(WHO_MAIN, 9999999);
		calls_of(WHO_AFTER, 9999999);
	}
	/* the archive's space ends before */
	for (int i = 0; strstr(argv[1], "full") && i < 20000; i++)
		leaf(WHO_AFTER, 9999999);
	interrupt_all(argv[1], atol(argv[4]));
	n = snprintf(line, sizeof(line), "%ld %ld\n", n_calls, n_handled);
	return write(1, line, (size_t)n) != n;
}
