/* SPDX-License-Identifier: MIT */
/*
 * Makes calls of every sort that a report distinguishes. They are of several
 * threads and processes, inside one another, failed, without an end, of files
 * by several names. In the current folder.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static int (*volatile compare)(const char *a, const char *b) = strcmp;
static int gates[2];

static int by_name(const void *a, const void *b)
{
	return compare(*(char *const *)a, *(char *const *)b);
}

static void sort(void)
{
	const char *words[] = {"pear", "apple", "fig", "quince", "plum"};

	qsort(words, 5, sizeof(*words), by_name);
}

static void *work(void *name)
{
	char bytes[4000] = "bytes";
	int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);

	for (int i = 1; i <= 100; i++) {
		if (pwrite(fd, bytes, (size_t)i * 30, i * 7) < 0)
			exit(1);
		(void)!read(fd, bytes, 50);
		sort();
	}
	(void)!read(-1, bytes, 9);
	close(fd);
	return NULL;
}

/* Is in this call when the process ends. */
static void *wait_for_ever(void *fd)
{
	char byte;

	(void)!write(gates[1], "!", 1);
	(void)!read(*(int *)fd, &byte, 1);
	return NULL;
}

static void streams(void)
{
	FILE *file = fopen("stream", "w+");
	char bytes[10000] = "x";

	for (int i = 0; i < 10; i++)
		fwrite(bytes, 3, (size_t)i * 333, file);
	rewind(file);
	while (fread(bytes, 7, 100, file))
		;
	fclose(file);
}

static void names(void)
{
	struct stat status;
	struct iovec pieces[2] = {{"ab", 2}, {"cde", 3}};
	int fd = open("one", O_RDWR), copy = dup(fd);

	(void)!writev(copy, pieces, 2);
	lseek(fd, 0, SEEK_SET);
	close(copy);
	close(fd);
	stat("one", &status);
	stat("/no/such", &status);
	for (int i = 0; i < 5; i++)
		access("none", F_OK);
	open("none", O_RDONLY);
	mkdir("folder", 0700);
	(void)!chdir("folder");
	stat("../one", &status);
	close(open("inner", O_CREAT | O_WRONLY, 0600));
}

static void children(void)
{
	pid_t child = fork();

	if (!child) {
		sort();
		execl("/bin/true", "true", NULL);
		_exit(1);
	}
	waitpid(child, NULL, 0);
}

int main(void)
{
	pthread_t threads[3];
	int silent[2];
	char byte;

	if (pipe(silent) || pipe(gates))
		return 1;
	pthread_create(&threads[2], NULL, wait_for_ever, &silent[0]);
	(void)!read(gates[0], &byte, 1);
	pthread_create(&threads[0], NULL, work, "one");
	pthread_create(&threads[1], NULL, work, "two");
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	streams();
	children();
	names();
	_exit(0);
}
