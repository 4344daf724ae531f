/* SPDX-License-Identifier: MIT */
/*
 * An array of values in the value encoding, see list.h.
 */
#include "preload/value/list.h"

#include "preload/value/value.h"
#include "preload/value/wide.h"
#include "preload/value/word.h"

/* The count of values is in one byte in front of them. */
#define VALUES_MAX 127u
/* The size of a value but for the bytes of a string. */
#define PLAIN_MAX_BYTES 32u

void fxp_list_byte(struct fxp_list *l, uint8_t byte)
{
	if (l->n_bytes < l->space_bytes)
		l->out[l->n_bytes] = byte;
	l->n_bytes++;
}

void fxp_list_varint(struct fxp_list *l, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		fxp_list_byte(l, (uint8_t)(value | 0x80));
	fxp_list_byte(l, (uint8_t)value);
}

void fxp_list_bytes(struct fxp_list *l, const void *p, uint32_t n)
{
	if (l->n_bytes <= l->space_bytes && n <= l->space_bytes - l->n_bytes)
		fxw_copy(l->out + l->n_bytes, p, n);
	l->n_bytes += n;
}

void fxp_list_unsigned(struct fxp_list *l, uint64_t value)
{
	fxp_list_byte(l, FXP_V_POSITIVE);
	fxp_list_varint(l, value);
}

void fxp_list_signed(struct fxp_list *l, int64_t value)
{
	if (value >= 0) {
		fxp_list_unsigned(l, (uint64_t)value);
		return;
	}
	fxp_list_byte(l, FXP_V_NEGATIVE);
	fxp_list_varint(l, 0 - (uint64_t)value);
}

void fxp_list_pointer(struct fxp_list *l, const void *p)
{
	fxp_list_byte(l, p ? FXP_V_OPAQUE : FXP_V_NULL);
	if (p)
		fxp_list_varint(l, (uintptr_t)p);
}

void fxp_list_double(struct fxp_list *l, double value)
{
	uint64_t bits = fxp_word_double(value);

	fxp_list_byte(l, FXP_V_DOUBLE);
	fxp_list_bytes(l, &bits, sizeof(bits));
}

/* The padding of x86's 80 bits may have any value. */
void fxp_list_long_double(struct fxp_list *l, const void *p)
{
	uint8_t bytes[sizeof(long double)] = {0};

	fxw_copy(bytes, p, __LDBL_MANT_DIG__ == 64 ? 10 : sizeof(bytes));
	fxp_list_byte(l, FXP_V_BLOB);
	fxp_list_varint(l, sizeof(bytes));
	fxp_list_bytes(l, bytes, sizeof(bytes));
}

/* Bytes of a string that there is space for. */
static size_t space_for(const struct fxp_list *l)
{
	size_t space = l->limit_bytes > l->n_bytes + PLAIN_MAX_BYTES
			       ? l->limit_bytes - l->n_bytes - PLAIN_MAX_BYTES
			       : 0;

	return space < fxp_limits.string_bytes ? space
					       : fxp_limits.string_bytes;
}

/* Begins a string of n units, of which `kept` are put. */
static void open_string(struct fxp_list *l, size_t n, size_t kept)
{
	if (kept == n)
		return;
	l->cut = true;
	fxp_list_byte(l, FXP_V_ARRAY);
	fxp_list_varint(l, 2);
}

/* n bytes. */
void fxp_list_text(struct fxp_list *l, const char *p, size_t n)
{
	size_t kept = space_for(l);

	if (kept > n)
		kept = n;
	open_string(l, n, kept);
	fxp_list_byte(l, FXP_V_STRING);
	fxp_list_varint(l, kept);
	fxp_list_bytes(l, p, (uint32_t)kept);
	if (kept < n)
		fxp_list_unsigned(l, n);
}

void fxp_list_string(struct fxp_list *l, const char *p, size_t max)
{
	if (p)
		fxp_list_text(l, p, fxw_length_max(p, max));
	else
		fxp_list_byte(l, FXP_V_NULL);
}

/* Wide characters up to a NUL, but at most max bytes as text. */
static size_t wide_length(const uint32_t *p, size_t max)
{
	size_t n = 0;

	while (max && p[n] && fxp_wide_bytes(p[n]) <= max)
		max -= fxp_wide_bytes(p[n++]);
	return n;
}

/* n wide characters. */
void fxp_list_wide_text(struct fxp_list *l, const uint32_t *p, size_t n)
{
	size_t space = space_for(l), kept = 0, n_bytes = 0;

	while (kept < n && fxp_wide_bytes(p[kept]) < space)
		space -= fxp_wide_bytes(p[kept++]) + 1;
	for (size_t i = 0; i < n; i++)
		n_bytes += fxp_wide_bytes(p[i]);
	open_string(l, n, kept);
	fxp_list_byte(l, FXP_V_WIDE);
	fxp_list_varint(l, kept);
	for (size_t i = 0; i < kept; i++)
		fxp_list_varint(l, p[i]);
	if (kept < n)
		fxp_list_unsigned(l, n_bytes);
}

void fxp_list_wide(struct fxp_list *l, const uint32_t *p, size_t max)
{
	if (p)
		fxp_list_wide_text(l, p, wide_length(p, max));
	else
		fxp_list_byte(l, FXP_V_NULL);
}

/* Whether there is space for one more value; counts it. */
bool fxp_list_count(struct fxp_list *l)
{
	l->n_values++;
	if (l->n_kept + 1 < l->n_values || l->n_kept == VALUES_MAX ||
	    l->n_bytes + PLAIN_MAX_BYTES > l->limit_bytes)
		return false;
	l->n_kept++;
	return true;
}

void fxp_list_open(struct fxp_list *l, const struct fxw_record *r,
		   struct fxw_name name)
{
	uint32_t used = r->used_words + 1 + (uint32_t)fxt_words(name.n_bytes);

	*l = (struct fxp_list){
		.out = (uint8_t *)(r->start + used),
		.space_bytes =
			used < r->space_words ? (r->space_words - used) * 8 : 0,
		.limit_bytes = (uint32_t)fxp_capture_budget(r),
	};
}

void fxp_list_close(struct fxp_list *l, struct fxw_record *r,
		    struct fxw_name name)
{
	uint32_t n_words = (uint32_t)fxt_words(l->n_bytes);

	r->cut |= l->cut;
	if (!fxw_put_arg(r, FXT_ARG_BLOB, name, n_words, l->n_bytes))
		return;
	l->out[1] = (uint8_t)l->n_kept;
	for (uint32_t i = l->n_bytes; i % 8; i++)
		l->out[i] = 0;
}
