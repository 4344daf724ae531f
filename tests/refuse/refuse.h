/* SPDX-License-Identifier: MIT */
/*
 * Put before every source of the recorder that makes system calls. It is for a
 * build in which a test says which of them the kernel refuses (writer/sys.h).
 */
#ifndef TESTS_REFUSE_REFUSE_H
#define TESTS_REFUSE_REFUSE_H

#define SYS_REFUSED(number, a, c) refuse((number), (long)(a), (long)(c))

/* -errno if the call is to be refused, else 0. a, c: its first and third
 * arguments. */
__attribute__((visibility("hidden"))) long refuse(long number, long a, long c);

#endif
