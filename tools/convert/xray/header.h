/* SPDX-License-Identifier: MIT */
/*
 * What every log of XRay begins with, see xray.h.
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
	uint64_t ticks_per_second; /* as the runtime thought; 0 = not known */
	uint64_t buffer_bytes;
};

/* False: error says at which offset what was expected. `in` stands behind the
 * header then. */
bool xray_header_read(FILE *in, struct xray_header *header, char *error,
		      size_t error_bytes);

#endif
