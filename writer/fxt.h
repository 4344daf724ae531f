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
#ifndef WRITER_FXT_H
#define WRITER_FXT_H

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

/* Ref of an inline string; n_bytes at most FXT_STRING_MAX_BYTES. */
static inline uint16_t fxt_inline_ref(size_t n_bytes)
{
	return (uint16_t)(n_bytes ? FXT_STRING_INLINE | n_bytes : 0);
}

/* Skippable record over n_words (1..FXT_RECORD_MAX_WORDS) words whose
 * payload may be anything: a blob record without a name. */
static inline uint64_t fxt_filler_header(uint64_t n_words)
{
	return fxt_header(FXT_RECORD_BLOB, n_words,
			  ((n_words - 1) * 8) << 32 | (uint64_t)FXT_BLOB_DATA
							      << 48);
}

/* Whether a record is one, whatever its payload. */
static inline bool fxt_is_filler(uint64_t header)
{
	return (header & 15) == FXT_RECORD_BLOB && !(header >> 16 & 0xffff);
}

/* Whether a record begins a call or is one. */
static inline bool fxt_is_call(uint64_t header)
{
	unsigned type = header >> 16 & 15;

	return (header & 15) == FXT_RECORD_EVENT &&
	       (type == FXT_EVENT_DURATION_BEGIN ||
		type == FXT_EVENT_DURATION_COMPLETE);
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
			  (uint64_t)message_bytes << 16 | (uint64_t)thread_ref
								  << 32);
}

/* trace format, Scheduling Record (newer edition; type 0 is the Context
 * Switch Record of the older one) */
enum fxt_scheduling_type {
	FXT_SCHEDULING_LEGACY_SWITCH = 0,
	FXT_SCHEDULING_SWITCH = 1,
	FXT_SCHEDULING_WAKEUP = 2,
};

/* trace format, Context Switch Record, Thread States */
enum fxt_thread_state {
	FXT_THREAD_NEW = 0,
	FXT_THREAD_RUNNING = 1,
	FXT_THREAD_SUSPENDED = 2,
	FXT_THREAD_BLOCKED = 3,
	FXT_THREAD_DYING = 4,
	FXT_THREAD_DEAD = 5,
};

/* trace format, Large Record Header */
enum fxt_large_type {
	FXT_LARGE_BLOB = 0,
};

/* trace format, Large Blob Record */
enum fxt_large_blob_format {
	FXT_LARGE_BLOB_EVENT = 0,      /* with time, thread and arguments */
	FXT_LARGE_BLOB_ATTACHMENT = 1, /* category and name only */
};

/* trace format, Magic Number Record */
#define FXT_TRACE_INFO_MAGIC 0u
#define FXT_MAGIC_NUMBER 0x16547846u

_Static_assert((1ull << 4 | (uint64_t)FXT_METADATA_TRACE_INFO << 16 |
		(uint64_t)FXT_TRACE_INFO_MAGIC << 20 |
		(uint64_t)FXT_MAGIC_NUMBER << 24) == FXT_MAGIC,
	       "the magic word is the magic number record");
_Static_assert(FXT_RECORD_MAX_WORDS == (1u << 12) - 1, "12-bit record size");
_Static_assert(FXT_STRING_MAX_INDEX == FXT_STRING_INLINE - 1,
	       "top bit distinguishes inline strings from indices");
_Static_assert(FXT_STRING_MAX_BYTES < FXT_STRING_INLINE &&
		       FXT_BLOB_MAX_BYTES < 1u << 15 &&
		       FXT_LOG_MAX_BYTES < 1u << 15,
	       "15-bit lengths");
_Static_assert((FXT_RECORD_MAX_WORDS - 1) * 8 < 1u << 15,
	       "the longest filler's payload size fits its field");
_Static_assert(FXT_STRING_MAX_BYTES / 8 + 1 <= FXT_RECORD_MAX_WORDS,
	       "the longest string fits one string record");
_Static_assert(FXT_MAX_ARGS == (1u << 4) - 1 &&
		       FXT_THREAD_MAX_INDEX == (1u << 8) - 1 &&
		       FXT_PROVIDER_NAME_MAX_BYTES == (1u << 8) - 1,
	       "counts and indices fill their fields");

