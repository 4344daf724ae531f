/* SPDX-License-Identifier: MIT */
/*
 * A few calls of every kind of wrapper, for a program that variants.t builds in
 * several ways. It also has variables of libc that a program may have copied
 * into itself.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void *in_thread(void *arg)
{
	for (int i = 0; i < 3; i++)
		getenv("IN_THREAD");
	return arg;
}

static void use_files(void)
{
	char bytes[16];
	struct stat st;

	for (int i = 0; i < 5; i++) {
		int fd = open("/etc/passwd", O_RDONLY);

		lseek(fd, i, SEEK_SET);
		if (read(fd, bytes, sizeof(bytes)) < 0)
			printf("read: %s\n", strerror(errno));
		close(fd);
	}
	printf("%d %s %.1f\n", stat("/", &st), "words", 1.5);
}

static void start_others(void)
{
	pthread_t thread;
	int status = -1;
	pid_t pid;

	if (!pthread_create(&thread, NULL, in_thread, NULL))
		pthread_join(thread, NULL);
	pid = fork();
	if (pid == 0)
		_exit(3);
	waitpid(pid, &status, 0);
	pid = vfork();
	if (pid == 0)
		execl("/bin/true", "true", (char *)NULL);
	waitpid(pid, &status, 0);
	printf("vfork and execl: %d\n", status);
}

/* One object each, whichever looks at it: libc, the program, the tracer. */
static void use_variables(int argc, char **argv)
{
	char *words[] = {"NAME=value", NULL};
	FILE *stream = stdout;

	while (getopt(argc, argv, "ab:") >= 0)
		printf("%s ", optarg ? optarg : "none");
	printf("optind %d, %s\n", optind, program_invocation_short_name);
	stdout = stderr;
	printf("to the other stream\n");
	stdout = stream;
	environ = words;
	printf("NAME is %s, HOME %s\n", getenv("NAME"),
	       getenv("HOME") ? "there" : "not there");
}

int main(int argc, char **argv)
{
	use_files();
	start_others();
	use_variables(argc, argv);
	return 0;
}
