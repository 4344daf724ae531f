/* SPDX-License-Identifier: MIT */
/*
 * Logs of LLVM's XRay in flight data recorder mode, as its runtime and its
 * tools define them (more than the documented version 1). A log has a header,
 * then blocks of records. A record's first bit gives its kind:
 *
 * - 0: a function's, 8 bytes: action, number of the function, ticks since the
 *   previous record.
 * - 1: metadata, 16 bytes: its kind and a body.
 *
 * Nothing is aligned; numbers are little-endian.
 *
 * A block belongs to one thread, and there may be many. From version 2 on its
 * size precedes it. Time is absolute in NEW_CPU and TSC_WRAP. In version 5 all
 * other times are relative to the previous record.
 */
#ifndef TOOLS_CONVERT_XRAY_XRAY_H
#define TOOLS_CONVERT_XRAY_XRAY_H

#include <stdint.h>

#define XRAY_VERSION 5u /* the newest, and what is written */
#define XRAY_HEADER_BYTES 32u
#define XRAY_FUNCTION_BYTES 8u
#define XRAY_RECORD_BYTES 16u /* including its first byte */
#define XRAY_MAX_FUNCTION 0x0fffffffu

enum xray_type {
	XRAY_BASIC = 0,
	XRAY_FDR = 1,
};

/* of the header: the clock has a constant rate and never stops */
#define XRAY_CONSTANT_TSC 1u
#define XRAY_NONSTOP_TSC 2u

enum xray_action {
	XRAY_ENTRY,
	XRAY_EXIT,
	XRAY_TAIL_EXIT,
	XRAY_ENTRY_ARGS, /* CALL_ARGUMENTs follow */
	XRAY_N_ACTIONS,
};

enum xray_kind {
	XRAY_NEW_BUFFER,     /* i32 tid */
	XRAY_END_OF_BUFFER,  /* version 1 only */
	XRAY_NEW_CPU,	     /* u16 cpu, u64 tsc */
	XRAY_TSC_WRAP,	     /* u64 tsc */
	XRAY_WALL_CLOCK,     /* i64 s, i32 us */
	XRAY_CUSTOM_EVENT,   /* i32 size; version 5: i32 ticks, else u64 tsc */
	XRAY_CALL_ARGUMENT,  /* u64 */
	XRAY_BUFFER_EXTENTS, /* u64 bytes of the block after it */
	XRAY_TYPED_EVENT,    /* i32 size, i32 ticks, u16 type */
	XRAY_PID,	     /* i32 pid */
	XRAY_N_KINDS,
};

/* The first byte of a metadata record. */
#define XRAY_FIRST_BYTE(kind) ((unsigned char)((kind) << 1 | 1))

/* A log's records in an archive: events of this category, with the names of
 * functions or these. */
#define XRAY_CATEGORY "xray"
#define XRAY_CUSTOM_NAME "custom event"
#define XRAY_TYPED_NAME "typed event"
#define XRAY_CPU_NAME "cpu"

/* The suffix of the sidecar file with the functions' names. */
#define XRAY_MAP_SUFFIX ".elf"
#define XRAY_MAP_SECTION "xray_instr_map"

#endif
