/* SPDX-License-Identifier: MIT */
/*
 * The statements of ddl/, each text with a NUL behind it.
 */
	.section .rodata
	.globl ddl_duckdb, ddl_clickhouse, ddl_spark
	.type ddl_duckdb, @object
	.type ddl_clickhouse, @object
	.type ddl_spark, @object
ddl_duckdb:
	.incbin "tools/convert/ddl/duckdb.sql"
	.byte 0
ddl_clickhouse:
	.incbin "tools/convert/ddl/clickhouse.sql"
	.byte 0
ddl_spark:
	.incbin "tools/convert/ddl/spark.sql"
	.byte 0
	.section .note.GNU-stack, "", @progbits
