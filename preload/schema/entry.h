/* SPDX-License-Identifier: MIT */
/*
 * Entries of the archive (writer/wire.h): a kind, an id, the length of a body.
 */
#ifndef PRELOAD_SCHEMA_ENTRY_H
#define PRELOAD_SCHEMA_ENTRY_H

#include <stddef.h>
#include <stdint.h>

#include "writer/record.h"
#include "writer/utf8.h"
#include "writer/wire.h"

static inline size_t fxp_varint_bytes(uint64_t value)
{
	size_t n = 1;

	for (; value >= 0x80; value >>= 7)
		n++;
	return n;
}

/* Returns the place behind it. */
static inline uint8_t *fxp_put_varint(uint8_t *at, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		*at++ = (uint8_t)(value | 0x80);
	*at++ = (uint8_t)value;
	return at;
}

/* An argument of foreign text: a string only if it is UTF-8. */
static inline void fxp_arg_text(struct fxw_record *r, struct fxw_name name,
				const char *text, size_t n)
{
	size_t kept = fxw_utf8_cut(text, n);
	uint8_t *at;

	if (kept != FXW_NOT_UTF8) {
		fxw_arg_string(r, name, text, kept);
		return;
	}
	at = fxw_arg_blob(r, name, (uint32_t)n);
	if (at)
		fxw_copy(at, text, n);
}

/* Begins an entry, the record's only argument. Returns where its body of so
 * many bytes goes, or NULL if the record does not fit. */
static inline uint8_t *fxp_put_entry(struct fxw_record *r,
				     enum fxw_entry_kind kind, uint32_t id,
				     size_t body)
{
	size_t head = 1 + fxp_varint_bytes(id) + fxp_varint_bytes(body);
	uint8_t *at = fxw_arg_blob(r, FXW_NAME(FXW_EVENT_ENTRY),
				   (uint32_t)(head + body));

	if (!at)
		return NULL;
	*at++ = (uint8_t)kind;
	at = fxp_put_varint(at, id);
	return fxp_put_varint(at, body);
}

#endif
