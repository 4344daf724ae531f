/* SPDX-License-Identifier: MIT */
/* BUILD: -lpthread */
/*
 * Limits that a program sets itself when it runs, and an archive that somebody
 * cuts. Calls follow that must not mind. The first argument chooses.
 */
#include <glob.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void *in_thread(void *arg)
{
	for (int i = 0; i < 1000; i++)
		getenv("BEHIND");
	return arg;
}

static void call_on(void)
{
	pthread_attr_t attr;
	pthread_t thread;
	int status = -1;
	pid_t pid;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 65536);
	for (int i = 0; i < 99000; i++)
		getenv("BEHIND");
	if (!pthread_create(&thread, &attr, in_thread, NULL))
		pthread_join(thread, NULL);
	pid = fork();
	if (pid == 0) {
		getenv("IN_CHILD");
		_exit(3);
	}
	waitpid(pid, &status, 0);
	printf("child %d\n", WEXITSTATUS(status));
	printf("shell %d\n", WEXITSTATUS(system("exit 4")));
}

/* What there is already, and little more */
static void limit_memory(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	struct rlimit limit;
	long n_pages = 0;

	if (!file || fscanf(file, "%ld", &n_pages) != 1)
		exit(77);
	fclose(file);
	limit.rlim_cur = limit.rlim_max =
		(rlim_t)(n_pages + 100) * (rlim_t)sysconf(_SC_PAGESIZE);
	printf("limited: %d\n", setrlimit(RLIMIT_AS, &limit));
}

/* Enough for what this prints, and for no archive */
static void limit_files(void)
{
	struct rlimit none = {8192, 8192};

	printf("limited: %d\n", setrlimit(RLIMIT_FSIZE, &none));
}

/* All archives that the pattern names */
static void cut(const char *pattern)
{
	glob_t found;

	usleep(100000);
	if (glob(pattern, 0, NULL, &found))
		return;
	for (size_t i = 0; i < found.gl_pathc; i++)
		if (truncate(found.gl_pathv[i], 100))
			perror(found.gl_pathv[i]);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	for (int i = 0; i < 30000; i++)
		getenv("BEFORE");
	setvbuf(stdout, NULL, _IONBF, 0);
	if (!strcmp(what, "memory"))
		limit_memory();
	else if (!strcmp(what, "files"))
		limit_files();
	else
		cut(what);
	call_on();
	return 5;
}
