/* SPDX-License-Identifier: MIT */
/*
 * The entries and switches of several.h, 16 bytes each. An entry jumps to the
 * wrapper of its record, a switch to a real function. Both use only registers
 * that no argument is in, so that the stack and all arguments are as they were.
 */
#include "preload/gl/driver/several_sizes.h"

#if defined(__x86_64__)

	.text
	.macro PIECE records, common
	endbr64
	lea	\records+piece*16(%rip), %r11
	jmp	\common
	.p2align 4
	.set	piece, piece + 1
	.endm

	.type fxp_gl_enter, @function
	.p2align 4
fxp_gl_enter:
	.cfi_startproc
	mov	fxp_gl_thread@gottpoff(%rip), %rax
	mov	%r11, %fs:(%rax)
	jmp	*(%r11)
	.cfi_endproc
	.size fxp_gl_enter, . - fxp_gl_enter

	.type fxp_gl_switch, @function
	.p2align 4
fxp_gl_switch:
	.cfi_startproc
	mov	fxp_gl_thread@gottpoff(%rip), %rax
	mov	%fs:(%rax), %r10
	test	%r10, %r10
	jz	1f
	movq	$0, %fs:(%rax)
	mov	(%r11), %rax
	cmp	%rax, (%r10) /* noted for this function */
	jne	1f
	jmp	*8(%r10)
1:	jmp	*8(%r11)
	.cfi_endproc
	.size fxp_gl_switch, . - fxp_gl_switch

#elif defined(__aarch64__)

	.text
	.macro PIECE records, common
	hint	34 /* bti c */
	adrp	x16, \records+piece*16
	add	x16, x16, :lo12:\records+piece*16
	b	\common
	.set	piece, piece + 1
	.endm

	.type fxp_gl_enter, %function
	.p2align 4
fxp_gl_enter:
	.cfi_startproc
	adrp	x9, :gottprel:fxp_gl_thread
	ldr	x9, [x9, :gottprel_lo12:fxp_gl_thread]
	mrs	x10, tpidr_el0
	str	x16, [x10, x9]
	ldr	x16, [x16]
	br	x16
	.cfi_endproc
	.size fxp_gl_enter, . - fxp_gl_enter

	.type fxp_gl_switch, %function
	.p2align 4
fxp_gl_switch:
	.cfi_startproc
	adrp	x9, :gottprel:fxp_gl_thread
	ldr	x9, [x9, :gottprel_lo12:fxp_gl_thread]
	mrs	x10, tpidr_el0
	ldr	x11, [x10, x9]
	cbz	x11, 1f
	str	xzr, [x10, x9]
	ldr	x12, [x16]
	ldr	x13, [x11]
	cmp	x12, x13 /* noted for this function */
	b.ne	1f
	mov	x16, x11
1:	ldr	x16, [x16, 8]
	br	x16
	.cfi_endproc
	.size fxp_gl_switch, . - fxp_gl_switch

#else
#error "several_entry.S: not written for this processor yet"
#endif

	.globl fxp_gl_entries
	.hidden fxp_gl_entries
	.p2align 4
fxp_gl_entries:
	.cfi_startproc
	.set	piece, 0
	.rept	SEVERAL_ENTRIES
	PIECE	fxp_gl_entry_records, fxp_gl_enter
	.endr
	.cfi_endproc

	.globl fxp_gl_switches
	.hidden fxp_gl_switches
	.p2align 4
fxp_gl_switches:
	.cfi_startproc
	.set	piece, 0
	.rept	SEVERAL_SWITCHES
	PIECE	fxp_gl_switch_records, fxp_gl_switch
	.endr
	.cfi_endproc

#include "preload/arch/notes.inc"
