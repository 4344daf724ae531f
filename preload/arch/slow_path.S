/* SPDX-License-Identifier: MIT */
/*
 * Slow halves of an ordinary call's steps (slow.h). They preserve all registers
 * but that of the result and vector registers. A wrapper that may call them in
 * its middle then needs and saves no more registers than one that does not.
 *
 * Stack on x86-64: 72 bytes and two return addresses, on top of the half's own;
 * on arm64: 272 bytes.
 */
#if defined(__x86_64__)

	.macro SAVE register
	push	%\register
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset \register, 0
	.endm

	.macro RESTORE register
	pop	%\register
	.cfi_adjust_cfa_offset -8
	.cfi_restore \register
	.endm

	.macro ASIDE half
	.globl \half\()_slow
	.hidden \half\()_slow, \half
	.type \half\()_slow, @function
	.p2align 4
\half\()_slow:
	.cfi_startproc
	.irp register, rcx, rdx, rsi, rdi, r8, r9, r10, r11
	SAVE	\register
	.endr
	sub	$8, %rsp
	.cfi_adjust_cfa_offset 8
	call	\half
	add	$8, %rsp
	.cfi_adjust_cfa_offset -8
	.irp register, r11, r10, r9, r8, rdi, rsi, rdx, rcx
	RESTORE	\register
	.endr
	ret
	.cfi_endproc
	.size \half\()_slow, . - \half\()_slow
	.endm

#elif defined(__aarch64__)

	/* The upper halves of v8 to v15 are not the callee's to keep. x16 and
	 * x17 are the linker's, x18 is the platform's. */
	.macro ASIDE half
	.globl \half\()_slow
	.hidden \half\()_slow, \half
	.type \half\()_slow, %function
	.p2align 4
\half\()_slow:
	.cfi_startproc
	hint	34 /* bti c */
	stp	x29, x30, [sp, -272]!
	.cfi_def_cfa_offset 272
	.cfi_offset 29, -272
	.cfi_offset 30, -264
	mov	x29, sp
	stp	x1, x2, [sp, 16]
	stp	x3, x4, [sp, 32]
	stp	x5, x6, [sp, 48]
	stp	x7, x8, [sp, 64]
	stp	x9, x10, [sp, 80]
	stp	x11, x12, [sp, 96]
	stp	x13, x14, [sp, 112]
	str	x15, [sp, 128]
	stp	q8, q9, [sp, 144]
	stp	q10, q11, [sp, 176]
	stp	q12, q13, [sp, 208]
	stp	q14, q15, [sp, 240]
	bl	\half
	ldp	q8, q9, [sp, 144]
	ldp	q10, q11, [sp, 176]
	ldp	q12, q13, [sp, 208]
	ldp	q14, q15, [sp, 240]
	ldp	x1, x2, [sp, 16]
	ldp	x3, x4, [sp, 32]
	ldp	x5, x6, [sp, 48]
	ldp	x7, x8, [sp, 64]
	ldp	x9, x10, [sp, 80]
	ldp	x11, x12, [sp, 96]
	ldp	x13, x14, [sp, 112]
	ldr	x15, [sp, 128]
	ldp	x29, x30, [sp], 272
	.cfi_def_cfa_offset 0
	.cfi_restore 29
	.cfi_restore 30
	ret
	.cfi_endproc
	.size \half\()_slow, . - \half\()_slow
	.endm

#else
#error "slow_path.S: slow halves of this processor are not written yet"
#endif

	.text
	ASIDE	fxp_hot_text
	ASIDE	fxp_hot_bytes
	ASIDE	fxp_hot_named
	ASIDE	fxp_leave_dead
	ASIDE	fxp_begin_step
	ASIDE	fxp_end
	ASIDE	fxp_leaf_begin_step
	ASIDE	fxp_leaf_end

#include "preload/arch/notes.inc"
