/* SPDX-License-Identifier: MIT */
/*
 * The functions that tests/bench/calls.c measures, for the shims that tell
 * what forwarding costs by itself. Define FORWARD and FORWARD_VOID first.
 */
#ifndef SHIM_H
#define SHIM_H

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Declares `real`, the next definition. */
#define REAL(ret, name, params)                                                \
	static ret(*real) params;                                              \
	if (__builtin_expect(!real, 0))                                        \
	real = dlsym(RTLD_NEXT, #name)

FORWARD(char *, getenv, (const char *name), (name))
FORWARD(size_t, strlen, (const char *s), (s))
FORWARD(off_t, lseek, (int fd, off_t offset, int whence), (fd, offset, whence))
FORWARD(ssize_t, read, (int fd, void *buffer, size_t n), (fd, buffer, n))
FORWARD(void *, malloc, (size_t n), (n))
FORWARD_VOID(free, (void *p), (p))

#endif
