/* SPDX-License-Identifier: MIT */
/*
 * How a processor calls the kernel, and what the kernel fills in for it.
 */
#ifndef WRITER_ARCH_CALL_H
#define WRITER_ARCH_CALL_H

#include <stdint.h>
#include <asm/unistd.h>

/* Of the calling thread. Its pthread_t is the same on x86-64. On arm64 it is
 * below that: writer/thread.h. */
static inline uintptr_t sys_thread_pointer(void)
{
#if defined(__x86_64__)
	uintptr_t pointer; /* gcc has the builtin since version 11 */

	__asm__("movq %%fs:0, %0" : "=r"(pointer));
	return pointer;
#else
	return (uintptr_t)__builtin_thread_pointer();
#endif
}

/* Tests refuse system calls to the recorder alone: this returns the result in
 * the kernel's place, or 0 to let the kernel decide. a and c are the first and
 * third arguments. */
#ifndef SYS_REFUSED
#define SYS_REFUSED(number, a, c) 0
#endif

#if defined(__x86_64__)

static inline long sys_call6(long number, long a, long b, long c, long d,
			     long e, long f)
{
	long result = SYS_REFUSED(number, a, c);

	if (result)
		return result;

	/* behind the test's function, which changes registers */
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;

	/* the kernel keeps all registers but these two and the result */
	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10),
			   "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return result;
}

static inline long sys_call4(long number, long a, long b, long c, long d)
{
	long result = SYS_REFUSED(number, a, c);

	if (result)
		return result;

	register long r10 __asm__("r10") = d;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10)
			 : "rcx", "r11", "memory");
	return result;
}

static inline long sys_call3(long number, long a, long b, long c)
{
	long result = SYS_REFUSED(number, a, c);

	if (result)
		return result;
	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c)
			 : "rcx", "r11", "memory");
	return result;
}

static inline long sys_call0(long number)
{
	long result = SYS_REFUSED(number, 0, 0);

	if (result)
		return result;
	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number)
			 : "rcx", "r11", "memory");
	return result;
}

/* Another process on `stack` (its top), which runs `run` and exits with what
 * that returns. Returns its id here. */
static __attribute__((noinline, unused)) long sys_clone_run(unsigned long flags,
							    void *stack,
							    int (*run)(void *),
							    void *what)
{
	uint64_t *top = (uint64_t *)((uintptr_t)stack & ~15ull);
	long result = SYS_REFUSED(__NR_clone, flags, 0);

	if (result)
		return result;
	*--top = (uint64_t)(uintptr_t)what;
	*--top = (uint64_t)(uintptr_t)run;
	__asm__ volatile("syscall\n\t"
			 "test %%rax, %%rax\n\t"
			 "jnz 1f\n\t"
			 "xor %%ebp, %%ebp\n\t"
			 "pop %%rax\n\t"
			 "pop %%rdi\n\t"
			 "call *%%rax\n\t"
			 "mov %%eax, %%edi\n\t"
			 "mov %[exit], %%eax\n\t"
			 "syscall\n\t"
			 "1:"
			 : "=a"(result)
			 : "a"((long)__NR_clone), "D"(flags), "S"(top),
			   "d"(0L), [exit] "i"(__NR_exit_group)
			 : "rcx", "r11", "memory");
	return result;
}

/* What fstat fills in (the kernel's struct stat of this processor). */
struct sys_stat {
	uint64_t dev;
	uint64_t ino;
	uint64_t nlink;
	uint32_t mode;
	uint32_t uid;
	uint32_t gid;
	uint32_t padding;
	uint64_t rdev;
	int64_t size; /* bytes */
	int64_t block_bytes;
	int64_t n_blocks; /* of 512 bytes */
	struct {
		int64_t s;
		int64_t ns;
	} accessed, modified, changed;
	int64_t reserved[3];
};
_Static_assert(sizeof(struct sys_stat) == 144, "the kernel's struct stat");

