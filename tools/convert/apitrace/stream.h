/* SPDX-License-Identifier: MIT */
/*
 * The bytes of an apitrace file that is being written: gathered into chunks,
 * each packed separately. Write errors stay in the FILE.
 */
#ifndef TOOLS_CONVERT_APITRACE_STREAM_H
#define TOOLS_CONVERT_APITRACE_STREAM_H

#include <stdio.h>

#include "tools/convert/apitrace/pack.h"

struct apitrace_stream {
	FILE *out;
	unsigned char *chunk, *packed;
	size_t n_bytes;		 /* in the chunk */
	struct apitrace_pack id; /* of the last signature */
};

void apitrace_stream_open(struct apitrace_stream *stream, FILE *out);
void apitrace_stream_put(struct apitrace_stream *stream, const void *bytes,
			 size_t n_bytes);
/* Writes the piece, with definitions of its signatures that were not yet
 * defined. */
void apitrace_stream_put_pack(struct apitrace_stream *stream,
			      const struct apitrace_pack *pack);
/* Writes what is left. */
void apitrace_stream_close(struct apitrace_stream *stream);

#endif