/* n_bits (1..63) bits of word from bit `low` up. */
static inline uint64_t fxt_bits(uint64_t word, unsigned low, unsigned n_bits)
{
	return word >> low & ((1ull << n_bits) - 1);
}

/* Type of the record that begins with this word; 10..14 are not known here. */
static inline unsigned fxt_record_type(uint64_t header)
{
	return (unsigned)(header & 0xf);
}

/* trace format, Context Switch Record, header word; out = outgoing,
 * in = incoming thread. Their priorities, bits 44..51 and 52..59, are 0. */
static inline uint64_t fxt_legacy_switch_header(uint64_t n_words, uint8_t cpu,
						unsigned out_state,
						uint8_t out_ref, uint8_t in_ref)
{
	return fxt_header(FXT_RECORD_SCHEDULING, n_words,
			  (uint64_t)cpu << 16 | (uint64_t)out_state << 24 |
				  (uint64_t)out_ref << 28 |
				  (uint64_t)in_ref << 36);
}

/* trace format, Scheduling Record, header word of types 1 and 2; out_state is
 * 0 for a wakeup */
static inline uint64_t fxt_scheduling_header(unsigned scheduling_type,
					     uint64_t n_words, unsigned n_args,
					     uint16_t cpu, unsigned out_state)
{
	return fxt_header(FXT_RECORD_SCHEDULING, n_words,
			  (uint64_t)n_args << 16 | (uint64_t)cpu << 20 |
				  (uint64_t)out_state << 36 |
				  (uint64_t)scheduling_type << 60);
}

/* trace format, Large Blob Record, header word; the format header follows */
static inline uint64_t fxt_large_blob_header(uint32_t n_words, unsigned format)
{
	return fxt_header(FXT_RECORD_LARGE, n_words,
			  (uint64_t)FXT_LARGE_BLOB << 36 | (uint64_t)format
								   << 40);
}

/* trace format, Large Blob Record, format header word; n_args and thread_ref
 * are 0 in FXT_LARGE_BLOB_ATTACHMENT */
static inline uint64_t fxt_large_blob_format_header(uint16_t category_ref,
						    uint16_t name_ref,
						    unsigned n_args,
						    uint8_t thread_ref)
{
	return category_ref | (uint64_t)name_ref << 16 |
	       (uint64_t)n_args << 32 | (uint64_t)thread_ref << 36;
}

/*
 * Result of unpacking. After the two kinds that fxt_is_usable() accepts the
 * output is complete. The format grows through reserved fields: a reader of
 * foreign traces goes on, and a checker of our own complains.
 */
enum fxt_status {
	FXT_OK = 0,
	FXT_ERROR_RESERVED,  /* reserved bits are set; usable */
	FXT_ERROR_PADDING,   /* a stream is padded with other than 0; usable */
	FXT_ERROR_UNKNOWN,   /* whole, but of an unknown subtype: skip it */
	FXT_ERROR_TRUNCATED, /* longer than the words available */
	FXT_ERROR_SIZE_ZERO, /* size field 0: no way to find the next record */
	FXT_ERROR_TYPE,	     /* not of the requested type */
	FXT_ERROR_SHORT,     /* ends before a word that it must have */
	FXT_ERROR_STRING,    /* an inline string runs past the end */
	FXT_ERROR_PAYLOAD,   /* a blob or message runs past the end */
	FXT_ERROR_ARG_SIZE,  /* argument of size 0, or past its record's end */
	FXT_ERROR_MAGIC,     /* damaged magic number record */
	FXT_N_STATUSES
};

/* True if the output of the call that returned `status` is complete. */
static inline bool fxt_is_usable(enum fxt_status status)
{
	return status <= FXT_ERROR_PADDING;
}

/*
 * A string ref and, if inline, its bytes.
 *
 * ref 0 is the empty string, 1..FXT_STRING_MAX_INDEX a string table index
 * (n_bytes 0 and bytes NULL: the table is the reader's). With FXT_STRING_INLINE
 * set it is n_bytes bytes. They are borrowed from the record and NOT ended by
 * NUL. Unpacking tolerates up to 32767 bytes, packing FXT_STRING_MAX_BYTES.
 * Source: String References.
 */
struct fxt_string {
	uint16_t ref;
	uint16_t n_bytes;
	const char *bytes;
};

