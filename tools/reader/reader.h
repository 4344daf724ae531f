/* SPDX-License-Identifier: MIT */
/*
 * The record layer: an archive as a sequence of records, checked and unpacked,
 * each with its provider. Strings and threads are looked up as of a record's
 * offset, so a record can be read a second time later. Any bytes are legal
 * input. The first fault ends the reading with a status, an offset and what was
 * expected there. The status stays.
 *
 * An archive that a process writes into its own file (writer/wire.h) can be
 * read whether that process still runs, was killed or has finished it.
 *
 * Not thread-safe. What fxr_next gives is borrowed until the following
 * fxr_next; strings and providers live until close.
 */
#ifndef TOOLS_READER_READER_H
#define TOOLS_READER_READER_H

#include "tools/reader/memory.h"
#include "writer/fxt.h"
#include "writer/wire.h"

enum fxr_status {
	FXR_OK = 0,
	FXR_END,	     /* all records were delivered */
	FXR_ERROR_READ,	     /* the file or its compression */
	FXR_ERROR_MAGIC,     /* not an archive */
	FXR_ERROR_RECORD,    /* a malformed record */
	FXR_ERROR_TRUNCATED, /* the last record is not all there */
};

struct fxr_error {
	enum fxr_status status;
	uint64_t off;	    /* bytes from the archive's beginning */
	char expected[160]; /* what should have been there */
};

/* One process image; number 0 owns the records before any provider record. */
struct fxr_provider {
	uint32_t index; /* order of appearance */
	uint32_t id;
	const char *name; /* ended by NUL */
	bool has_info, has_init;
	uint64_t ticks_per_second; /* of the records that follow; never 0 */
	/* What a tick is at that rate, in parts of 2^64 of a ns; 0: more than
	 * one ns, or unknown */
	uint64_t tick_parts;
	uint64_t n_buffer_full; /* Provider Events 0 */
	uint64_t n_overwritten; /* calls, as its circular buffer counts them */
	uint64_t n_undescribed; /* descriptions that found no space */
	uint32_t life;		/* enum fxw_life, once fxr_world has taken it */
};

struct fxr_record {
	unsigned type;
	bool is_known; /* else only the fields up to provider count */
	uint64_t off;
	const uint64_t *words; /* as in the file; NULL if too large to show */
	size_t n_words;
	struct fxr_provider *provider;
	union {
		struct fxt_metadata metadata;
		struct fxt_init init;
		struct fxt_string_record string;
		struct fxt_thread thread;
		struct fxt_event event;
		struct fxt_blob blob;
		struct fxt_userspace_object userspace_object;
		struct fxt_kernel_object kernel_object;
		struct fxt_scheduling scheduling;
		struct fxt_log log;
		struct fxt_large_blob large_blob;
	} as;
	unsigned n_args;
	struct fxt_arg args[FXT_MAX_ARGS];
};

/* Counts over all records so far, for `info`. */
struct fxr_totals {
	uint64_t n_records, n_unknown, n_filler;
	uint64_t n_undefined; /* string and thread refs without a record */
	uint64_t n_shortened; /* references to long texts, see fxr_string */
	uint64_t bytes[16];   /* by record type; fillers under 0 */
	uint64_t filler_bytes, zero_bytes;
	/* Says that its last record will be an end; and has that. */
	bool has_begun, has_ended;
	uint64_t schema; /* the largest number that a fact gives; 0: none */
};

struct fxr_reader;

/*
 * path         file or "-"; may be compressed.
 * is_seekable  true: fxr_read_at will be used
 * error        filled if NULL is returned; offset 0 if the file does not open
 */
struct fxr_reader *fxr_open(const char *path, bool is_seekable,
			    struct fxr_error *error);
/* The same of a descriptor, which fxr_close closes; also if it fails. */
struct fxr_reader *fxr_open_fd(int fd, bool is_seekable,
			       struct fxr_error *error);
