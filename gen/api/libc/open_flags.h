/* SPDX-License-Identifier: MIT */
/*
 * O_LARGEFILE, which is 0 in libc's headers: the kernel sets it anyway.
 */
#ifndef GEN_API_LIBC_OPEN_FLAGS_H
#define GEN_API_LIBC_OPEN_FLAGS_H

#if defined(__aarch64__)
#define KERNEL_LARGEFILE 0400000
#else
#define KERNEL_LARGEFILE 0100000
#endif

#endif
