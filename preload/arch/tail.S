/* SPDX-License-Identifier: MIT */
/*
 * The common part of all tail-jumped functions: those whose caller, frame or
 * number of returns matters (dlopen, vfork, setjmp, exit ...). A trampoline
 *
 *	NAME:	endbr64
 *		lea	descriptor(%rip), %r11		(arm64: x16)
 *		jmp	fxp_tail_common
 *	descriptor:
 *		.long	index of the function
 *		.long	hook - .
 *		.long	api - .
 *		.long	slots - .
 *
 * calls, before anything else,
 *
 *	void *hook(struct fxp_api *api, struct fxp_slot *slots,
 *		   uint32_t function, const uint64_t *arguments,
 *		   void *const *return_address).
 *
 * Then it jumps to the address that the hook returned, never NULL. All
 * registers and the stack are as they were: the real function sees its true
 * caller.
 *	arguments       rdi rsi rdx rcx r8 r9, or x0 to x7
 *	return_address  its place on the stack (on arm64 a copy's, just below the
 *	                caller's frame); further arguments that the caller
 *	                pushed begin 8 bytes above
 *
 * Stack: 200 bytes and the hook's return address, on arm64 224 bytes, on top of
 * the hook's own.
 * All addresses are relative, so it works before relocation; unwinding through
 * it works at every instruction.
 */
#if defined(__x86_64__)

#define ARGUMENTS 128 /* xmm0-7 are below */
#define RAX 176	      /* al: number of vector registers of a variadic call */
#define R10 184	      /* static chain; not used by C */
#define FRAME 200     /* with the return address a multiple of 16 */

	.text
	.globl fxp_tail_common
	.hidden fxp_tail_common
	.type fxp_tail_common, @function
	.p2align 4
fxp_tail_common:
	.cfi_startproc
	endbr64
	sub	$FRAME, %rsp
	.cfi_adjust_cfa_offset FRAME
	mov	%rdi, ARGUMENTS(%rsp)
	mov	%rsi, ARGUMENTS+8(%rsp)
	mov	%rdx, ARGUMENTS+16(%rsp)
	mov	%rcx, ARGUMENTS+24(%rsp)
	mov	%r8, ARGUMENTS+32(%rsp)
	mov	%r9, ARGUMENTS+40(%rsp)
	mov	%rax, RAX(%rsp)
	mov	%r10, R10(%rsp)
	movaps	%xmm0, (%rsp)
	movaps	%xmm1, 16(%rsp)
	movaps	%xmm2, 32(%rsp)
	movaps	%xmm3, 48(%rsp)
	movaps	%xmm4, 64(%rsp)
	movaps	%xmm5, 80(%rsp)
	movaps	%xmm6, 96(%rsp)
	movaps	%xmm7, 112(%rsp)

	movslq	8(%r11), %rdi
	lea	8(%r11, %rdi), %rdi
	movslq	12(%r11), %rsi
	lea	12(%r11, %rsi), %rsi
	mov	(%r11), %edx
	lea	ARGUMENTS(%rsp), %rcx
	lea	FRAME(%rsp), %r8
	movslq	4(%r11), %rax
	lea	4(%r11, %rax), %rax
	call	*%rax
	mov	%rax, %r11

	movaps	(%rsp), %xmm0
	movaps	16(%rsp), %xmm1
	movaps	32(%rsp), %xmm2
	movaps	48(%rsp), %xmm3
	movaps	64(%rsp), %xmm4
	movaps	80(%rsp), %xmm5
	movaps	96(%rsp), %xmm6
	movaps	112(%rsp), %xmm7
	mov	ARGUMENTS(%rsp), %rdi
	mov	ARGUMENTS+8(%rsp), %rsi
	mov	ARGUMENTS+16(%rsp), %rdx
	mov	ARGUMENTS+24(%rsp), %rcx
	mov	ARGUMENTS+32(%rsp), %r8
	mov	ARGUMENTS+40(%rsp), %r9
	mov	RAX(%rsp), %rax
	mov	R10(%rsp), %r10
	add	$FRAME, %rsp
	.cfi_adjust_cfa_offset -FRAME
	jmp	*%r11
	.cfi_endproc
	.size fxp_tail_common, . - fxp_tail_common

#elif defined(__aarch64__)

#define ARGUMENTS 128 /* q0-7 are below */
#define X8 192	      /* where the caller wants a large result */
#define FRAME 224     /* x29 and x30 are at its top */

	.text
	.globl fxp_tail_common
	.hidden fxp_tail_common
	.type fxp_tail_common, %function
	.p2align 4
fxp_tail_common:
	.cfi_startproc
	hint	34 /* bti c */
	sub	sp, sp, FRAME
	.cfi_def_cfa_offset FRAME
	stp	x29, x30, [sp, FRAME-16]
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	add	x29, sp, FRAME-16
	stp	x0, x1, [sp, ARGUMENTS]
	stp	x2, x3, [sp, ARGUMENTS+16]
	stp	x4, x5, [sp, ARGUMENTS+32]
	stp	x6, x7, [sp, ARGUMENTS+48]
	str	x8, [sp, X8]
	stp	q0, q1, [sp]
	stp	q2, q3, [sp, 32]
	stp	q4, q5, [sp, 64]
	stp	q6, q7, [sp, 96]

	ldrsw	x0, [x16, 8]
	add	x0, x0, x16
	add	x0, x0, 8
	ldrsw	x1, [x16, 12]
	add	x1, x1, x16
	add	x1, x1, 12
	ldr	w2, [x16]
	add	x3, sp, ARGUMENTS
	add	x4, sp, FRAME-8
	ldrsw	x9, [x16, 4]
	add	x9, x9, x16
	add	x9, x9, 4
	blr	x9
	mov	x16, x0

	ldp	q0, q1, [sp]
	ldp	q2, q3, [sp, 32]
	ldp	q4, q5, [sp, 64]
	ldp	q6, q7, [sp, 96]
	ldp	x0, x1, [sp, ARGUMENTS]
	ldp	x2, x3, [sp, ARGUMENTS+16]
	ldp	x4, x5, [sp, ARGUMENTS+32]
	ldp	x6, x7, [sp, ARGUMENTS+48]
	ldr	x8, [sp, X8]
	ldp	x29, x30, [sp, FRAME-16]
	.cfi_restore 29
	.cfi_restore 30
	add	sp, sp, FRAME
	.cfi_def_cfa_offset 0
	br	x16 /* so that "bti c" is a landing pad for it */
	.cfi_endproc
	.size fxp_tail_common, . - fxp_tail_common

#else
#error "tail.S: tail-jumped functions of this processor are not written yet"
#endif

#include "preload/arch/notes.inc"
