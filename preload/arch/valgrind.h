/* SPDX-License-Identifier: MIT */
/*
 * Whether valgrind runs the program. It reports what the recorder may do
 * elsewhere, such as reads behind a string.
 */
#ifndef PRELOAD_ARCH_VALGRIND_H
#define PRELOAD_ARCH_VALGRIND_H

#include <stdbool.h>
#include <stdint.h>

/* It answers this request, which any processor takes for nothing. Any thread,
 * any signal handler. */
static inline bool fxp_valgrind_runs(void)
{
#if defined(__x86_64__)
	static const uint64_t request[6] = {0x1001 /* RUNNING_ON_VALGRIND */};
	uint64_t answer = 0;

	__asm__ volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\t"
			 "rolq $61, %%rdi\n\trolq $51, %%rdi\n\t"
			 "xchgq %%rbx, %%rbx"
			 : "+d"(answer)
			 : "a"(request)
			 : "cc", "memory");
	return answer != 0;
#elif defined(__aarch64__)
	static const uint64_t request[6] = {0x1001};
	register const uint64_t *x4 __asm__("x4") = request;
	register uint64_t x3 __asm__("x3") = 0;

	__asm__ volatile("ror x12, x12, #3\n\tror x12, x12, #13\n\t"
			 "ror x12, x12, #51\n\tror x12, x12, #61\n\t"
			 "orr x10, x10, x10"
			 : "+r"(x3)
			 : "r"(x4)
			 : "cc", "memory");
	return x3 != 0;
#else
#error "valgrind.h: its request of this processor is not described yet"
#endif
}

#endif
