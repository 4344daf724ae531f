/* SPDX-License-Identifier: MIT */
/*
 * A table of calls over several files. FAILS and WORKS each make an entry: the
 * function that is called, and how. main.c makes the calls, and prints what it
 * saw itself. tests/errors.t compares that with the archive.
 *
 *	FAILS(open, open("/none", O_RDONLY))	and sets errno
 *	RETURNS(posix_fallocate, ...)		and returns what errno would be
 *	REFUSES(getaddrinfo, ...)		and sets no errno: how is its
 *result MAY_FAIL(getpwuid, getpwuid(9))		fails if it sets errno
 *	COMPLAINS(dlsym, dlsym(NULL, "none"))	and dlerror says why
 *	WORKS(open, open("/", O_RDONLY))	does not fail
 */
#ifndef TESTS_ERRORS_TRY_H
#define TESTS_ERRORS_TRY_H

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum how {
	HOW_FAILS,
	HOW_RETURNS,
	HOW_REFUSES,
	HOW_MAY,
	HOW_COMPLAINS,
	HOW_WORKS
};

struct
try {
	const char *name;
	long (*call)(void);
	long how; /* enum how */
}
__attribute__((aligned(32))); /* as compilers align it by themselves */

#define FAILS(name, ...) TRY(name, HOW_FAILS, __COUNTER__, __VA_ARGS__)
#define RETURNS(name, ...) TRY(name, HOW_RETURNS, __COUNTER__, __VA_ARGS__)
#define REFUSES(name, ...) TRY(name, HOW_REFUSES, __COUNTER__, __VA_ARGS__)
#define MAY_FAIL(name, ...) TRY(name, HOW_MAY, __COUNTER__, __VA_ARGS__)
#define COMPLAINS(name, ...) TRY(name, HOW_COMPLAINS, __COUNTER__, __VA_ARGS__)
#define WORKS(name, ...) TRY(name, HOW_WORKS, __COUNTER__, __VA_ARGS__)
#define TRY(name, how, n, ...) TRY_AS(name, how, n, __VA_ARGS__)
#define TRY_AS(name, how, n, ...)                                              \
	static long try_##n(void)                                              \
	{                                                                      \
		return (long)(__VA_ARGS__);                                    \
	}                                                                      \
	static const struct try entry_##n __attribute__((                      \
		section("tries"), used, no_reorder)) = {#name, try_##n, how};

/* A function that no header declares. */
#define SYMBOL(ret, name, ...) ((ret(*)(__VA_ARGS__))dlsym(RTLD_DEFAULT, #name))

/* A path of nothing, a descriptor of nothing, memory of nothing, a process that
 * never is. */
#define NO_PATH "/none/x"
#define NO_FD (-1)
#define NO_PID 0x7ffffff0
/* Not seen by the compiler, which would warn. */
extern void *volatile bad_pointer;
#define BAD ((void *)bad_pointer)

extern char buffer[65536];
extern int a_file;    /* for reading and writing */
extern int a_folder;  /* the current one */
extern int a_pipe[2]; /* nothing is in it */
extern int a_socket;  /* of a connected pair, which never blocks */

#endif
