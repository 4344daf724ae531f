/* SPDX-License-Identifier: MIT */
/*
 * What the process may do that replays calls of libc: read what it has open,
 * print, allocate and end.
 */
#include "tools/replay/call/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/tap.h"

static void enter(void)
{
	if (!sandbox_enter())
		skip("no filters on system calls");
}

/* Each is refused: EPERM, and nothing else. */
#define IS_REFUSED(call)                                                       \
	do {                                                                   \
		errno = 0;                                                     \
		ok((call) == -1 && errno == EPERM, #call);                     \
	} while (0)

static void files(void)
{
	char path[] = "/tmp/fxtrace-sandbox-XXXXXX";
	int fd = mkstemp(path);

	ok(fd >= 0 && unlink(path) == 0);
	enter();
	IS_REFUSED(open(path, O_RDWR | O_CREAT, 0600));
	IS_REFUSED(syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDONLY));
#ifdef SYS_open
	IS_REFUSED(syscall(SYS_open, "/dev/null", O_RDONLY));
#endif
	IS_REFUSED(unlink("/none"));
	IS_REFUSED(rename("/none", "/other"));
	IS_REFUSED(chmod("/none", 0));
	IS_REFUSED(ftruncate(fd, 100));
	IS_REFUSED(mkdir("/none/a", 0700));
}

static void processes(void)
{
	char *none[] = {NULL};

	enter();
	IS_REFUSED(execve("/bin/true", none, none));
	IS_REFUSED(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
	IS_REFUSED(kill(getppid(), 0));
	IS_REFUSED(syscall(SYS_tgkill, getpid(), getpid(), 0));
	IS_REFUSED(socket(AF_UNIX, SOCK_STREAM, 0));
	IS_REFUSED(syscall(SYS_ptrace, 0, 0, 0, 0));
	IS_REFUSED(setuid(0));
}

static void memory(void)
{
	void *page;

	enter();
	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ok(page != MAP_FAILED);
	IS_REFUSED(mprotect(page, 4096, PROT_READ | PROT_EXEC));
	IS_REFUSED((intptr_t)mmap(NULL, 4096, PROT_READ | PROT_EXEC,
				  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

static void work(void)
{
	char path[] = "/tmp/fxtrace-sandbox-XXXXXX", byte = 1;
	int fd = mkstemp(path);
	char *large;

	ok(fd >= 0 && unlink(path) == 0 && write(fd, "x", 1) == 1);
	enter();
	ok(pread(fd, &byte, 1, 0) == 1 && byte == 'x');
	large = malloc(10 << 20);
	ok(large != NULL);
	free(large);
	ok(printf("# it prints\n") > 0 && fflush(stdout) == 0);
}

static const struct tap_test tests[] = {
	{"no file is opened, made, changed or removed", files},
	{"no process, signal or socket is made", processes},
	{"no memory becomes a program", memory},
	{"it reads what is open, allocates and prints", work},
};
TAP_MAIN(tests)
