/* SPDX-License-Identifier: MIT */
/*
 * Records that are left out, for formats that read them by themselves.
 */
#include "tools/convert/convert.h"

#include "tools/convert/chrome_note.h"
#include "tools/reader/event.h"

/* Whether the blob is neither a call's nor padding, nor a name that the archive
 * has as such. */
static bool is_others_blob(struct fxr_reader *reader,
			   const struct fxr_record *record)
{
	struct fxr_text name = fxr_string(reader, record->provider, record->off,
					  &record->as.blob.name);
	uint64_t number;

	return name.n_bytes && !fxr_is_piece(name, &number) &&
	       (name.n_bytes < strlen(CHROME_BLOB_NAME) ||
		memcmp(name.bytes, CHROME_BLOB_NAME,
		       strlen(CHROME_BLOB_NAME)) != 0);
}

void convert_count(struct left_out *left_out, struct fxr_reader *reader,
		   const struct fxr_record *record)
{
	if (!record->is_known)
		left_out->n_unknown++;
	else if (record->type == FXT_RECORD_SCHEDULING)
		left_out->n_switches++;
	else if (record->type == FXT_RECORD_LARGE ||
		 (record->type == FXT_RECORD_BLOB &&
		  is_others_blob(reader, record)))
		left_out->n_blobs++;
}
