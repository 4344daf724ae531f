/* SPDX-License-Identifier: MIT */
/*
 * Uses descriptors in every way that fdnames.t checks, in the current folder,
 * which has a folder `sub` with a file `file`. With an argument it is the child
 * that it has started, and uses what it inherited.
 */
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <netinet/in.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static char bytes[64];

static void files(void)
{
	int fd = open("sub/file", O_RDWR), dir;

	read(fd, bytes, 1);
	open("/no/such", O_RDONLY);
	dup2(77, fd); /* fails: fd stays what it is */
	read(fd, bytes, 2);
	close(fd);
	read(fd, bytes, 3); /* EBADF: nothing */
	dir = open("sub", O_RDONLY | O_DIRECTORY);
	fd = openat(dir, "file", O_RDONLY);
	read(fd, bytes, 4);
	close(fd);
	close(dir);
	chdir("./sub");
	fd = openat(AT_FDCWD, "./file", O_RDONLY);
	read(fd, bytes, 5);
	chdir("..");
	getcwd(bytes, sizeof(bytes));
	close(fd);
}

static void copies(void)
{
	int fd = open("/dev/zero", O_RDONLY);

	read(dup(fd), bytes, 6);
	read(dup2(fd, 20), bytes, 7);
	read(dup3(fd, 21, O_CLOEXEC), bytes, 8);
	read(fcntl(fd, F_DUPFD, 30), bytes, 9);
	close(fd);
	read(20, bytes, 10); /* a copy outlives what it is a copy of */
	close(fd + 1);
	close(20);
	close(21);
	close(30);
}

static void sockets(void)
{
	struct sockaddr_in in = {.sin_family = AF_INET};
	struct sockaddr_un un = {AF_UNIX, "socket"};
	socklen_t n = sizeof(in);
	int at, to, ends[2];

	in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	at = socket(AF_INET, SOCK_STREAM, 0);
	bind(at, (struct sockaddr *)&in, sizeof(in));
	listen(at, 1);
	getsockname(at, (struct sockaddr *)&in, &n);
	to = socket(AF_INET, SOCK_STREAM, 0);
	connect(to, (struct sockaddr *)&in, sizeof(in));
	write(to, "x", 1);
	read(accept(at, (struct sockaddr *)&in, &n), bytes, 11);
	close(at + 2);
	close(to);
	close(at);
	at = socket(AF_UNIX, SOCK_DGRAM, 0);
	bind(at, (struct sockaddr *)&un, sizeof(un));
	to = dup(at);
	close(at);
	write(to, "", 0);
	close(to);
	socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
	write(ends[0], "y", 1);
	close(ends[0]);
	close(ends[1]);
	close(epoll_create1(0));
}

static void streams(void)
{
	DIR *dir = opendir("sub");
	int fd = open("sub/file", O_RDWR);
	FILE *file = fdopen(fd, "r");

	readdir(dir);
	closedir(dir);
	fread(bytes, 1, 1, file);
	fclose(file);
	read(fd, bytes, 12); /* closed with its stream */
	file = fopen("sub/file", "r");
	fread(bytes, 1, 1, file);
	fclose(file);
}

static void kinds(void)
{
	char template[] = "madeXXXXXX";
	FILE *file;
	DIR *dir;
	int fd;

	close(memfd_create("of mine", 0));
	close(eventfd(1, 0));
	close(timerfd_create(CLOCK_REALTIME, 0));
	close(inotify_init1(0));
	fd = mkstemp(template);
	write(fd, "", 0);
	close(fd);
	file = popen("true", "r");
	fread(bytes, 1, 1, file);
	pclose(file);
	dir = opendir("sub");
	close(openat(dirfd(dir), "file", O_RDONLY));
	closedir(dir);
	file = freopen("sub/file", "r", fopen("/dev/null", "r"));
	fread(bytes, 1, 2, file);
	fclose(file);
}

#if !__GLIBC_PREREQ(2, 34)
/* As far as they are used here. */
static void close_range(int first, int last, int flags)
{
	for (; !flags && first <= last; first++)
		close(first);
}

static void closefrom(int first)
{
	close_range(first, first + 2, 0);
}
#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC 4
#endif
#endif

/* Those that close many at once. */
static void ranges(void)
{
	int fd = open("/dev/null", O_RDONLY);

	dup2(fd, 40);
	dup2(fd, 41);
	dup2(fd, 43);
	close_range(41, 42, CLOSE_RANGE_CLOEXEC); /* does not close */
	read(41, bytes, 20);
	close_range(41, 42, 0);
	read(41, bytes, 21);
	read(40, bytes, 22);
	closefrom(41);
	read(43, bytes, 23);
	read(40, bytes, 24);
	close(40);
	close(fd);
}

static void *other(void *fd)
{
	read((int)(long)fd, bytes, 13);
	return (void *)(long)open("/dev/full", O_RDONLY);
}

static void threads(void)
{
	int fd = open("/dev/null", O_RDONLY);
	pthread_t thread;
	void *opened;

	pthread_create(&thread, NULL, other, (void *)(long)fd);
	pthread_join(thread, &opened);
	read((int)(long)opened, bytes, 14);
	close((int)(long)opened);
	close(fd);
}

static void processes(void)
{
	char self[] = "/proc/self/exe";
	char *arguments[] = {self, "child", NULL}, *none[] = {NULL};
	int ends[2], fd;
	pid_t pid;

	pipe(ends);
	fd = open("sub/file", O_RDONLY);
	if (!fork()) {
		write(ends[1], "z", 1);
		close(fd);
		open("/dev/null", O_RDONLY);
		read(fd, bytes, 15);
		_exit(0);
	}
	wait(NULL);
	read(fd, bytes, 16); /* the child's changes are the child's */
	if (!fork()) {
		execv(self, arguments);
		_exit(127);
	}
	wait(NULL);
	if (!vfork()) {
		dup2(fd, 22);
		execve(self, arguments, none);
		_exit(127);
	}
	wait(NULL);
	posix_spawn(&pid, self, NULL, NULL, arguments, none);
	waitpid(pid, NULL, 0);
	read(ends[0], bytes, 17);
	close(ends[0]);
	close(ends[1]);
	close(fd);
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1) {
		read(5, bytes, 18);
		read(22, bytes, 19);
		write(4, "w", 1);
		return 0;
	}
	files();
	copies();
	sockets();
	streams();
	kinds();
	ranges();
	threads();
	processes();
	return 0;
}
