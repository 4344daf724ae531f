/* SPDX-License-Identifier: MIT */
/*
 * Where the program's own descriptions of a stack have their stack pointer:
 * glibc's jmp_buf, and ucontext_t.
 */
#ifndef PRELOAD_ARCH_JUMP_H
#define PRELOAD_ARCH_JUMP_H

#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)

#define FXP_JUMP_NEEDS_SETJMP 0
#define FXP_JUMP_SP 6 /* the jmp_buf's word */
#define FXP_CONTEXT_STACK(context)                                             \
	((uintptr_t)(context)->uc_mcontext.gregs[REG_RSP])

/* The stack pointer as glibc stores it: xored with a secret of the thread's and
 * rotated. setjmp: the real one. */
static inline uintptr_t fxp_jump_sp(uintptr_t word, int (*setjmp)(void *))
{
	uintptr_t secret;

	(void)setjmp;
	__asm__("mov %%fs:0x30, %0" : "=r"(secret));
	return (word >> 17 | word << 47) ^ secret;
}

#elif defined(__aarch64__)

#define FXP_JUMP_NEEDS_SETJMP 1
#define FXP_JUMP_SP 13
#define FXP_CONTEXT_STACK(context) ((uintptr_t)(context)->uc_mcontext.sp)

/* Xored with a secret that only the dynamic linker shows, and that we learn by
 * a setjmp of our own. musl has none. */
static __attribute__((noinline)) uintptr_t fxp_jump_sp(uintptr_t word,
						       int (*setjmp)(void *))
{
	uint64_t buffer[26];
	uintptr_t sp;

	if (!setjmp)
		return word;
	(void)setjmp(buffer);
	__asm__ volatile("mov %0, sp" : "=r"(sp));
	return word ^ *(volatile uint64_t *)&buffer[FXP_JUMP_SP] ^ sp;
}

#else
#error "jump.h: jumps of this processor are not described yet"
#endif

#endif