/* A string to pack inline; n_bytes at most FXT_STRING_MAX_BYTES, borrowed. */
static inline struct fxt_string fxt_inline_string(const char *bytes,
						  size_t n_bytes)
{
	return (struct fxt_string){fxt_inline_ref(n_bytes), (uint16_t)n_bytes,
				   bytes};
}

/* A string to pack by index, 0 (empty)..FXT_STRING_MAX_INDEX. */
static inline struct fxt_string fxt_indexed_string(uint16_t index)
{
	return (struct fxt_string){index, 0, NULL};
}

/*
 * A thread ref and, if inline (ref 0), its koids; of an indexed one they are
 * 0, the table is the reader's. Source: Thread References.
 */
struct fxt_thread {
	uint8_t ref;
	uint64_t process, thread; /* koids */
};

/*
 * The packed arguments of one record, borrowed; an iterator for
 * fxt_next_arg(), so copy it to go over them again. Sizes are already checked
 * when a record was unpacked. To pack a record with arguments, pack these
 * first with fxt_pack_arg(), one behind the other; word_off is not used then.
 */
struct fxt_args {
	const uint64_t *words; /* the next argument's header */
	size_t n_words;
	unsigned n;	 /* arguments left, 0..FXT_MAX_ARGS */
	size_t word_off; /* of `words` in the record, for fault offsets */
};

/*
 * One argument. Borrows its strings and bytes from the record. Types other
 * than enum fxt_arg_type have their name and n_words only, and are skipped.
 * Source: Argument Types.
 */
struct fxt_arg {
	unsigned type; /* enum fxt_arg_type, or up to 15 from newer writers */
	struct fxt_string name;
	union {
		int32_t i32;
		uint32_t u32;
		int64_t i64;
		uint64_t u64; /* also the bits of f64 */
		double f64;
		struct fxt_string string;
		uint64_t pointer;
		uint64_t koid;
		bool boolean;
		struct {
			const void *bytes;
			uint32_t n_bytes;
		} blob;
	} value;
	/* Set by unpacking, not used by packing: the packed argument. */
	const uint64_t *words;
	size_t n_words;
};

/* Metadata Record; which fields count depends on type */
struct fxt_metadata {
	unsigned type;		 /* enum fxt_metadata_type */
	uint32_t provider_id;	 /* provider info, section, event */
	const char *name;	 /* provider info: not ended by NUL, borrowed */
	uint8_t name_bytes;	 /* provider info */
	uint8_t event;		 /* provider event: 0 = buffer filled up */
	uint8_t trace_info_type; /* trace info: 0 = magic number */
	uint64_t trace_info_data; /* trace info: bits 24..63 */
};

/*
 * Initialization Record. Words 2 and 3 exist in the extended form that Jane
 * Street's writer makes (observed) and are 0 otherwise.
 */
struct fxt_init {
	uint64_t ticks_per_second;
	bool is_extended;
	uint64_t base_ticks;
	uint64_t base_realtime_ns; /* wall clock at base_ticks */
};

/* String Record; index 0 must be ignored by readers */
struct fxt_string_record {
	uint16_t index;
	uint16_t n_bytes;
	const char *bytes; /* not ended by NUL, borrowed */
};

/* Event Record */
struct fxt_event {
	unsigned type; /* enum fxt_event_type */
	uint64_t ticks;
	struct fxt_thread thread;
	struct fxt_string category, name;
	struct fxt_args args;
	/* Event-type specific word: counter id, end of a complete duration in
	 * ticks, async or flow correlation id, enum fxt_scope of an instant.
	 * Always there but in begin and end (never) and instants (maybe). */
	bool has_tail;
	uint64_t tail;
};

/* Blob Record */
struct fxt_blob {
	unsigned type; /* enum fxt_blob_type */
	struct fxt_string name;
	const void *bytes; /* borrowed */
	uint32_t n_bytes;  /* at most 32767 */
};

/* Userspace Object Record */
struct fxt_userspace_object {
	uint64_t pointer;
	struct fxt_thread process; /* .thread is not in the record: 0 */
	struct fxt_string name;
	struct fxt_args args;
};

