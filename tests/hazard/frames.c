/* SPDX-License-Identifier: MIT */
/*
 * Functions that look at their caller, do not come back, or have arguments that
 * cannot be passed on. The argument chooses one.
 */
#include <argp.h>
#include <assert.h>
#include <err.h>
#include <error.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <monetary.h>
#include <mqueue.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/sem.h>
#include <sys/wait.h>
#include <ulimit.h>
#include <unistd.h>

static void by_backtrace(void)
{
	void *frames[50];
	int n = backtrace(frames, 50);
	char **names = backtrace_symbols(frames, n);

	/* the first is here, and main calls us directly */
	printf("%d frames, %s\n", n,
	       (char *)frames[0] >= (char *)by_backtrace &&
			       (char *)frames[0] < (char *)by_backtrace + 200 &&
			       !strstr(names[0], "libfxtrace")
		       ? "mine"
		       : names[0]);
}

static void by_error(void)
{
	error(0, ENOENT, "%s %d", "first", 1);
	error_at_line(3, 0, "file", 7, "%s %.1f", "last", 2.5);
}

static void by_err(void)
{
	errno = EPERM;
	warn("%s", "look out");
	warnx("%d and %s", 3, "more");
	errno = ENOMEM;
	err(4, "%s", "that is all");
}

static void by_assert(void)
{
	assert(errno == -1);
}

static void at_end(void)
{
	printf("at the end\n");
	fflush(stdout);
}

static void by_quick_exit(void)
{
	at_quick_exit(at_end);
	quick_exit(6);
}

static void by_strfmon(void)
{
	char text[50];

	strfmon(text, sizeof(text), "%.2n and %.1n", 12.345, 6.7);
	puts(text);
}

static int child(void *word)
{
	return *(int *)word;
}

static void by_clone(void)
{
	static char stack[65536] __attribute__((aligned(16)));
	int word = 9, status = 0;
	pid_t pid = clone(child, stack + sizeof(stack), SIGCHLD, &word);

	waitpid(pid, &status, 0);
	printf("child: %d\n", WEXITSTATUS(status));
}

static void by_words(void)
{
	struct mq_attr attr = {.mq_maxmsg = 3, .mq_msgsize = 10};
	union {
		int val;
		void *p;
	} value = {5};
	int set = semget(IPC_PRIVATE, 1, 0600);
	char name[50];
	char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	sem_t *sem;
	mqd_t queue;
	int n = -1;

	strcpy(p, "moved");
	p = mremap(p, 4096, 8192, MREMAP_MAYMOVE);
	semctl(set, 0, SETVAL, value);
	printf("%s, semaphore %d\n", p, semctl(set, 0, GETVAL));
	semctl(set, 0, IPC_RMID);
	snprintf(name, sizeof(name), "/fxtrace-frames-%d", getpid());
	sem = sem_open(name, O_CREAT | O_EXCL, 0600, 4);
	if (sem != SEM_FAILED) {
		sem_getvalue(sem, &n);
		sem_unlink(name);
	}
	printf("named semaphore %d\n", n);
	queue = mq_open(name, O_CREAT | O_EXCL | O_RDWR, 0600, &attr);
	memset(&attr, 0, sizeof(attr));
	if (queue != (mqd_t)-1) {
		mq_getattr(queue, &attr);
		mq_unlink(name);
	}
	printf("queue of %ld\n", attr.mq_maxmsg);
	printf("limit %d\n", ulimit(UL_GETFSIZE) > 0);
	errno = 0;
	printf("ptrace %ld %d\n", ptrace(PTRACE_PEEKDATA, 1, name, NULL),
	       errno);
}

static ssize_t fill(void *cookie, char *buffer, size_t size)
{
	const char **text = cookie;
	size_t n = strlen(*text) < size ? strlen(*text) : size;

	memcpy(buffer, *text, n);
	*text += n;
	return (ssize_t)n;
}

static void by_cookie(void)
{
	const char *text = "from a cookie\n";
	cookie_io_functions_t functions = {.read = fill};
	FILE *stream = fopencookie(&text, "r", functions);
	char line[50];

	fputs(fgets(line, sizeof(line), stream) ? line : "nothing\n", stdout);
	fclose(stream);
}

static const struct {
	const char *name;
	void (*run)(void);
} all[] = {
	{"backtrace", by_backtrace},
	{"error", by_error},
	{"err", by_err},
	{"assert", by_assert},
	{"quick_exit", by_quick_exit},
	{"strfmon", by_strfmon},
	{"clone", by_clone},
	{"words", by_words},
	{"cookie", by_cookie},
};

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (argc > 1 && !strcmp(argv[1], all[i].name))
			all[i].run();
	return 0;
}
