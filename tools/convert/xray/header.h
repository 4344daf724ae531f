/* SPDX-License-Identifier: MIT */
/*
 * The header of every XRay log, see xray.h.
 */
#ifndef TOOLS_CONVERT_XRAY_HEADER_H
#define TOOLS_CONVERT_XRAY_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/convert/xray/xray.h"

struct xray_header {
	unsigned version;
	enum xray_type type;
	uint64_t ticks_per_second; /* as the runtime assumed; 0 = not known */
	uint64_t buffer_bytes;
};

/* False: error has the offset and what was expected there. Then `in` is at the
 * first byte after the header. */
bool xray_header_read(FILE *in, struct xray_header *header, char *error,
		      size_t error_bytes);

#endif
