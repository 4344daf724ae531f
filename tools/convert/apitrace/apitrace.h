/* SPDX-License-Identifier: MIT */
/*
 * What apitrace's trace files are made of: the numbers of "Trace binary format
 * specification" (docs/FORMAT.markdown of apitrace), and of its writer what
 * that leaves open.
 */
#ifndef TOOLS_CONVERT_APITRACE_APITRACE_H
#define TOOLS_CONVERT_APITRACE_APITRACE_H

#include <stdint.h>

#define APITRACE_VERSION 6u

/* Snappy files: these two bytes, then chunks, each after its length. */
#define APITRACE_MAGIC "at"
/* Of a chunk before it is packed: apitrace's reader has room for no more. */
#define APITRACE_CHUNK_BYTES (1u << 20)

enum apitrace_event {
	APITRACE_ENTER,
	APITRACE_LEAVE,
};

enum apitrace_detail {
	APITRACE_CALL_END,
	APITRACE_CALL_ARG,
	APITRACE_CALL_RET,
	APITRACE_CALL_THREAD, /* version < 4 */
	APITRACE_CALL_BACKTRACE,
	APITRACE_CALL_FLAGS,
};

/* Of APITRACE_CALL_FLAGS: not made by the program itself. */
#define APITRACE_FLAG_FAKE 1u

enum apitrace_tag {
	APITRACE_NULL,
	APITRACE_FALSE,
	APITRACE_TRUE,
	APITRACE_NEGATIVE,
	APITRACE_UINT,
	APITRACE_FLOAT,
	APITRACE_DOUBLE,
	APITRACE_STRING,
	APITRACE_BLOB,
	APITRACE_ENUM,
	APITRACE_BITMASK,
	APITRACE_ARRAY,
	APITRACE_STRUCT,
	APITRACE_OPAQUE,
	APITRACE_REPR,
	APITRACE_WSTRING,
};

enum apitrace_frame_detail {
	APITRACE_FRAME_END,
	APITRACE_FRAME_MODULE,
	APITRACE_FRAME_FUNCTION,
	APITRACE_FRAME_FILE,
	APITRACE_FRAME_LINE,
	APITRACE_FRAME_OFFSET,
};

/* Its writer keeps the first function ids for calls that copy memory; others
 * count from here. */
#define APITRACE_FIRST_FUNCTION 4u

#endif
