/* SPDX-License-Identifier: MIT */
/*
 * Builds one record's words in place. A builder knows its space and counts what
 * it needs. When the record does not fit, nothing more is written, but `used`
 * goes on growing. So the caller learns the exact size in one pass and can try
 * again with more space (space 0 = only measure).
 */
#ifndef WRITER_RECORD_H
#define WRITER_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "writer/bytes.h"
#include "writer/fxt.h"

struct fxw_record {
	uint64_t *start;
	uint32_t space_words;
	uint32_t used_words; /* > space_words: it did not fit */
	uint32_t n_args;
	uint32_t cut; /* 1: a value was shortened */
};

/* A string as records name it: by index (n_bytes 0), or inline. */
struct fxw_name {
	const char *bytes;
	uint16_t ref;
	uint16_t n_bytes;
};

static inline struct fxw_name fxw_name_indexed(uint16_t index)
{
	return (struct fxw_name){.ref = index};
}

/* n_bytes at most FXT_STRING_MAX_BYTES */
static inline struct fxw_name fxw_name_inline(const char *bytes, size_t n_bytes)
{
	return (struct fxw_name){bytes, fxt_inline_ref(n_bytes),
				 (uint16_t)n_bytes};
}

/* A C string that we wrote ourselves. */
#define FXW_NAME(literal) fxw_name_inline(literal, sizeof(literal) - 1)

static inline bool fxw_record_fits(const struct fxw_record *r)
{
	return r->used_words <= r->space_words;
}

/* The next n_words words, or NULL (counted all the same). */
static inline __attribute__((always_inline)) uint64_t *fxw_put(
	struct fxw_record *r, uint32_t n_words)
{
	uint64_t *at = r->start + r->used_words;

	r->used_words += n_words;
	return __builtin_expect(r->used_words <= r->space_words, 1) ? at : NULL;
}

/* A stream: bytes, zero-padded to whole words. */
static inline void fxw_stream(uint64_t *at, const void *bytes, size_t n_bytes)
{
	if (n_bytes % 8)
		at[n_bytes / 8] = 0;
	fxw_copy(at, bytes, n_bytes);
}

static inline void fxw_put_name(struct fxw_record *r, struct fxw_name name)
{
	uint64_t *at;

	if (__builtin_expect(name.n_bytes == 0, 1))
		return;
	at = fxw_put(r, (uint32_t)fxt_words(name.n_bytes));
	if (at)
		fxw_stream(at, name.bytes, name.n_bytes);
}

/*
 * One argument's header and name. Returns its n_payload payload words, or
 * NULL if the record does not fit (or n_payload is 0 and it just ended).
 */
static inline __attribute__((always_inline)) uint64_t *fxw_put_arg(
	struct fxw_record *r, unsigned type, struct fxw_name name,
	uint32_t n_payload, uint32_t value32)
{
	uint32_t n_name = (uint32_t)fxt_words(name.n_bytes);
	uint64_t *at = fxw_put(r, 1 + n_name + n_payload);

	r->n_args++;
	if (!at)
		return NULL;
	*at++ = fxt_arg_header(type, 1 + n_name + n_payload, name.ref, value32);
	if (__builtin_expect(n_name != 0, 0))
		fxw_stream(at, name.bytes, name.n_bytes);
	return at + n_name;
}

static inline void fxw_arg_null(struct fxw_record *r, struct fxw_name name)
{
	(void)fxw_put_arg(r, FXT_ARG_NULL, name, 0, 0);
}

static inline void fxw_arg_int32(struct fxw_record *r, struct fxw_name name,
				 int32_t value)
{
	(void)fxw_put_arg(r, FXT_ARG_INT32, name, 0, (uint32_t)value);
}

static inline void fxw_arg_uint32(struct fxw_record *r, struct fxw_name name,
				  uint32_t value)
{
	(void)fxw_put_arg(r, FXT_ARG_UINT32, name, 0, value);
}

static inline void fxw_arg_bool(struct fxw_record *r, struct fxw_name name,
				bool value)
{
	(void)fxw_put_arg(r, FXT_ARG_BOOL, name, 0, value);
}

/* Any type with one value word: INT64, UINT64, DOUBLE, POINTER, KOID. */
static inline void fxw_arg_word(struct fxw_record *r, unsigned type,
				struct fxw_name name, uint64_t value)
{
	uint64_t *at = fxw_put_arg(r, type, name, 1, 0);

	if (at)
		*at = value;
}

static inline void fxw_arg_uint64(struct fxw_record *r, struct fxw_name name,
				  uint64_t value)
{
	fxw_arg_word(r, FXT_ARG_UINT64, name, value);
}

/* n_bytes of UTF-8, at most FXT_STRING_MAX_BYTES, always inline. */
static inline void fxw_arg_string(struct fxw_record *r, struct fxw_name name,
				  const char *bytes, size_t n_bytes)
{
	uint32_t n_words = (uint32_t)fxt_words(n_bytes);
	uint64_t *at = fxw_put_arg(r, FXT_ARG_STRING, name, n_words,
				   fxt_inline_ref(n_bytes));

	if (at && n_words)
		fxw_stream(at, bytes, n_bytes);
}

/* Space for a blob of n_bytes; NULL if the record does not fit. The padding is
 * already zero, the bytes are the caller's to fill. */
static inline uint8_t *fxw_arg_blob(struct fxw_record *r, struct fxw_name name,
				    uint32_t n_bytes)
{
	uint32_t n_words = (uint32_t)fxt_words(n_bytes);
	uint64_t *at = fxw_put_arg(r, FXT_ARG_BLOB, name, n_words, n_bytes);

	if (at && n_bytes % 8)
		at[n_words - 1] = 0;
	return (uint8_t *)at;
}

/*
 * A durable record built twice: measured, then written. `build` appends
 * everything behind the header word; `header` makes it from the finished
 * builder.
 */
typedef void fxw_build(struct fxw_record *r, const void *what);

/* An instant event with inline names on the recorder's own thread. */
struct fxw_own_event {
	const char *category;
	const char *name;
	fxw_build *build;
	const void *what;
};

/* Everything but its header word. */
void fxw_own_build(struct fxw_record *r, const struct fxw_own_event *e);

/* The header of what fxw_own_build has built. */
uint64_t fxw_own_header(const struct fxw_own_event *e,
			const struct fxw_record *r);

/* Writes one instant event with inline names on the recorder's own thread into
 * the durable region. False if there is no space. */
bool fxw_durable_event(const char *category, const char *name, fxw_build *build,
		       const void *what);

/* The same for what the process records at its end: it also has some of the
 * space that is reserved for the finish. */
bool fxw_durable_last_event(const char *category, const char *name,
			    fxw_build *build, const void *what);

/* Counts one description that there is no space for, nor memory. */
void fxw_undescribed(void);

/* Writes a sentence for readers of the archive into the durable region: a log
 * record of the recorder's own thread. False if there is no space, which is
 * counted. text: ASCII, one line. */
bool fxw_durable_notice(const char *text);

#endif
