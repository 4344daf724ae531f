/* SPDX-License-Identifier: MIT */
/* What programs of tests do by the processor. */
#ifndef TESTS_ARCH_H
#define TESTS_ARCH_H

#include <signal.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <ucontext.h>
#include <unistd.h>

/* Where a signal's context goes on, and an instruction that is none. */
#if defined(__x86_64__)
#define CONTEXT_PC(context) ((context)->uc_mcontext.gregs[REG_RIP])
#define UNDEFINED "ud2"
#define UNDEFINED_BYTES 2
#elif defined(__aarch64__)
#define CONTEXT_PC(context) ((context)->uc_mcontext.pc)
#define UNDEFINED "udf #0"
#define UNDEFINED_BYTES 4
#endif

/* A system call that no recorder sees. */
static inline __attribute__((unused)) long raw_call(long number, long a, long b)
{
#if defined(__x86_64__)
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "0"(number), "D"(a), "S"(b)
			 : "rcx", "r11", "memory");
	return result;
#elif defined(__aarch64__)
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;

	__asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1) : "memory");
	return x0;
#endif
}

/* A fork by a way that has no wrapper. arm64 has no system call fork. */
static inline __attribute__((unused)) pid_t raw_fork(void)
{
#ifdef SYS_fork
	return (pid_t)syscall(SYS_fork);
#else
	return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
#endif
}

#endif