/* Kernel Object Record; the name may be any bytes in the newer edition */
struct fxt_kernel_object {
	unsigned type; /* enum fxt_object_type, or any ZX_OBJ_TYPE 0..255 */
	uint64_t koid;
	struct fxt_string name;
	struct fxt_args args;
};

/*
 * Scheduling Record. Type 0 has refs and priorities; types 1 and 2 have thread
 * koids only (ref and process are 0), a 16-bit cpu and arguments. A wakeup's
 * thread is `incoming`.
 */
struct fxt_scheduling {
	unsigned type; /* enum fxt_scheduling_type */
	uint16_t cpu;
	uint8_t outgoing_state; /* enum fxt_thread_state */
	uint8_t outgoing_priority, incoming_priority;
	uint64_t ticks;
	struct fxt_thread outgoing, incoming;
	struct fxt_args args;
};

/* Log Record */
struct fxt_log {
	uint64_t ticks;
	struct fxt_thread thread;
	const char *message; /* not ended by NUL, borrowed */
	uint16_t n_bytes;    /* at most FXT_LOG_MAX_BYTES */
};

/* Large Blob Record; attachments have neither ticks, thread nor args */
struct fxt_large_blob {
	unsigned format; /* enum fxt_large_blob_format */
	struct fxt_string category, name;
	uint64_t ticks;
	struct fxt_thread thread;
	struct fxt_args args;
	const void *bytes; /* borrowed */
	uint64_t n_bytes;
};

/*
 * What `status` means, as words to end a message with, such as "the size field
 * is 0". Static storage, never NULL.
 */
const char *fxt_status_text(enum fxt_status status);

/*
 * Size of the record that begins at word[0].
 *
 * n_words_left   words that may be read from `word`, 0 or more
 * n_words        out: the record's size; set for FXT_OK and, as the size it
 *                claims, for FXT_ERROR_TRUNCATED (0 if not even the header is
 *                there); at most 4095, large records 2^32 - 1
 *
 * FXT_OK, FXT_ERROR_SIZE_ZERO or FXT_ERROR_TRUNCATED. Record Header, Large
 * Record Header.
 */
enum fxt_status fxt_record_words(const uint64_t *word, size_t n_words_left,
				 size_t *n_words);

/*
 * fxt_unpack_X(record, n_words, out, fault_word): unpack one record.
 *
 * record      its header, 8-aligned, borrowed. `out` points into it and lives
 *             no longer.
 * n_words     words that may be read from `record`; may be more than its size.
 * out         filled; complete only if fxt_is_usable(status returned).
 * fault_word  NULL, or out: word of the record, 0..n_words, at which the
 *             first fault was found; 0 with FXT_OK.
 *
 * Words behind those known here are skipped: records grow that way. Errors
 * that all share: FXT_ERROR_TRUNCATED, _SIZE_ZERO, _TYPE, _SHORT, _RESERVED;
 * with streams _STRING, _PAYLOAD, _PADDING; with arguments _ARG_SIZE.
 * FXT_ERROR_UNKNOWN for an unknown metadata, event, scheduling, trace info or
 * large record type: then only the fields before the unknown part count.
 */
enum fxt_status fxt_unpack_metadata(const uint64_t *record, size_t n_words,
				    struct fxt_metadata *out,
				    size_t *fault_word);
enum fxt_status fxt_unpack_init(const uint64_t *record, size_t n_words,
				struct fxt_init *out, size_t *fault_word);
enum fxt_status fxt_unpack_string(const uint64_t *record, size_t n_words,
				  struct fxt_string_record *out,
				  size_t *fault_word);
/* Thread Record: out->ref is the index it defines; 0 must be ignored */
enum fxt_status fxt_unpack_thread(const uint64_t *record, size_t n_words,
				  struct fxt_thread *out, size_t *fault_word);
enum fxt_status fxt_unpack_event(const uint64_t *record, size_t n_words,
				 struct fxt_event *out, size_t *fault_word);
enum fxt_status fxt_unpack_blob(const uint64_t *record, size_t n_words,
				struct fxt_blob *out, size_t *fault_word);
enum fxt_status fxt_unpack_userspace_object(const uint64_t *record,
					    size_t n_words,
					    struct fxt_userspace_object *out,
					    size_t *fault_word);
