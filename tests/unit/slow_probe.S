/* SPDX-License-Identifier: MIT */
/*
 * For slow.c. probe(words) loads registers from `words`, calls a slow half that
 * leaves none of them as it was, and stores them 256 bytes behind.
 */
#include "preload/arch/slow.inc"

	.text
	SLOW	scramble
	.globl probe

#if defined(__x86_64__)

scramble:
	.irp register, rcx, rdx, rsi, rdi, r8, r9, r10, r11
	mov	$-1, %\register
	.endr
	mov	$4711, %eax
	ret

probe:
	push	%rbx
	mov	%rdi, %rbx
	mov	(%rbx), %rcx
	mov	8(%rbx), %rdx
	mov	16(%rbx), %rsi
	mov	24(%rbx), %rdi
	mov	32(%rbx), %r8
	mov	40(%rbx), %r9
	mov	48(%rbx), %r10
	mov	56(%rbx), %r11
	call	scramble_slow
	mov	%rcx, 256(%rbx)
	mov	%rdx, 264(%rbx)
	mov	%rsi, 272(%rbx)
	mov	%rdi, 280(%rbx)
	mov	%r8, 288(%rbx)
	mov	%r9, 296(%rbx)
	mov	%r10, 304(%rbx)
	mov	%r11, 312(%rbx)
	pop	%rbx
	ret

#elif defined(__aarch64__)

scramble:
	.irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18
	mov	x\n, -1
	.endr
	/* their lower halves are the callee's to keep */
	.irp n, 8, 9, 10, 11, 12, 13, 14, 15
	mov	v\n\().d[1], x1
	.endr
	mov	x0, 4711
	ret

	.macro EACH_PAIR what, off
	\what	x1, x2, [x16, \off]
	\what	x3, x4, [x16, \off + 16]
	\what	x5, x6, [x16, \off + 32]
	\what	x7, x8, [x16, \off + 48]
	\what	x9, x10, [x16, \off + 64]
	\what	x11, x12, [x16, \off + 80]
	\what	x13, x14, [x16, \off + 96]
	\what	x15, x18, [x16, \off + 112]
	\what	q8, q9, [x16, \off + 128]
	\what	q10, q11, [x16, \off + 160]
	\what	q12, q13, [x16, \off + 192]
	\what	q14, q15, [x16, \off + 224]
	.endm

probe:
	stp	x29, x30, [sp, -96]!
	stp	d8, d9, [sp, 16]
	stp	d10, d11, [sp, 32]
	stp	d12, d13, [sp, 48]
	stp	d14, d15, [sp, 64]
	str	x0, [sp, 80]
	mov	x16, x0
	EACH_PAIR ldp, 0
	bl	scramble_slow
	ldr	x16, [sp, 80]
	EACH_PAIR stp, 256
	ldp	d8, d9, [sp, 16]
	ldp	d10, d11, [sp, 32]
	ldp	d12, d13, [sp, 48]
	ldp	d14, d15, [sp, 64]
	ldp	x29, x30, [sp], 96
	ret

#endif

#include "preload/arch/notes.inc"
