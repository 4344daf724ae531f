/* SPDX-License-Identifier: MIT */
/*
 * The Fuchsia trace format: record and argument types, bit fields, limits, and
 * pure functions that pack words and unpack them again. First stop of the
 * writer and of the reader; it knows no memory but its arguments, calls
 * nothing and keeps no state.
 *
 * Sources, cited below as "trace format, SECTION": Fuchsia's trace format
 * document; the bool and blob arguments are in its newer edition.
 *
 * Every function here is async-signal-safe, thread-safe and usable before
 * relocation. "words" are 64-bit little-endian units; refs are 16-bit string
 * refs ("trace format, String References").
 */
#ifndef FXT_H
#define FXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* trace format, Magic Number Record */
#define FXT_MAGIC 0x0016547846040010ull

/* trace format, Records; a record of 4096 words or more desynchronises
 * Perfetto (observed), so large records keep the same limit here. */
#define FXT_RECORD_MAX_WORDS 4095u
/* trace format, String References */
#define FXT_STRING_MAX_INDEX 0x7fffu
#define FXT_STRING_INLINE 0x8000u
#define FXT_STRING_MAX_BYTES 32000u
/* trace format, Thread References */
#define FXT_THREAD_MAX_INDEX 255u
/* trace format, Event Record: 4-bit argument count */
#define FXT_MAX_ARGS 15u
/* Fuchsia's engine: largest payload of one blob record */
#define FXT_BLOB_MAX_BYTES 32000u
/* trace format, Provider Info Metadata: 8-bit name length */
#define FXT_PROVIDER_NAME_MAX_BYTES 255u
/* trace format, Log Record: 15-bit message length */
#define FXT_LOG_MAX_BYTES 0x7fffu

/* trace format, Record Types */
enum fxt_record_type {
	FXT_RECORD_METADATA = 0,
	FXT_RECORD_INIT = 1,
	FXT_RECORD_STRING = 2,
	FXT_RECORD_THREAD = 3,
	FXT_RECORD_EVENT = 4,
	FXT_RECORD_BLOB = 5,
	FXT_RECORD_USERSPACE_OBJECT = 6,
	FXT_RECORD_KERNEL_OBJECT = 7,
	FXT_RECORD_SCHEDULING = 8,
	FXT_RECORD_LOG = 9,
	FXT_RECORD_LARGE = 15,
};

/* trace format, Metadata Record */
enum fxt_metadata_type {
	FXT_METADATA_PROVIDER_INFO = 1,
	FXT_METADATA_PROVIDER_SECTION = 2,
	FXT_METADATA_PROVIDER_EVENT = 3,
	FXT_METADATA_TRACE_INFO = 4,
};

/* trace format, Provider Event Metadata */
#define FXT_PROVIDER_EVENT_BUFFER_FULL 0u

/* trace format, Event Record */
enum fxt_event_type {
	FXT_EVENT_INSTANT = 0,
	FXT_EVENT_COUNTER = 1,
	FXT_EVENT_DURATION_BEGIN = 2,
	FXT_EVENT_DURATION_END = 3,
	FXT_EVENT_DURATION_COMPLETE = 4,
	FXT_EVENT_ASYNC_BEGIN = 5,
	FXT_EVENT_ASYNC_INSTANT = 6,
	FXT_EVENT_ASYNC_END = 7,
	FXT_EVENT_FLOW_BEGIN = 8,
	FXT_EVENT_FLOW_STEP = 9,
	FXT_EVENT_FLOW_END = 10,
};

/* Scope word that Fuchsia's engine appends to instant events (observed). */
enum fxt_scope {
	FXT_SCOPE_THREAD = 0,
	FXT_SCOPE_PROCESS = 1,
	FXT_SCOPE_GLOBAL = 2,
};

/* trace format, Argument Types; 9 and 10 from its newer edition */
enum fxt_arg_type {
	FXT_ARG_NULL = 0,
	FXT_ARG_INT32 = 1,
	FXT_ARG_UINT32 = 2,
	FXT_ARG_INT64 = 3,
	FXT_ARG_UINT64 = 4,
	FXT_ARG_DOUBLE = 5,
	FXT_ARG_STRING = 6,
	FXT_ARG_POINTER = 7,
	FXT_ARG_KOID = 8,
	FXT_ARG_BOOL = 9,
	FXT_ARG_BLOB = 10,
};

/* trace format, Blob Types */
enum fxt_blob_type {
	FXT_BLOB_DATA = 1,
	FXT_BLOB_LAST_BRANCH = 2,
	FXT_BLOB_PERFETTO = 3,
};

/* Zircon object types used in kernel object records */
enum fxt_object_type {
	FXT_OBJECT_PROCESS = 1,
	FXT_OBJECT_THREAD = 2,
};

/* Words that n_bytes of a stream occupy (trace format, Atoms). */
static inline size_t fxt_words(size_t n_bytes)
{
	return (n_bytes + 7) / 8;
}

/* Any record's first word; payload is bits 16..63, already in place. */
static inline uint64_t fxt_header(unsigned type, uint64_t n_words,
				  uint64_t payload)
{
	return payload | n_words << 4 | type;
}

