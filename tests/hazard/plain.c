/* SPDX-License-Identifier: MIT */
/* BUILD: -lpthread */
/*
 * Names that may not be there, streams that are closed, and what a program can
 * see of itself. The argument chooses one.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#pragma weak pthread_create
#pragma weak no_such_function
void no_such_function(void);

/* So programs check whether a library is there. */
static void weak(void)
{
	printf("pthread_create %d, no_such_function %d\n",
	       &pthread_create != NULL, &no_such_function != NULL);
	printf("by its name: %d\n",
	       dlsym(RTLD_DEFAULT, "no_such_function") != NULL);
}

static void without_streams(void)
{
	printf("before\n");
	fflush(stdout);
	fclose(stderr);
	fclose(stdin);
	for (int i = 0; i < 10; i++)
		getenv("WITHOUT_STREAMS");
	printf("descriptors: %d %d\n", open("/dev/null", O_RDONLY),
	       open("/dev/null", O_RDONLY));
	fclose(stdout);
	for (int i = 0; i < 10; i++)
		getenv("WITHOUT_STREAMS");
}

static int count_entries(const char *path)
{
	DIR *dir = opendir(path);
	int n = 0;

	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n;
}

/* What /proc says that is the same in every run */
static int is_steady(const char *line)
{
	static const char *const keys[] = {
		"Name:",   "Umask:",   "Threads:",   "ShdPnd:",
		"SigPnd:", "SigBlk:",  "SigIgn:",    "SigCgt:",
		"CapEff:", "Seccomp:", "NoNewPrivs:"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (!strncmp(line, keys[i], strlen(keys[i])))
			return 1;
	return 0;
}

static void itself(void)
{
	FILE *status = fopen("/proc/self/status", "r");
	char line[256];

	printf("threads: %d, descriptors: %d\n",
	       count_entries("/proc/self/task"),
	       count_entries("/proc/self/fd"));
	while (status && fgets(line, sizeof(line), status))
		if (is_steady(line))
			fputs(line, stdout);
	printf("a child: %d\n", (int)waitpid(-1, NULL, WNOHANG));
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "weak";

	if (!strcmp(what, "streams"))
		without_streams();
	else if (!strcmp(what, "itself"))
		itself();
	else
		weak();
	return 0;
}
