/* SPDX-License-Identifier: MIT */
/*
 * Whether valgrind runs the program. It reports what the recorder may do
 * elsewhere, such as reads behind a string.
 */
#ifndef PRELOAD_SYMBOL_VALGRIND_H
#define PRELOAD_SYMBOL_VALGRIND_H

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
#else
	return false;
#endif
}

#endif
