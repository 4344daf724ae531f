/* SPDX-License-Identifier: MIT */
/*
 * Reads memory of our own process that another thread may unmap meanwhile. The
 * kernel copies it and reports if it is gone, where a plain load would kill the
 * program. Each read takes about a microsecond, too much for the hot path.
 */
#ifndef PRELOAD_SYMBOL_PEEK_H
#define PRELOAD_SYMBOL_PEEK_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/uio.h>

#include "preload/arch/valgrind.h"
#include "writer/sys.h"

/*
 * Copies n bytes from `from`, which may be unmapped.
 * Returns 0, or -EFAULT if not all of them can be read (then `to` may have a
 * part). Returns another -errno if a sandbox forbids the read.
 * Any thread, any signal handler, before relocation. Makes a system call.
 */
static inline int fxp_peek_try(void *to, const void *from, size_t n)
{
	struct iovec local = {to, n}, remote = {(void *)(uintptr_t)from, n};
	long result = sys_process_vm_readv(sys_getpid(), &local, 1, &remote, 1);

	if (sys_failed(result))
		return (int)result;
	return (size_t)result == n ? 0 : -EFAULT;
}

/* The same for memory that may be a mapped device. The kernel reads it as it
 * reads a buffer that is written to a file. `to` is ordinary memory. */
static inline int fxp_peek_device(void *to, const void *from, size_t n)
{
	struct iovec local = {(void *)(uintptr_t)from, n}, remote = {to, n};
	long result =
		sys_process_vm_writev(sys_getpid(), &local, 1, &remote, 1);

	if (sys_failed(result))
		return (int)result;
	return (size_t)result == n ? 0 : -EFAULT;
}

/* The same as fxp_peek_try; false if the bytes cannot be read for any
 * reason. */
static inline bool fxp_peek(void *to, const void *from, size_t n)
{
	return !fxp_peek_try(to, from, n);
}

/* Whether the byte at p can be read, by a cheaper system call if it is allowed.
 * As the other ones. */
static inline bool fxp_peek_page(const void *p)
{
	char byte;
	/* valgrind takes the query for a fault of the program's */
	int error = fxp_valgrind_runs() ? 0 : sys_probe(p);

	return error == -EINVAL || (error != -EFAULT && fxp_peek(&byte, p, 1));
}

#endif