enum fxt_status fxt_unpack_kernel_object(const uint64_t *record, size_t n_words,
					 struct fxt_kernel_object *out,
					 size_t *fault_word);
enum fxt_status fxt_unpack_scheduling(const uint64_t *record, size_t n_words,
				      struct fxt_scheduling *out,
				      size_t *fault_word);
enum fxt_status fxt_unpack_log(const uint64_t *record, size_t n_words,
			       struct fxt_log *out, size_t *fault_word);
enum fxt_status fxt_unpack_large_blob(const uint64_t *record, size_t n_words,
				      struct fxt_large_blob *out,
				      size_t *fault_word);

/*
 * Unpack one argument. As fxt_unpack_X above, but for the argument at
 * `words`; fault_word counts from there. Unknown types are FXT_OK. Errors:
 * FXT_ERROR_ARG_SIZE, _SHORT, _STRING, _PAYLOAD, _RESERVED, _PADDING.
 */
enum fxt_status fxt_unpack_arg(const uint64_t *words, size_t n_words,
			       struct fxt_arg *out, size_t *fault_word);

/*
 * Unpack the next argument and move `args` behind it:
 *
 *	struct fxt_args args = event.args;
 *	while (args.n)
 *		status = fxt_next_arg(&args, &arg, &fault_word);
 *
 * args->n must not be 0. Errors as fxt_unpack_arg(); `args` has moved on all
 * the same (to its end after FXT_ERROR_ARG_SIZE), so the loop ends. fault_word
 * counts from the record's header.
 */
enum fxt_status fxt_next_arg(struct fxt_args *args, struct fxt_arg *out,
			     size_t *fault_word);

/*
 * fxt_pack_X(words, n_words, in): write one record or argument.
 *
 * words    8-aligned, the caller's; must not overlap what `in` points to
 * n_words  space there
 * in       what to write, borrowed; unpacking gives it back
 *
 * Returns the words used, at least 1. Returns 0, with words[] in any state, if
 * the record does not fit, or not into FXT_RECORD_MAX_WORDS. The same if
 * `in` cannot be written: an unknown type, a value wider than its field, or a
 * string whose ref and n_bytes disagree. The sizes of args must add up to
 * args.n_words. Streams are padded with zeros. The header is written last.
 */
size_t fxt_pack_metadata(uint64_t *words, size_t n_words,
			 const struct fxt_metadata *in);
/* 4 words if in->is_extended, else 2 */
size_t fxt_pack_init(uint64_t *words, size_t n_words,
		     const struct fxt_init *in);
/* in->index 1..FXT_STRING_MAX_INDEX, n_bytes up to FXT_STRING_MAX_BYTES */
size_t fxt_pack_string(uint64_t *words, size_t n_words,
		       const struct fxt_string_record *in);
/* in->ref is the index to define, 1..FXT_THREAD_MAX_INDEX */
size_t fxt_pack_thread(uint64_t *words, size_t n_words,
		       const struct fxt_thread *in);
/* in->has_tail counts for instants only; the other types know */
size_t fxt_pack_event(uint64_t *words, size_t n_words,
		      const struct fxt_event *in);
/* in->n_bytes up to FXT_BLOB_MAX_BYTES */
size_t fxt_pack_blob(uint64_t *words, size_t n_words,
		     const struct fxt_blob *in);
size_t fxt_pack_userspace_object(uint64_t *words, size_t n_words,
				 const struct fxt_userspace_object *in);
size_t fxt_pack_kernel_object(uint64_t *words, size_t n_words,
			      const struct fxt_kernel_object *in);
size_t fxt_pack_scheduling(uint64_t *words, size_t n_words,
			   const struct fxt_scheduling *in);
size_t fxt_pack_log(uint64_t *words, size_t n_words, const struct fxt_log *in);
size_t fxt_pack_large_blob(uint64_t *words, size_t n_words,
			   const struct fxt_large_blob *in);
size_t fxt_pack_arg(uint64_t *words, size_t n_words, const struct fxt_arg *in);

/*
 * n_bytes (0 or more) of a stream to words[0..fxt_words(n_bytes)), the last
 * word padded with zeros. Returns fxt_words(n_bytes), the words used.
 */
size_t fxt_pack_stream(uint64_t *words, const void *bytes, size_t n_bytes);

#endif
