/* SPDX-License-Identifier: MIT */
/*
 * The texts of this folder, one after the other, each ended by NUL.
 */
	.section .rodata
	.globl man_pages, man_pages_end
	.type man_pages, @object
	.type man_pages_end, @object
man_pages:
	.incbin MAN_PAGES
man_pages_end:
	.byte 0
	.section .note.GNU-stack, "", @progbits
