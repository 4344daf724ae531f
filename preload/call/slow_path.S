/* SPDX-License-Identifier: MIT */
/*
 * Slow halves of an ordinary call's steps (hot.h). They preserve all registers
 * but rax and vector registers. A wrapper that may call them in its middle then
 * needs and saves no more registers than one that does not.
 *
 * Stack: 72 bytes and two return addresses, on top of the half's own.
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

	.text
	ASIDE	fxp_hot_text
	ASIDE	fxp_hot_bytes
	ASIDE	fxp_hot_named
	ASIDE	fxp_leave_dead
	ASIDE	fxp_begin_step
	ASIDE	fxp_end
	ASIDE	fxp_leaf_begin_step
	ASIDE	fxp_leaf_end

	/* marks these objects as CET-compatible for the linker */
	.section .note.gnu.property, "a"
	.p2align 3
	.long	4, 16, 5
	.asciz	"GNU"
	.long	0xc0000002, 4, 3, 0

#endif
	.section .note.GNU-stack, "", @progbits
