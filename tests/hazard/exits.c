/* SPDX-License-Identifier: MIT */
/* BUILD: -lpthread */
/*
 * Every way out of a program, chosen by the argument: what came before is in
 * the archive, and the status is its own.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void at_quick_exit_call(void)
{
	getenv("AT_QUICK_EXIT");
}

static void leave_quickly(void)
{
	at_quick_exit(at_quick_exit_call);
	quick_exit(11);
}

static void leave_at_once(void)
{
	_Exit(12);
}

static void leave_by_system_call(void)
{
	syscall(SYS_exit_group, 13);
}

/* Past every library */
static void leave_by_instruction(void)
{
#ifdef __x86_64__
	__asm__ volatile("syscall"
			 :
			 : "a"(SYS_exit_group), "D"(14)
			 : "rcx", "r11", "memory");
#else
	_exit(14);
#endif
}

static void kill_itself(void)
{
	raise(SIGKILL);
}

static int *volatile nowhere = (int *)8;

static void crash(void)
{
	*nowhere = 1;
}

static void replace(void)
{
	execl("/bin/sh", "sh", "-c", "exit 15", (char *)NULL);
}

static void *outlive(void *arg)
{
	usleep(20000);
	getenv("BEHIND_MAIN");
	return arg;
}

/* The last thread ends the process. */
static void leave_thread(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, outlive, NULL);
	pthread_exit(NULL);
}

static void *leave_from_thread(void *arg)
{
	exit(16);
	return arg;
}

static void other_thread(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, leave_from_thread, NULL);
	for (;;)
		pause();
}

static const struct {
	const char *name;
	void (*go)(void);
} ways[] = {
	{"quick_exit", leave_quickly},
	{"_Exit", leave_at_once},
	{"syscall", leave_by_system_call},
	{"instruction", leave_by_instruction},
	{"kill", kill_itself},
	{"crash", crash},
	{"exec", replace},
	{"pthread_exit", leave_thread},
	{"other_thread", other_thread},
};

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
		if (argc < 2 || strcmp(argv[1], ways[i].name))
			continue;
		for (int k = 0; k < 10; k++)
			getenv("BEFORE");
		ways[i].go();
		return 3;
	}
	return 2;
}
