/* SPDX-License-Identifier: MIT */
/*
 * The page that `fxtrace timeline` writes calls into: put together of the files
 * of this folder by page.sh.
 */
	.section .rodata
	.globl timeline_page, timeline_page_end
	.type timeline_page, @object
	.type timeline_page_end, @object
timeline_page:
	.incbin TIMELINE_PAGE
timeline_page_end:
	.byte 0
	.section .note.GNU-stack, "", @progbits
