/* SPDX-License-Identifier: MIT */
/*
 * The common part of all tail-jumped functions: those whose caller, frame or
 * number of returns matters (dlopen, vfork, setjmp, exit ...). A trampoline
 *
 *	NAME:	endbr64
 *		lea	descriptor(%rip), %r11
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
 *	arguments       rdi rsi rdx rcx r8 r9
 *	return_address  its place on the stack; further arguments that the
 *	                caller pushed begin 8 bytes above
 *
 * Stack: 200 bytes and the hook's return address, on top of the hook's own.
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

	/* marks these objects as CET-compatible for the linker */
	.section .note.gnu.property, "a"
	.p2align 3
	.long	4, 16, 5
	.asciz	"GNU"
	.long	0xc0000002, 4, 3, 0

#else
#error "tail.S: tail-jumped functions of this processor are not written yet"
#endif

	.section .note.GNU-stack, "", @progbits
