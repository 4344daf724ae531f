/* SPDX-License-Identifier: MIT */
/*
 * The page into which `fxtrace timeline` writes calls. page.sh of
 * tools/page makes it from the files of this folder.
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
