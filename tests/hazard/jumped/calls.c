/* SPDX-License-Identifier: MIT */
/*
 * Calls that the recorder jumps to, in all kinds of places. It is linked to
 * libjumped-caller.so, whose RUNPATH has libjumped.so.
 */
#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

void *open_and_return(const char *name);
void *open_and_go_on(const char *name);
void *find_next(const char *name);

static sigjmp_buf back;
static ucontext_t here, there;
static char stack[65536];

static void *thread(void *unused)
{
	(void)unused;
	return find_next("getppid");
}

static void on_signal(int number)
{
	(void)number;
	(void)find_next("nothing-in-handler");
	access("in handler", F_OK);
}

static void leave(int number)
{
	(void)number;
	(void)find_next("getuid");
	siglongjmp(back, 1);
}

static void other_stack(void)
{
	(void)open_and_return("libjumped.so");
	swapcontext(&there, &here);
	access("on the other stack", F_OK);
	swapcontext(&there, &here);
}

static void contexts(void)
{
	getcontext(&there);
	there.uc_stack.ss_sp = stack;
	there.uc_stack.ss_size = sizeof(stack);
	makecontext(&there, other_stack, 0);
	swapcontext(&here, &there);
	access("on the first stack", F_OK);
	swapcontext(&here, &there);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	pthread_t other;

	if (!strcmp(what, "return")) {
		(void)open_and_return("libjumped.so");
		access("outside", F_OK);
	} else if (!strcmp(what, "deeper")) {
		(void)open_and_go_on("libjumped.so");
	} else if (!strcmp(what, "fails")) {
		(void)find_next("nothing");
		puts(dlerror());
		(void)open_and_return("libjumped-bad.so");
		access("outside", F_OK);
	} else if (!strcmp(what, "many")) {
		for (int i = 0; i < 1000; i++)
			(void)find_next(i % 2 ? "getppid" : "nothing");
	} else if (!strcmp(what, "thread")) {
		pthread_create(&other, NULL, thread, NULL);
		pthread_join(other, NULL);
	} else if (!strcmp(what, "signal")) {
		signal(SIGUSR1, on_signal);
		raise(SIGUSR1);
		access("outside", F_OK);
	} else if (!strcmp(what, "jump")) {
		signal(SIGUSR1, leave);
		if (!sigsetjmp(back, 1))
			raise(SIGUSR1);
		access("outside", F_OK);
	} else if (!strcmp(what, "contexts")) {
		contexts();
	} else if (!strcmp(what, "slow")) {
		(void)open_and_return("libjumped-slow.so");
		(void)open_and_return("libjumped.so");
		access("outside", F_OK);
	} else if (!strcmp(what, "last")) {
		(void)find_next("getppid");
		_exit(0);
	}
	return 0;
}
