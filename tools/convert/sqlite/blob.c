/* SPDX-License-Identifier: MIT */
/*
 * The table of memory. What comes again is found by its contents.
 */
#include "tools/convert/sqlite/database.h"

/* Memory that is found by its contents; beyond this number it is stored
 * again. */
#define MAX_KNOWN_BLOBS (1u << 20)
/* Fewer bytes are not worth a search. */
#define MIN_KNOWN_BYTES 64u

/* Two hashes that are equal by chance only, for 2^20 of them 2^-88. */
struct mark {
	uint64_t whole, rest;
};

static struct mark mark_of(struct fxr_text bytes)
{
	return (struct mark){fxr_hash(bytes.bytes, bytes.n_bytes),
			     fxr_hash(bytes.bytes + 1, bytes.n_bytes - 1)};
}

static void put_blob(struct database *d, uint64_t id, struct fxr_text bytes)
{
	struct fxr_text record;

	row_begin(&d->row, 3);
	row_uint(&d->row, 1, bytes.n_bytes);
	row_blob(&d->row, 2, bytes);
	record = row_record(&d->row);
	btree_put(&d->tables[BLOBS], id, (const unsigned char *)record.bytes,
		  record.n_bytes);
}

uint64_t database_blob(struct database *d, struct fxr_text bytes)
{
	bool is_large = bytes.n_bytes >= MIN_KNOWN_BYTES;
	struct mark mark = {0};
	uint32_t known;

	if (is_large) {
		mark = mark_of(bytes);
		known = fxr_map_find(&d->blob_map, mark.whole, mark.rest,
				     bytes.n_bytes);
		if (known != FXR_NONE)
			return known;
	}
	put_blob(d, ++d->n_blobs, bytes);
	if (is_large && d->blob_map.n < MAX_KNOWN_BLOBS &&
	    d->n_blobs < FXR_NONE)
		fxr_map_put(&d->blob_map, mark.whole, mark.rest, bytes.n_bytes,
			    (uint32_t)d->n_blobs);
	return d->n_blobs;
}
