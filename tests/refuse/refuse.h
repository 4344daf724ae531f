/* SPDX-License-Identifier: MIT */
/*
 * Put before every source of the recorder that makes system calls, for a build
 * that a test tells which of them the kernel is to refuse (writer/sys.h).
 */
#ifndef REFUSE_H
#define REFUSE_H

#define SYS_REFUSED(number, a, c) refuse((number), (long)(a), (long)(c))

/* -errno if the call is to be refused, else 0. a, c: its first and third
 * arguments. */
__attribute__((visibility("hidden"))) long refuse(long number, long a, long c);

#endif
