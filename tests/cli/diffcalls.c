/* SPDX-License-Identifier: MIT */
/*
 * Makes some calls of every sort, always the same but for what its arguments
 * say: `calls blob added` writes another byte and makes one call more.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char **words;

static int has(const char *word)
{
	for (char **at = words; *at; at++)
		if (!strcmp(*at, word))
			return 1;
	return 0;
}

static void must(int is_good, const char *what)
{
	if (is_good)
		return;
	perror(what);
	exit(1);
}

static void files(void)
{
	int fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
	char memory[1000] = "memory";
	struct stat status;

	must(fd >= 0, "data");
	memory[500] = has("blob") ? 'b' : 'a';
	for (int i = 0; i < 20; i++)
		must(pwrite(fd, "line", 4, i * 4) == 4, "pwrite");
	must(write(fd, memory, sizeof(memory)) == sizeof(memory), "write");
	if (has("added"))
		(void)access("added", F_OK);
	lseek(fd, has("changed") ? 8 : 4, SEEK_SET);
	if (!has("removed"))
		(void)access("removed", F_OK);
	must(read(fd, memory, 4) == 4, "read");
	must(!fstat(fd, &status), "fstat");
	close(fd);
	/* whether this is there, and what it is, is the test's choice */
	fd = open("target", O_WRONLY);
	if (fd >= 0)
		close(fd);
}

/* What programs of before glibc 2.33 call. */
#ifdef __x86_64__
__asm__(".symver older_fstatat, __fxstatat@GLIBC_2.4");
#define STAT_VERSION 1
#else
__asm__(".symver older_fstatat, __fxstatat@GLIBC_2.17");
#define STAT_VERSION 0
#endif
int older_fstatat(int version, int fd, const char *path, struct stat *status,
		  int flags);

static void of_this_process(void)
{
	struct stat status;

	must(!older_fstatat(STAT_VERSION, AT_FDCWD, "/proc/self/status",
			    &status, 0),
	     "older_fstatat");
}

static void streams(void)
{
	FILE *both[2] = {fopen("data", "r"), fopen("data", "r")};
	char bytes[4];

	must(both[0] && both[1], "data");
	must(fread(bytes, 1, 4, both[0]) == 4, "fread");
	must(fread(bytes, 1, 4, both[has("object")]) == 4, "fread");
	fclose(both[1]);
	fclose(both[0]);
}

static void names(void)
{
	char template[] = "made.XXXXXX", text[80];
	int fd = mkstemp(template);

	must(fd >= 0, "mkstemp");
	close(fd);
	unlink(template);
	snprintf(text, sizeof(text), "pid %d", (int)getpid());
	(void)access(text, F_OK);
}

/* What cannot be known beforehand. */
static void chance(void)
{
	unsigned number = 0;
	int fd = open("/dev/urandom", O_RDONLY);
	char text[80];

	must(read(fd, &number, sizeof(number)) == sizeof(number), "urandom");
	close(fd);
	snprintf(text, sizeof(text), "%p", (void *)text);
	strcpy(text, "file_xxxxxxxx");
	for (int i = 5; text[i]; i++, number >>= 4)
		text[i] = (char)('a' + number % 16);
	fd = open(text, O_CREAT | O_EXCL | O_WRONLY, 0600);
	must(fd >= 0, text);
	close(fd);
	unlink(text);
}

static void *thread(void *name)
{
	char path[40];

	pthread_setname_np(pthread_self(), name);
	for (int i = 0; i < 5; i++) {
		snprintf(path, sizeof(path), "%s/%d", (char *)name, i);
		(void)access(path, F_OK);
	}
	return NULL;
}

static void threads(void)
{
	static char first[] = "first", second[] = "second";
	pthread_t threads[2];
	int is_swapped = has("threads");

	pthread_create(&threads[0], NULL, thread, is_swapped ? second : first);
	pthread_create(&threads[1], NULL, thread, is_swapped ? first : second);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
}

static void child(char *name, char *path)
{
	pid_t pid = fork();
	char *argv[] = {name, path, NULL};

	if (!pid) {
		execv("/proc/self/exe", argv);
		_exit(1);
	}
	must(waitpid(pid, NULL, 0) == pid, "waitpid");
}

static void children(void)
{
	static char one[] = "child-one", two[] = "child-two";

	child(words[0], has("children") ? two : one);
	child(words[0], has("children") ? one : two);
	if (has("more"))
		child(words[0], one);
}

int main(int argc, char **argv)
{
	words = argv;
	if (argc == 2 && !strncmp(argv[1], "child-", 6)) {
		(void)access(argv[1], F_OK);
		(void)access("same", F_OK);
		return 0;
	}
	files();
	of_this_process();
	streams();
	names();
	chance();
	threads();
	children();
	return 0;
}
