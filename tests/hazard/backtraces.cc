/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl -lpthread */
/*
 * Calls from many kinds of places. Each writes down what glibc's backtrace()
 * says of it: a write() of a mark, a label, and the addresses. backtraces.pl
 * compares that with the stack that was recorded for the write.
 *
 *	backtraces SCENE [LIBRARY...]
 */
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "tests/arch.h"

#define MARK "fxmark:1"
#define MOST 200
#define NOINLINE __attribute__((noinline))

static int out;

/* The recorder's frames belong to it alone. */
static bool is_recorders(void *address)
{
	Dl_info info;

	return dladdr(address, &info) && info.dli_fname &&
	       strstr(info.dli_fname, "libfxtrace");
}

static NOINLINE void mark(const char *label)
{
	struct {
		char mark[8], label[24];
		void *frames[MOST];
	} m;
	int n = backtrace(m.frames, MOST), n_frames = 0;

	memcpy(m.mark, MARK, sizeof(m.mark));
	memset(m.label, 0, sizeof(m.label));
	strncpy(m.label, label, sizeof(m.label) - 1);
	for (int i = 0; i < n; i++)
		if (!is_recorders(m.frames[i]))
			m.frames[n_frames++] = m.frames[i];
	if (write(out, &m, (size_t)((char *)&m.frames[n_frames] - (char *)&m)) <
	    0)
		_exit(3);
	__asm__ volatile("");
}

static void plain()
{
	mark("plain");
	__asm__ volatile("");
}

static NOINLINE void recurse(int n, const char *label)
{
	if (n)
		recurse(n - 1, label);
	else
		mark(label);
	__asm__ volatile("");
}

static int compare(const void *a, const void *b)
{
	mark("in qsort");
	return *(const int *)a - *(const int *)b;
}

static void callbacks()
{
	int values[] = {2, 1};

	qsort(values, 2, sizeof(int), compare);
}

/* Each kind of function, just behind a mark: backtraces.pl knows. */
static NOINLINE void kinds()
{
	mark("kinds");
	getenv("LEAF");
	printf("%s", "");
	dlopen(NULL, RTLD_LAZY);
	__asm__ volatile("");
}

static void *in_thread(void *unused)
{
	recurse(2, "thread");
	return unused;
}

static void threads()
{
	pthread_attr_t attributes;
	pthread_t thread;

	pthread_attr_init(&attributes);
	/* the smallest, and what backtrace() itself takes on top */
	pthread_attr_setstacksize(&attributes, 32768);
	pthread_create(&thread, &attributes, in_thread, NULL);
	pthread_join(thread, NULL);
}

static void on_illegal(int, siginfo_t *, void *context)
{
	mark("handler");
	CONTEXT_PC((ucontext_t *)context) += UNDEFINED_BYTES;
}

/* A function whose first instruction is interrupted. */
static NOINLINE void interrupted()
{
	__asm__ volatile(UNDEFINED);
}

static void handle(int flags)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_flags = SA_SIGINFO | flags;
	action.sa_sigaction = on_illegal;
	sigaction(SIGILL, &action, NULL);
	interrupted();
	__asm__ volatile("");
}

static void signals()
{
	stack_t stack;

	handle(0);
	memset(&stack, 0, sizeof(stack));
	stack.ss_size = 65536;
	stack.ss_sp = mmap(NULL, stack.ss_size, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	sigaltstack(&stack, NULL);
	handle(SA_ONSTACK);
	recurse(1, "after handler");
}

static ucontext_t outside, inside;

static void coroutine()
{
	recurse(2, "coroutine");
	swapcontext(&inside, &outside);
}

static void coroutines()
{
	getcontext(&inside);
	inside.uc_stack.ss_size = 65536;
	inside.uc_stack.ss_sp = malloc(65536);
	inside.uc_link = &outside;
	makecontext(&inside, coroutine, 0);
	swapcontext(&outside, &inside);
	free(inside.uc_stack.ss_sp);
}

static int throwing(const void *, const void *)
{
	mark("before throw");
	throw 7;
}

static void exceptions()
{
	int values[] = {2, 1};

	try {
		qsort(values, 2, sizeof(int), throwing);
	} catch (int) {
		mark("in catch");
	}
	mark("after catch");
}

static void deep()
{
	recurse(150, "deep");
}

/* Down by one call or the other, as the bits say: a stack of its own each. */
static NOINLINE void descend(int n, unsigned bits)
{
	if (!n) {
		mark("many");
	} else if (bits & 1) {
		descend(n - 1, bits >> 1);
		__asm__ volatile("nop"); /* they are not the same call */
	} else {
		descend(n - 1, bits >> 1);
		__asm__ volatile("");
	}
}

static void many()
{
	for (volatile unsigned round = 0; round < 2; round = round + 1)
		for (unsigned i = 0; i < 1000; i++)
			descend(20, i);
}

static void forks()
{
	int status;
	pid_t pid;

	recurse(1, "before fork");
	pid = fork();
	if (pid == 0) {
		recurse(1, "before fork");
		recurse(2, "child");
		exit(0);
	}
	waitpid(pid, &status, 0);
	recurse(3, "parent");
}

static void vforks()
{
	int status;
	pid_t pid = vfork();

	if (pid == 0) {
		mark("vfork child");
		_exit(0);
	}
	waitpid(pid, &status, 0);
	mark("vfork parent");
}

static void in_library()
{
	mark("library");
}

/* Loads each, calls back out of it, and unloads it: where each was. */
static void libraries(char **paths)
{
	for (; *paths; paths++) {
		void *handle = dlopen(*paths, RTLD_NOW);
		void (*pass_on)(void (*)()) = (void (*)(void (*)()))(
			handle ? dlsym(handle, "pass_on") : NULL);

		if (!pass_on)
			exit(4);
		printf("%p\n", (void *)pass_on);
		fflush(stdout);
		pass_on(in_library);
		dlclose(handle);
	}
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)();
	} scenes[] = {
		{"plain", plain},
		{"callbacks", callbacks},
		{"kinds", kinds},
		{"threads", threads},
		{"signals", signals},
		{"coroutines", coroutines},
		{"exceptions", exceptions},
		{"deep", deep},
		{"many", many},
		{"forks", forks},
		{"vforks", vforks},
	};

	out = open("/dev/null", O_WRONLY);
	if (argc > 2 && !strcmp(argv[1], "libraries")) {
		libraries(argv + 2);
		return 0;
	}
	for (const auto &scene : scenes)
		if (argc > 1 && !strcmp(argv[1], scene.name)) {
			scene.run();
			return 0;
		}
	return 2;
}
