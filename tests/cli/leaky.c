/* SPDX-License-Identifier: MIT */
/*
 * Opens one of each thing; with an argument it closes them all again. Things
 * that look like leaks and are none come first. With the argument `name` it
 * only says how much realpath() allocates.
 */
#include <dirent.h>
#include <fcntl.h>
#include <iconv.h>
#include <malloc.h>
#include <netdb.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PAGE 4096

static void *work(void *what)
{
	return what;
}

static int compare(const void *a, const void *b)
{
	/* the program's own, though within a call of libc's */
	free(malloc(11));
	return *(const int *)a - *(const int *)b;
}

static void harmless(void)
{
	int numbers[] = {2, 1}, fds[2], copy;
	char *text = NULL, *line = NULL, *at;
	size_t n = 0;
	pthread_attr_t attr;
	pthread_t thread;
	FILE *stream;
	pid_t pid;

	qsort(numbers, 2, sizeof(*numbers), compare);
	if (pipe(fds) || asprintf(&text, "%d", 5) < 0)
		exit(1);
	free(text);
	/* the stream closes the descriptor, and a copy has its place */
	stream = fdopen(fds[0], "r");
	copy = fcntl(fds[1], F_DUPFD, 100);
	dup2(copy, 101);
	dup2(fds[1], 101);
	close(101);
	close(copy);
	write(fds[1], "line\n", 5);
	close(fds[1]);
	if (getline(&line, &n, stream) > 0)
		line[0] = 'L';
	free(line);
	fclose(stream);
	/* a descriptor that a range of them takes along */
#if __GLIBC_PREREQ(2, 34)
	close_range((unsigned)open("/dev/null", O_RDONLY), 1u << 20, 0);
#endif
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_create(&thread, &attr, work, NULL);
	pthread_attr_destroy(&attr);
	/* a hole, then the rest on both sides */
	at = mmap(NULL, 3 * PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		  0);
	munmap(at + PAGE, PAGE);
	munmap(at, PAGE);
	munmap(at + 2 * PAGE, PAGE);
	/* what a child got from its parent, and what exec takes over */
	copy = open("/dev/null", O_RDONLY);
	pid = fork();
	if (!pid) {
		open("/dev/zero", O_RDONLY);
		execl("/bin/true", "true", (char *)NULL);
		_exit(1);
	}
	waitpid(pid, NULL, 0);
	close(copy);
	puts("ready"); /* allocates libc's own buffer */
}

/* What is opened is closed again if `closes`. */
static void streams(int closes)
{
	int fd = open("/dev/null", O_RDONLY), pair[2];
	FILE *stream = fopen("/dev/zero", "r");
	FILE *other = fdopen(open("/dev/full", O_RDONLY), "r");
	DIR *folder = opendir("/");

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		exit(1);
	if (!closes)
		return;
	close(fd);
	close(pair[0]);
	close(pair[1]);
	fclose(stream);
	fclose(other);
	closedir(folder);
}

static void memory(int closes)
{
	char *blocks[3], *big = calloc(10, 30), *mapped;
	char *old = malloc(50), *name = realpath("/", NULL);
	void *aligned = NULL;

	for (int i = 0; i < 3; i++)
		blocks[i] = malloc(17);
	old = realloc(old, 500);
	if (posix_memalign(&aligned, 64, 128))
		exit(1);
	mapped = mmap(NULL, 2 * PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS,
		      -1, 0);
	munmap(mapped, PAGE);
	if (!closes)
		return;
	for (int i = 0; i < 3; i++)
		free(blocks[i]);
	free(big);
	free(old);
	free(name);
	free(aligned);
	munmap(mapped + PAGE, PAGE);
}

static void others(int closes)
{
	struct sigevent event = {.sigev_notify = SIGEV_NONE};
	pthread_t thread;
	timer_t timer;
	iconv_t conversion = iconv_open("UTF-8", "UTF-16");
	sem_t *semaphore = sem_open("/fxtrace-leaky", O_CREAT, 0600, 1);

	sem_unlink("/fxtrace-leaky");
	timer_create(CLOCK_MONOTONIC, &event, &timer);
	pthread_create(&thread, NULL, work, NULL);
	if (!closes)
		return;
	pthread_join(thread, NULL);
	timer_delete(timer);
	iconv_close(conversion);
	sem_close(semaphore);
}

/* Before glibc 2.33 what it allocates is a page, however short the name. */
static int say_name(void)
{
	char *name = realpath("/", NULL);

	printf("%d\n", malloc_usable_size(name) < PAGE ? 2 : PAGE);
	free(name);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "name"))
		return say_name();
	harmless();
	streams(argc > 1);
	memory(argc > 1);
	others(argc > 1);
	return 0;
}