#elif defined(__aarch64__)

static inline long sys_call6(long number, long a, long b, long c, long d,
			     long e, long f)
{
	long result = SYS_REFUSED(number, a, c);

	if (result)
		return result;

	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;
	register long x4 __asm__("x4") = e;
	register long x5 __asm__("x5") = f;

	/* the kernel keeps all registers but the result */
	__asm__ volatile("svc #0"
			 : "+r"(x0)
			 : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
			 : "memory", "cc");
	return x0;
}

static inline long sys_call4(long number, long a, long b, long c, long d)
{
	long result = SYS_REFUSED(number, a, c);

	if (result)
		return result;

	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;

	__asm__ volatile("svc #0"
			 : "+r"(x0)
			 : "r"(x8), "r"(x1), "r"(x2), "r"(x3)
			 : "memory", "cc");
	return x0;
}

static inline long sys_call3(long number, long a, long b, long c)
{
	long result = SYS_REFUSED(number, a, c);

	if (result)
		return result;

	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;

	__asm__ volatile("svc #0"
			 : "+r"(x0)
			 : "r"(x8), "r"(x1), "r"(x2)
			 : "memory", "cc");
	return x0;
}

static inline long sys_call0(long number)
{
	long result = SYS_REFUSED(number, 0, 0);

	if (result)
		return result;

	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0");

	__asm__ volatile("svc #0" : "=r"(x0) : "r"(x8) : "memory", "cc");
	return x0;
}

/* Another process on `stack` (its top), which runs `run` and exits with what
 * that returns. Returns its id here. */
static __attribute__((noinline, unused)) long sys_clone_run(unsigned long flags,
							    void *stack,
							    int (*run)(void *),
							    void *what)
{
	long result = SYS_REFUSED(__NR_clone, flags, 0);

	if (result)
		return result;

	register long x8 __asm__("x8") = __NR_clone;
	register long x0 __asm__("x0") = (long)flags;
	register long x1 __asm__("x1") = (long)((uintptr_t)stack & ~15ul);
	register long x2 __asm__("x2") = 0; /* places for its id */
	register long x3 __asm__("x3") = 0; /* thread-local storage */
	register long x4 __asm__("x4") = 0;
	register int (*x5)(void *) __asm__("x5") = run;
	register void *x6 __asm__("x6") = what;

	/* the child: its outermost frame has no caller */
	__asm__ volatile("svc #0\n\t"
			 "cbnz x0, 1f\n\t"
			 "mov x29, xzr\n\t"
			 "mov x30, xzr\n\t"
			 "mov x0, x6\n\t"
			 "blr x5\n\t"
			 "mov x8, %[exit]\n\t"
			 "svc #0\n"
			 "1:"
			 : "+r"(x0)
			 : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5),
			   "r"(x6), [exit] "i"(__NR_exit_group)
			 : "memory", "cc");
	return x0;
}

/* What fstat fills in (the kernel's struct stat of this processor). */
struct sys_stat {
	uint64_t dev;
	uint64_t ino;
	uint32_t mode;
	uint32_t nlink;
	uint32_t uid;
	uint32_t gid;
	uint64_t rdev;
	uint64_t padding;
	int64_t size; /* bytes */
	int32_t block_bytes;
	int32_t padding2;
	int64_t n_blocks; /* of 512 bytes */
	struct {
		int64_t s;
		int64_t ns;
	} accessed, modified, changed;
	uint32_t reserved[2];
};
_Static_assert(sizeof(struct sys_stat) == 128, "the kernel's struct stat");

#else
#error "call.h: system calls of this processor are not described yet"
#endif

/* What fstatfs fills in. */
struct sys_statfs {
	int64_t type; /* a number of <linux/magic.h> */
	int64_t rest[9];
	int64_t flags; /* ST_NOSUID and others */
	int64_t reserved[4];
};
_Static_assert(sizeof(struct sys_statfs) == 120, "the kernel's struct statfs");

#endif
