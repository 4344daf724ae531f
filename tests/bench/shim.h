/* SPDX-License-Identifier: MIT */
/*
 * The functions that tests/bench/calls.c measures, for the shims that show what
 * forwarding costs by itself.
 */
#ifndef TESTS_BENCH_SHIM_H
#define TESTS_BENCH_SHIM_H

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Declares `real`, the next definition. */
#define REAL(ret, name, params)                                                \
	static ret(*real) params;                                              \
	if (__builtin_expect(!real, 0))                                        \
	real = dlsym(RTLD_NEXT, #name)

/* F(return type, name, parameters, arguments); V for those without result. */
#define FUNCTIONS(F, V)                                                        \
	F(char *, getenv, (const char *name), (name))                          \
	F(size_t, strlen, (const char *s), (s))                                \
	F(off_t, lseek, (int fd, off_t offset, int whence),                    \
	  (fd, offset, whence))                                                \
	F(ssize_t, read, (int fd, void *buffer, size_t n), (fd, buffer, n))    \
	F(void *, malloc, (size_t n), (n))                                     \
	V(free, (void *p), (p))

#endif