/* The same over a copy of some bytes; never NULL. */
struct fxr_reader *fxr_open_memory(const void *bytes, size_t n_bytes);
/* Another reader of the same archive, from its first record: of a seekable one
 * that was read to its end. It is seekable. NULL: error says why. */
struct fxr_reader *fxr_open_again(const struct fxr_reader *reader,
				  struct fxr_error *error);
void fxr_close(struct fxr_reader *reader);

/*
 * Adds more of an archive in memory, as whole records: after FXR_END fxr_next
 * goes on with them. Bytes before keep_off cannot be read again. keep_off never
 * falls and is not behind what fxr_next has read.
 */
void fxr_feed(struct fxr_reader *reader, const void *bytes, size_t n_bytes,
	      uint64_t keep_off);

/* The next record. FXR_END and errors stay. */
enum fxr_status fxr_next(struct fxr_reader *reader, struct fxr_record *record);

/* The error that ended the reading, or NULL. */
const struct fxr_error *fxr_error(const struct fxr_reader *reader);

/*
 * Reads the record at off again, which fxr_next has delivered before.
 * words     the caller's space for `capacity` words.
 * Returns false if the file has changed meanwhile or the space is too small.
 */
bool fxr_read_at(struct fxr_reader *reader, uint64_t off,
		 struct fxr_provider *provider, uint64_t *words,
		 size_t capacity, struct fxr_record *record);

/* Text of a string of a record of `provider` at off; an index that no record
 * has defined gives "?INDEX" and is counted. If references to long texts make
 * far more of them than the archive has bytes, later ones are shortened. */
struct fxr_text fxr_string(struct fxr_reader *reader,
			   const struct fxr_provider *provider, uint64_t off,
			   const struct fxt_string *string);
/* The same, never shortened: for who does not show it. */
struct fxr_text fxr_whole_string(struct fxr_reader *reader,
				 const struct fxr_provider *provider,
				 uint64_t off, const struct fxt_string *string);
/* Process and thread koid of a thread ref, 0 0 if not defined. */
void fxr_thread(struct fxr_reader *reader, const struct fxr_provider *provider,
		uint64_t off, const struct fxt_thread *thread,
		uint64_t *process, uint64_t *koid);

/*
 * Whether every index has had one meaning so far. Then the string or thread of
 * a provider's index, once defined, is the same at all larger offsets. Results
 * about it can be cached, see recent.h.
 */
bool fxr_has_fixed_refs(const struct fxr_reader *reader);

/* As fxr_ns, by a division. */
uint64_t fxr_divided_ns(const struct fxr_provider *provider, uint64_t ticks);

/* 584 years. UINT64_MAX means in many places that a time is not known. */
#define FXR_MAX_NS (UINT64_MAX - 1)

/* ticks of this provider as ns, FXR_MAX_NS at most. */
static inline uint64_t fxr_ns(const struct fxr_provider *provider,
			      uint64_t ticks)
{
	uint64_t parts = provider->tick_parts;
	uint64_t rate = provider->ticks_per_second;
	uint64_t ns = (uint64_t)((unsigned __int128)ticks * parts >> 64);

	if (!parts)
		return fxr_divided_ns(provider, ticks);
	/* too small by one at most: the rest is below twice the rate */
	return ns + (ticks * 1000000000 - ns * rate >= rate);
}

uint32_t fxr_n_providers(const struct fxr_reader *reader);
struct fxr_provider *fxr_provider(const struct fxr_reader *reader,
				  uint32_t index);
const struct fxr_totals *fxr_totals(const struct fxr_reader *reader);
/* After the last record: that one says that its session's end should follow.
 * False if what was read says nothing about that. */
bool fxr_is_unended(const struct fxr_reader *reader);
/* The offset of the reading, and all bytes or 0 while that is unknown. */
uint64_t fxr_off(const struct fxr_reader *reader);
uint64_t fxr_bytes(const struct fxr_reader *reader);

/* The control area of an in-process archive, as it was when its padding blob
 * was read, or NULL. */
const struct fxw_control *fxr_control(const struct fxr_reader *reader);

#endif
