/* SPDX-License-Identifier: MIT */
/*
 * Has the dynamic linker list libraries, see needed.h. One that the program
 * brings itself is not run: it may be anything.
 */
#include "tools/elf/needed.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/elf/arch.h"
#include "tools/elf/image.h"

#define PATIENCE_MS 5000
/* Of what it prints. */
#define MAX_LIST_BYTES (1u << 20)

/* Starts it with its output in a pipe; returns the end to read from, or -1. */
static int start(const char *program, pid_t *pid)
{
	char linker[] = ARCH_LINKER, list[] = "--list";
	char *const argv[] = {linker, list, (char *)(uintptr_t)program, NULL};
	posix_spawn_file_actions_t actions;
	int ends[2], error;

	if (pipe2(ends, O_CLOEXEC))
		return -1;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null",
					 O_WRONLY, 0);
	error = posix_spawn(pid, linker, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	if (!error)
		return ends[0];
	close(ends[0]);
	return -1;
}

/* "	libc.so.6 => /lib/libc.so.6 (0x00007f...)" */
static void add_line(struct imports *imports, char *line)
{
	char *path = strchr(line, '/'), *end = strstr(line, " (0x");
	char *arrow = strstr(line, "=> /");

	if (arrow)
		path = arrow + strlen("=> ");
	if (path && end > path)
		imports_add(imports, fxr_text(path, (size_t)(end - path)),
			    fxr_text("", 0));
}

/* All that it prints, ended by NUL. A library may be a pipe that nobody writes
 * to: then it would never end. Returns false. */
static bool read_all(int from, char *text, size_t n_bytes)
{
	struct pollfd poll_fd = {.fd = from, .events = POLLIN};
	size_t n = 0;
	ssize_t got = 1;

	while (got > 0 && n < n_bytes - 1) {
		if (poll(&poll_fd, 1, PATIENCE_MS) <= 0)
			return false;
		got = read(from, text + n, n_bytes - 1 - n);
		n += got > 0 ? (size_t)got : 0;
	}
	text[n] = '\0';
	return true;
}

static void add_libraries(struct imports *imports, const char *program)
{
	static char text[MAX_LIST_BYTES];
	pid_t pid;
	int fd = start(program, &pid);
	char *line = text, *end;

	if (fd < 0)
		return;
	if (!read_all(fd, text, sizeof(text))) {
		(void)kill(pid, SIGKILL);
		line[0] = '\0';
	}
	close(fd);
	(void)waitpid(pid, NULL, 0);
	for (; *line; line = end) {
		end = line + strcspn(line, "\n");
		if (*end)
			*end++ = '\0';
		add_line(imports, line);
	}
}

void needed_add(struct imports *imports, const char *program)
{
	char path[PATH_MAX];
	struct image image;

	if (!realpath(program, path))
		return;
	imports_add(imports, fxr_text(path, strlen(path)), fxr_text("", 0));
	image_init(&image, path);
	if (strcmp(image.interpreter, ARCH_LINKER) == 0)
		add_libraries(imports, path);
	image_fini(&image);
}