/* Ref of a string that stands inline; n_bytes at most FXT_STRING_MAX_BYTES. */
static inline uint16_t fxt_inline_ref(size_t n_bytes)
{
	return (uint16_t)(n_bytes ? FXT_STRING_INLINE | n_bytes : 0);
}

/* Skippable record over n_words (1..FXT_RECORD_MAX_WORDS) words whose
 * payload may be anything: a blob record without a name. */
static inline uint64_t fxt_filler_header(uint64_t n_words)
{
	return fxt_header(FXT_RECORD_BLOB, n_words,
			  ((n_words - 1) * 8) << 32 |
				  (uint64_t)FXT_BLOB_DATA << 48);
}

/* trace format, Event Record, header word */
static inline uint64_t fxt_event_header(unsigned event_type, uint64_t n_words,
					unsigned n_args, uint8_t thread_ref,
					uint16_t category_ref,
					uint16_t name_ref)
{
	return fxt_header(FXT_RECORD_EVENT, n_words,
			  (uint64_t)event_type << 16 | (uint64_t)n_args << 20 |
				  (uint64_t)thread_ref << 24 |
				  (uint64_t)category_ref << 32 |
				  (uint64_t)name_ref << 48);
}

/* trace format, Argument Header; value32 is what bits 32..63 hold */
static inline uint64_t fxt_arg_header(unsigned arg_type, uint64_t n_words,
				      uint16_t name_ref, uint32_t value32)
{
	return arg_type | n_words << 4 | (uint64_t)name_ref << 16 |
	       (uint64_t)value32 << 32;
}

/* trace format, Provider Info Metadata, header word */
static inline uint64_t fxt_provider_info_header(uint32_t provider_id,
						size_t name_bytes)
{
	return fxt_header(FXT_RECORD_METADATA, 1 + fxt_words(name_bytes),
			  (uint64_t)FXT_METADATA_PROVIDER_INFO << 16 |
				  (uint64_t)provider_id << 20 |
				  (uint64_t)name_bytes << 52);
}

/* trace format, Provider Section Metadata */
static inline uint64_t fxt_provider_section(uint32_t provider_id)
{
	return fxt_header(FXT_RECORD_METADATA, 1,
			  (uint64_t)FXT_METADATA_PROVIDER_SECTION << 16 |
				  (uint64_t)provider_id << 20);
}

/* trace format, Provider Event Metadata */
static inline uint64_t fxt_provider_event(uint32_t provider_id, unsigned event)
{
	return fxt_header(FXT_RECORD_METADATA, 1,
			  (uint64_t)FXT_METADATA_PROVIDER_EVENT << 16 |
				  (uint64_t)provider_id << 20 |
				  (uint64_t)event << 52);
}

/* trace format, Initialization Record, header word; the rate follows */
static inline uint64_t fxt_init_header(void)
{
	return fxt_header(FXT_RECORD_INIT, 2, 0);
}

/* trace format, String Record, header word; the stream follows */
static inline uint64_t fxt_string_header(uint16_t index, size_t n_bytes)
{
	return fxt_header(FXT_RECORD_STRING, 1 + fxt_words(n_bytes),
			  (uint64_t)index << 16 | (uint64_t)n_bytes << 32);
}

/* trace format, Thread Record, header word; process and thread follow */
static inline uint64_t fxt_thread_header(uint8_t index)
{
	return fxt_header(FXT_RECORD_THREAD, 3, (uint64_t)index << 16);
}

/* trace format, Blob Record, header word; n_words is the whole record */
static inline uint64_t fxt_blob_header(uint64_t n_words, uint16_t name_ref,
				       size_t payload_bytes, unsigned blob_type)
{
	return fxt_header(FXT_RECORD_BLOB, n_words,
			  (uint64_t)name_ref << 16 |
				  (uint64_t)payload_bytes << 32 |
				  (uint64_t)blob_type << 48);
}

/* trace format, Userspace Object Record, header word */
static inline uint64_t fxt_userspace_object_header(uint64_t n_words,
						   uint8_t thread_ref,
						   uint16_t name_ref,
						   unsigned n_args)
{
	return fxt_header(FXT_RECORD_USERSPACE_OBJECT, n_words,
			  (uint64_t)thread_ref << 16 |
				  (uint64_t)name_ref << 24 |
				  (uint64_t)n_args << 40);
}

/* trace format, Kernel Object Record, header word; koid, name, args follow */
static inline uint64_t fxt_kernel_object_header(uint64_t n_words,
						unsigned object_type,
						uint16_t name_ref,
						unsigned n_args)
{
	return fxt_header(FXT_RECORD_KERNEL_OBJECT, n_words,
			  (uint64_t)object_type << 16 |
				  (uint64_t)name_ref << 24 |
				  (uint64_t)n_args << 40);
}

/* trace format, Log Record, header word */
static inline uint64_t fxt_log_header(uint64_t n_words, size_t message_bytes,
				      uint8_t thread_ref)
{
	return fxt_header(FXT_RECORD_LOG, n_words,
			  (uint64_t)message_bytes << 16 |
				  (uint64_t)thread_ref << 32);
}

/* FXT_MORE: unpacking, see the second part of this header */

#endif
