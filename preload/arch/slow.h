/* SPDX-License-Identifier: MIT */
/*
 * Calls of the slow halves of an ordinary call's steps (call/hot.h). They
 * change no register that a wrapper may use but that of the result, those of
 * the linker, and vector registers (slow.inc). An ordinary call then pays
 * nothing for registers that a wrapper needs after them. No wrapper is a leaf
 * function, so none has a red zone, and each saves its return address.
 */
#ifndef PRELOAD_ARCH_SLOW_H
#define PRELOAD_ARCH_SLOW_H

#include <stdint.h>

#if defined(__x86_64__)

#define FXP_SLOW_CLOBBERS                                                      \
	"memory", "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5",        \
		"xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12",     \
		"xmm13", "xmm14", "xmm15"
#define FXP_SLOW(half, a, b, c)                                                \
	({                                                                     \
		uint64_t result;                                               \
		__asm__ volatile("call " #half "_slow"                         \
				 : "=a"(result)                                \
				 : "D"(a), "S"(b), "d"(c)                      \
				 : FXP_SLOW_CLOBBERS);                         \
		result;                                                        \
	})

static inline uint64_t *fxp_bytes_slow(const void *thread, uint64_t *at,
				       uint64_t header, const void *p,
				       uint64_t n, uint32_t space_bytes)
{
	register uint64_t r8 __asm__("r8") = n;
	register uint32_t r9 __asm__("r9") = space_bytes;
	uint64_t *behind;

	__asm__ volatile("call fxp_hot_bytes_slow"
			 : "=a"(behind)
			 : "D"(thread), "S"(at), "d"(header), "c"(p), "r"(r8),
			   "r"(r9)
			 : FXP_SLOW_CLOBBERS);
	return behind;
}

/* Whether a word in memory is not 0: compared there. */
#define FXP_IS_SET(word)                                                       \
	({                                                                     \
		bool is_set;                                                   \
		__asm__ volatile("cmpl $0, %1"                                 \
				 : "=@ccne"(is_set)                            \
				 : "m"(word));                                 \
		is_set;                                                        \
	})

/* A load that acquires, once a fence for the compiler is behind it: on x86
 * every load does. */
#define FXP_LOAD_ORDERED(word) (word)

#elif defined(__aarch64__)

/* v8 to v15 are saved whole (slow.inc) */
#define FXP_SLOW_CLOBBERS                                                      \
	"memory", "cc", "x16", "x17", "x30", "v0", "v1", "v2", "v3", "v4",     \
		"v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20", "v21",    \
		"v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", \
		"v31"
#define FXP_SLOW(half, a, b, c)                                                \
	({                                                                     \
		uint64_t slow_a = (uintptr_t)(a), slow_b = (uintptr_t)(b);     \
		uint64_t slow_c = (uintptr_t)(c);                              \
		register uint64_t x0 __asm__("x0") = slow_a;                   \
		register uint64_t x1 __asm__("x1") = slow_b;                   \
		register uint64_t x2 __asm__("x2") = slow_c;                   \
		__asm__ volatile("bl " #half "_slow"                           \
				 : "+r"(x0)                                    \
				 : "r"(x1), "r"(x2)                            \
				 : FXP_SLOW_CLOBBERS);                         \
		x0;                                                            \
	})

static inline uint64_t *fxp_bytes_slow(const void *thread, uint64_t *at,
				       uint64_t header, const void *p,
				       uint64_t n, uint32_t space_bytes)
{
	register uintptr_t x0 __asm__("x0") = (uintptr_t)thread;
	register uint64_t *x1 __asm__("x1") = at;
	register uint64_t x2 __asm__("x2") = header;
	register const void *x3 __asm__("x3") = p;
	register uint64_t x4 __asm__("x4") = n;
	register uint64_t x5 __asm__("x5") = space_bytes;

	__asm__ volatile("bl fxp_hot_bytes_slow"
			 : "+r"(x0)
			 : "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
			 : FXP_SLOW_CLOBBERS);
	return (uint64_t *)x0;
}

#define FXP_IS_SET(word) (*(const volatile uint32_t *)&(word) != 0)
#define FXP_LOAD_ORDERED(word) __atomic_load_n(&(word), __ATOMIC_ACQUIRE)

#else
#error "slow.h: slow halves of this processor are not described yet"
#endif

#define FXP_SLOW2(half, a, b) FXP_SLOW(half, a, b, 0)

#endif
