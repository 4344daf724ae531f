/* SPDX-License-Identifier: MIT */
/*
 * What apitrace's trace files consist of: the numbers of "Trace binary format
 * specification" (docs/FORMAT.markdown of apitrace). Where that is silent, the
 * numbers are those of apitrace's own writer.
 */
#ifndef TOOLS_CONVERT_APITRACE_APITRACE_H
#define TOOLS_CONVERT_APITRACE_APITRACE_H

#include <stdint.h>

#define APITRACE_VERSION 6u

/* Snappy files: these two bytes, then chunks, each preceded by its length. */
#define APITRACE_MAGIC "at"
/* Bytes of a chunk before packing: apitrace's reader has no space for more. */
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

/* A bit of APITRACE_CALL_FLAGS: the program did not make the call itself. */
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

/* Apitrace's writer reserves the first function ids for calls that copy memory.
 * Others count from here. */
#define APITRACE_FIRST_FUNCTION 4u

#endif
