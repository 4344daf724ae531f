/* SPDX-License-Identifier: MIT */
/*
 * What C has no words for: a fence, a pause, the end of a frame, and a
 * compare-and-swap of 16 bytes that needs no library.
 */
#ifndef WRITER_ARCH_ORDER_H
#define WRITER_ARCH_ORDER_H

#include <stdbool.h>
#include <stdint.h>

/* The upper end of this function's frame: its variables are below. */
#if defined(__x86_64__)
#define FXW_FRAME ((uintptr_t)__builtin_frame_address(0))
#else
/* The frame pointer is below the variables. */
#define FXW_FRAME ((uintptr_t)__builtin_dwarf_cfa() - 16)
#endif

/* Of code that the compiler lets grow its stack in pieces (-fsplit-stack): the
 * lower end of the piece in use. Source: gcc's i386 back end, glibc's
 * __private_ss. Without such code 0, or with another libc any number. */
static inline uintptr_t fxw_piece_low(void)
{
#if defined(__x86_64__)
	uintptr_t low;

	__asm__ volatile("movq %%fs:0x70, %0" : "=r"(low));
	return low;
#else
	return 0; /* gcc has no such code for it */
#endif
}

/* A full fence. Not __atomic_thread_fence: the thread sanitizer knows none. */
static inline void fxw_fence(void)
{
#if defined(__x86_64__)
	__asm__ volatile("lock; orq $0, (%%rsp)" ::: "memory", "cc");
#elif defined(__aarch64__)
	__asm__ volatile("dmb ish" ::: "memory");
#else
#error "order.h: fences of this processor are not described yet"
#endif
}

/* Loads before it come before all accesses behind it: an acquire fence. */
static inline void fxw_fence_loads(void)
{
#if defined(__x86_64__)
	__asm__ volatile("" ::: "memory"); /* every load acquires */
#else
	__asm__ volatile("dmb ishld" ::: "memory");
#endif
}

/* While another thread is waited for. */
static inline void fxw_pause(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#else
	__asm__ volatile("yield" ::: "memory");
#endif
}

/* Adds 1 to a counter of this thread, as its handlers do: none is lost. */
static inline void fxw_increment(uint64_t *counter)
{
#if defined(__x86_64__)
	__asm__ volatile("incq %0" : "+m"(*counter)); /* one instruction */
#else
	__atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
#endif
}

struct fxw_pair16 {
	uint64_t low, high;
} __attribute__((aligned(16), may_alias));

/* Fills 16 aligned bytes that are 0, all at once: acquires and releases. False:
 * they are not 0. */
static inline bool fxw_fill16(void *at, uint64_t low, uint64_t high)
{
	struct fxw_pair16 *pair = at;
#if defined(__x86_64__)
	uint64_t old_low = 0, old_high = 0;
	bool done;

	__asm__ volatile("lock; cmpxchg16b %1"
			 : "=@ccz"(done), "+m"(*pair), "+a"(old_low),
			   "+d"(old_high)
			 : "b"(low), "c"(high)
			 : "memory");
	return done;
#else
	uint64_t old_low, old_high;
	uint32_t failed;

	do {
		__asm__ volatile("ldaxp %0, %1, %2"
				 : "=&r"(old_low), "=&r"(old_high)
				 : "Q"(*pair)
				 : "memory");
		if (old_low | old_high)
			return false;
		__asm__ volatile("stlxp %w0, %2, %3, %1"
				 : "=&r"(failed), "=Q"(*pair)
				 : "r"(low), "r"(high)
				 : "memory");
	} while (failed);
	return true;
#endif
}

#endif
