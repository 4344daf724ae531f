/* SPDX-License-Identifier: MIT */
/*
 * Pieces of an apitrace file, see pack.h.
 */
#include "tools/convert/apitrace/pack.h"

#include <stdlib.h>
#include <string.h>

/* Most events fit this. */
#define FIRST_BYTES 120u

static unsigned char *space_for(struct apitrace_pack *pack, size_t n_bytes)
{
	size_t at = pack->n_bytes, n_wanted = at + n_bytes + 1;

	if (n_wanted > pack->space)
		pack->bytes = fxr_grow_bare(
			pack->bytes, &pack->space,
			n_wanted < FIRST_BYTES ? FIRST_BYTES : n_wanted, 1);
	pack->n_bytes += n_bytes;
	return pack->bytes + at;
}

void apitrace_pack_byte(struct apitrace_pack *pack, unsigned byte)
{
	*space_for(pack, 1) = (unsigned char)byte;
}

void apitrace_pack_varint(struct apitrace_pack *pack, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		apitrace_pack_byte(pack, (unsigned)(value & 0x7f) | 0x80);
	apitrace_pack_byte(pack, (unsigned)value);
}

void apitrace_pack_bytes(struct apitrace_pack *pack, struct fxr_text bytes)
{
	unsigned char *to = space_for(pack, bytes.n_bytes);

	if (bytes.n_bytes)
		memcpy(to, bytes.bytes, bytes.n_bytes);
}

void apitrace_pack_text(struct apitrace_pack *pack, struct fxr_text text)
{
	apitrace_pack_varint(pack, text.n_bytes);
	apitrace_pack_bytes(pack, text);
}

void apitrace_pack_ref(struct apitrace_pack *pack, struct apitrace_sig *sig)
{
	pack->refs = fxr_grow(pack->refs, &pack->refs_capacity,
			      pack->n_refs + 1, sizeof(*pack->refs));
	pack->refs[pack->n_refs++] = (struct apitrace_ref){pack->n_bytes, sig};
}

/* Bytes of a piece, which may have none. */
static struct fxr_text part_of(const struct apitrace_pack *pack, size_t from,
			       size_t to)
{
	if (from == to)
		return fxr_text("", 0);
	return fxr_text((const char *)pack->bytes + from, to - from);
}

void apitrace_pack_all(struct apitrace_pack *pack,
		       const struct apitrace_pack *other)
{
	size_t at = 0;

	for (size_t i = 0; i < other->n_refs; i++) {
		const struct apitrace_ref *ref = &other->refs[i];

		apitrace_pack_bytes(pack, part_of(other, at, ref->at));
		apitrace_pack_ref(pack, ref->sig);
		at = ref->at;
	}
	apitrace_pack_bytes(pack, part_of(other, at, other->n_bytes));
}

void apitrace_pack_null(struct apitrace_pack *pack)
{
	apitrace_pack_byte(pack, APITRACE_NULL);
}

void apitrace_pack_int(struct apitrace_pack *pack, int64_t value)
{
	apitrace_pack_byte(pack, value < 0 ? APITRACE_NEGATIVE : APITRACE_UINT);
	apitrace_pack_varint(pack,
			     value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void apitrace_pack_uint(struct apitrace_pack *pack, uint64_t value)
{
	apitrace_pack_byte(pack, APITRACE_UINT);
	apitrace_pack_varint(pack, value);
}

void apitrace_pack_pointer(struct apitrace_pack *pack, uint64_t value)
{
	if (!value) {
		apitrace_pack_null(pack);
		return;
	}
	apitrace_pack_byte(pack, APITRACE_OPAQUE);
	apitrace_pack_varint(pack, value);
}

void apitrace_pack_blob(struct apitrace_pack *pack, struct fxr_text bytes)
{
	apitrace_pack_byte(pack, APITRACE_BLOB);
	apitrace_pack_text(pack, bytes);
}

void apitrace_pack_free(struct apitrace_pack *pack)
{
	free(pack->bytes);
	free(pack->refs);
	*pack = (struct apitrace_pack){0};
}
