/* SPDX-License-Identifier: MIT */
/* Functions that only newer libcs have, by weak references: whether they are
 * there, by any way, and what they return. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define WEAK __attribute__((weak))

WEAK long __isoc23_strtol(const char *text, char **end, int base);
WEAK int __isoc23_sscanf(const char *text, const char *format, ...);
WEAK size_t strlcpy(char *to, const char *from, size_t n);
WEAK unsigned stdc_count_ones_ui(unsigned value);
WEAK pid_t pidfd_getpid(int fd);
WEAK int pidfd_spawn(int *fd, const char *path,
		     const posix_spawn_file_actions_t *actions,
		     const posix_spawnattr_t *attributes, char *const argv[],
		     char *const envp[]);
WEAK int close_range(unsigned first, unsigned last, int flags);
WEAK unsigned uabs(int value);
WEAK int openat2(int folder, const char *path, const struct open_how *how,
		 size_t n);
WEAK int none_of_any_libc(void);

static void show(const char *name, const void *weak)
{
	printf("%s %d%d%d%d\n", name, weak != NULL,
	       dlsym(RTLD_DEFAULT, name) != NULL,
	       dlsym(RTLD_NEXT, name) != NULL,
	       dlvsym(RTLD_DEFAULT, name, "GLIBC_2.38") != NULL);
}

#define SHOW(name) show(#name, (const void *)(size_t)name)

static void call(void)
{
	char text[8] = "";
	int n = 0;

	if (__isoc23_strtol)
		printf("%ld\n", __isoc23_strtol("0b101", NULL, 0));
	if (__isoc23_sscanf && __isoc23_sscanf("0b11", "%i", &n))
		printf("%d\n", n);
	if (strlcpy)
		printf("%zu %s\n", strlcpy(text, "longer than 8", 8), text);
	if (close_range)
		printf("%d\n", close_range(1000, 1001, 0));
	if (stdc_count_ones_ui)
		printf("%u\n", stdc_count_ones_ui(7));
	if (uabs)
		printf("%u\n", uabs(-7));
}

static void open_null(void)
{
	struct open_how how = {.flags = O_RDONLY | O_CLOEXEC,
			       .resolve = RESOLVE_NO_SYMLINKS};

	if (openat2)
		printf("%d\n",
		       openat2(AT_FDCWD, "/dev/null", &how, sizeof(how)) >= 0);
}

/* A child that does not get our environment. */
static void spawn(const char *self)
{
	char *argv[] = {(char *)self, (char *)"child", NULL}, *none[] = {NULL};
	int fd = -1;

	if (!pidfd_spawn || pidfd_spawn(&fd, self, NULL, NULL, argv, none))
		return;
	printf("%d\n", pidfd_getpid(fd) > 0);
	waitpid(-1, NULL, 0);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		return getpgid(0) < 0;
	SHOW(__isoc23_strtol);
	SHOW(__isoc23_sscanf);
	SHOW(strlcpy);
	SHOW(stdc_count_ones_ui);
	SHOW(pidfd_getpid);
	SHOW(pidfd_spawn);
	SHOW(close_range);
	SHOW(uabs);
	SHOW(openat2);
	SHOW(none_of_any_libc);
	call();
	open_null();
	fflush(stdout);
	spawn(argv[0]);
	return 0;
}
