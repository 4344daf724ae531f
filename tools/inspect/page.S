/* SPDX-License-Identifier: MIT */
/*
 * The page into which `fxtrace inspect` writes frames. page.sh of
 * tools/page makes it from the files of this folder.
 */
	.section .rodata
	.globl inspect_page, inspect_page_end
	.type inspect_page, @object
	.type inspect_page_end, @object
inspect_page:
	.incbin INSPECT_PAGE
inspect_page_end:
	.byte 0
	.section .note.GNU-stack, "", @progbits
