/* SPDX-License-Identifier: MIT */
/*
 * A signal behind one chosen instruction of a traced call: the processor's
 * trap flag stops the program after each, and the handler of the one chosen
 * makes calls of its own and returns, jumps out, or forks.
 *	step CALL DEED FIRST STRIDE LAST
 * does so for the instructions FIRST, FIRST + STRIDE, ... of one call each, up
 * to LAST or the call's end, and prints how many it has interrupted. Who made
 * a call is told by its argument: the interrupted one WHO_MAIN, and so on.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/ucontext.h>
#include <sys/wait.h>
#include <unistd.h>

#define TRAP_FLAG 0x100
#define WIDE_BYTES 4000 /* its record is given space of its own */
#define SPAN_BYTES 3600 /* four such records fill a span */

enum { WHO_MAIN = 1, WHO_HANDLER, WHO_CHILD, WHO_AFTER, WHO_HEIR };

static volatile long step, chosen;
static volatile sig_atomic_t is_done, is_heir;
static sigjmp_buf back;
static void (*deed)(void);
static void (*call)(int who, long k);

/* Not by printf, which is traced. */
static void format(char *name, size_t n_bytes, int who, long k)
{
	memset(name, 'x', n_bytes);
	snprintf(name, 10, "%d%07ld", who, k);
	name[8] = 'x';
	name[n_bytes] = 0;
}

static void leaf(int who, long k)
{
	char name[16];

	format(name, 8, who, k);
	getenv(name);
}

static void pair(int who, long k)
{
	lseek(-1, who * 10000000 + k, SEEK_SET);
}

static void path(int who, long k)
{
	char name[16];

	format(name, 8, who, k);
	open(name, O_RDONLY | O_CLOEXEC);
}

static void wide(int who, long k)
{
	static char name[WIDE_BYTES + 1];

	if (who != WHO_MAIN) {
		leaf(who, k);
		return;
	}
	format(name, WIDE_BYTES, who, k);
	getenv(name);
}

static void span(int who, long k)
{
	static char name[SPAN_BYTES + 1];

	if (who != WHO_MAIN) {
		leaf(who, k);
		return;
	}
	format(name, SPAN_BYTES, who, k);
	getenv(name);
}

static void calls_of(int who)
{
	pair(who, chosen);
	leaf(who, chosen);
}

static void just_return(void)
{
	calls_of(WHO_HANDLER);
}

static void jump(void)
{
	calls_of(WHO_HANDLER);
	siglongjmp(back, 1);
}

/* Out of the middle of a call that the handler makes, too. */
static pid_t fork_some_way(void)
{
	switch (chosen % 3) {
	case 0:
		return fork();
	case 1:
		return _Fork();
	default:
		return (pid_t)syscall(SYS_fork);
	}
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
		calls_of(WHO_CHILD);
		_exit(0);
	}
	wait_for(child);
	calls_of(WHO_HANDLER);
}

/* The child returns and goes on with the interrupted call. */
static void fork_and_return(void)
{
	pid_t child = fork_some_way();

	if (child == 0) {
		is_heir = 1;
		return;
	}
	wait_for(child);
	calls_of(WHO_HANDLER);
}

static void trap(int signo, siginfo_t *info, void *context)
{
	greg_t *flags = &((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL];
	int saved = errno;

	(void)signo;
	(void)info;
	if (++step < chosen)
		return;
	*flags &= ~TRAP_FLAG;
	is_done = 1;
	deed();
	errno = saved;
}

static void set_trap_flag(void)
{
	__asm__ volatile("lea -128(%%rsp), %%rsp; pushfq\n\t"
			 "orq %0, (%%rsp); popfq; lea 128(%%rsp), %%rsp"
			 : : "i"(TRAP_FLAG) : "memory", "cc");
}

static void clear_trap_flag(void)
{
	__asm__ volatile("lea -128(%%rsp), %%rsp; pushfq\n\t"
			 "andq %0, (%%rsp); popfq; lea 128(%%rsp), %%rsp"
			 : : "i"(~TRAP_FLAG) : "memory", "cc");
}

/* Whether the call lasted until the instruction that was chosen. */
static int interrupt_at(long k)
{
	chosen = k;
	step = 0;
	is_done = 0;
	if (sigsetjmp(back, 1) == 0) {
		set_trap_flag();
		call(WHO_MAIN, k);
		clear_trap_flag();
	}
	if (is_heir) {
		calls_of(WHO_HEIR);
		_exit(0);
	}
	calls_of(WHO_AFTER);
	return is_done;
}

/* A child's first call: its archive, its thread, the function's signature. */
static int interrupt_first_at(long k, int is_raw)
{
	pid_t child = is_raw ? (pid_t)syscall(SYS_fork) : fork();
	int status = -1;

	if (child == 0)
		_exit(interrupt_at(k) ? 0 : 1);
	waitpid(child, &status, 0);
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 1)
		exit(8);
	return WEXITSTATUS(status) == 0;
}

static void use_stack(const char *how, char *above, size_t n_bytes)
{
	static char below[1 << 16];
	int is_above = strstr(how, "above") != NULL;
	stack_t stack = {.ss_sp = is_above ? above : below,
			 .ss_size = n_bytes};
	struct sigaction action = {.sa_sigaction = trap,
				   .sa_flags = SA_SIGINFO | SA_ONSTACK};

	if ((is_above || strstr(how, "below")) && sigaltstack(&stack, NULL))
		exit(7);
	sigaction(SIGTRAP, &action, NULL);
}

static int choose(const char *what, const char *how)
{
	static const struct {
		const char *name;
		void (*call)(int who, long k);
	} calls[] = {{"leaf", leaf}, {"pair", pair}, {"path", path},
		     {"wide", wide}, {"span", span}};
	static const struct {
		const char *name;
		void (*deed)(void);
	} deeds[] = {{"return", just_return}, {"jump", jump},
		     {"heir", fork_and_return}, {"fork", fork_and_exit}};

	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++)
		if (strstr(what, calls[i].name))
			call = calls[i].call;
	for (size_t i = 0; i < sizeof(deeds) / sizeof(*deeds); i++)
		if (strstr(how, deeds[i].name))
			deed = deeds[i].deed;
	return call && deed;
}

static __attribute__((noinline)) long interrupt_all(const char *what, long k,
						    long stride, long last)
{
	int is_cold = strstr(what, "cold") != NULL;
	int is_raw = strstr(what, "raw") != NULL;
	long n = 0;

	for (; k <= last; k += stride, n++) {
		int hit = is_cold ? interrupt_first_at(k, is_raw)
				  : interrupt_at(k);

		/* a span's end comes with one call of some only */
		for (int i = 1; call == span && i < 4; i++)
			hit |= interrupt_at(k + i * 1000000);
		if (!hit)
			break;
	}
	return n;
}

int main(int argc, char **argv)
{
	char above[1 << 16];
	char line[32];
	long n;

	if (argc != 6 || !choose(argv[1], argv[2]))
		return 2;
	use_stack(argv[2], above, sizeof(above));
	/* warm: but for what the cold ones are about */
	if (!strstr(argv[1], "cold")) {
		call(WHO_MAIN, 0);
		calls_of(WHO_AFTER);
	}
	n = interrupt_all(argv[1], atol(argv[3]), atol(argv[4]),
			  atol(argv[5]));
	n = snprintf(line, sizeof(line), "%ld\n", n);
	return write(1, line, n) != n;
}
