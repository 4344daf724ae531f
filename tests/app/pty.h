/* SPDX-License-Identifier: MIT */
/*
 * A terminal, made by system calls alone: before glibc 2.34 openpty is in a
 * library of its own, whose calls of libc are recorded.
 */
#ifndef TESTS_APP_PTY_H
#define TESTS_APP_PTY_H

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline void make_pty(int *master, int *slave, const struct winsize *size)
{
	int locked = 0;

	*master = (int)syscall(SYS_openat, AT_FDCWD, "/dev/ptmx",
			       O_RDWR | O_NOCTTY);
	syscall(SYS_ioctl, *master, TIOCSPTLCK, &locked);
	*slave = (int)syscall(SYS_ioctl, *master, TIOCGPTPEER,
			      O_RDWR | O_NOCTTY);
	syscall(SYS_ioctl, *slave, TIOCSWINSZ, size);
}

#endif
