/* SPDX-License-Identifier: MIT */
/* BUILD: -Wl,-z,now */
/*
 * How small a stack for signals may be: children try one after the other, from
 * 2 KiB on, each ending at an unmapped page. Prints the smallest on which a
 * handler that calls this and that ran; on most machines the kernel needs more
 * than 2 KiB itself. `cold`: these calls are the first of the process; `warm`:
 * they were made before; `none`: no calls at all.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE 4096
#define LARGEST 65536

static int is_calling;

static void handle(int signo)
{
	struct stat st;
	char bytes[8];
	int fd;

	if (!is_calling || !signo)
		return;
	fd = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
	if (read(fd, bytes, sizeof(bytes)) == 0)
		_exit(1);
	getenv("ON_SMALL_STACK");
	fstat(fd, &st);
	lseek(fd, 0, SEEK_SET);
	close(fd);
}

/* In a child: 0 if the handler came back. */
static int try(size_t n_bytes, int is_warm)
{
	char *pages = mmap(NULL, PAGE + LARGEST, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	stack_t stack = {.ss_sp = pages + PAGE, .ss_size = n_bytes};
	struct sigaction action = {.sa_handler = handle,
				   .sa_flags = SA_ONSTACK};

	mprotect(pages, PAGE, PROT_NONE);
	if (is_warm)
		handle(SIGUSR1);
	if (sigaltstack(&stack, NULL) || sigaction(SIGUSR1, &action, NULL))
		return 1;
	return raise(SIGUSR1);
}

static size_t smallest(int is_warm)
{
	size_t n;

	for (n = 2048; n < LARGEST; n += 64) {
		int status = -1;
		pid_t pid = fork();

		if (pid == 0)
			_exit(try(n, is_warm));
		if (waitpid(pid, &status, 0) == pid && status == 0)
			break;
	}
	return n;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "none";

	is_calling = strcmp(how, "none") != 0;
	printf("%zu\n", smallest(!strcmp(how, "warm")));
	return 0;
}
