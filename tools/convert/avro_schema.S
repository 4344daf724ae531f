/* SPDX-License-Identifier: MIT */
/*
 * The schema of files of Avro, with a NUL behind it.
 */
	.section .rodata
	.globl avro_schema
	.type avro_schema, @object
avro_schema:
	.incbin "tools/convert/call.avsc"
	.byte 0
	.section .note.GNU-stack, "", @progbits
