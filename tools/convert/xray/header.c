/* SPDX-License-Identifier: MIT */
/*
 * The header of XRay's logs, see header.h.
 */
#include "tools/convert/xray/header.h"

#include <string.h>

static uint64_t number(const unsigned char *at, size_t n_bytes)
{
	uint64_t value = 0;

	memcpy(&value, at, n_bytes);
	return value;
}

static bool set_error(char *error, size_t error_bytes, const char *what)
{
	snprintf(error, error_bytes, "%s", what);
	return false;
}

bool xray_header_read(FILE *in, struct xray_header *header, char *error,
		      size_t error_bytes)
{
	unsigned char bytes[XRAY_HEADER_BYTES];
	unsigned type;

	if (fread(bytes, 1, sizeof(bytes), in) != sizeof(bytes))
		return set_error(error, error_bytes,
				 "offset 0: expected a header of 32 bytes");
	*header = (struct xray_header){
		.version = (unsigned)number(bytes, 2),
		.ticks_per_second = number(bytes + 8, 8),
		.buffer_bytes = number(bytes + 16, 8),
	};
	if (!bytes[0] && bytes[1] && bytes[1] <= XRAY_VERSION)
		return set_error(error, error_bytes,
				 "offset 0: written on a big-endian machine, "
				 "which not even llvm-xray can read");
	if (!header->version || header->version > XRAY_VERSION)
		return set_error(error, error_bytes,
				 "offset 0: expected a version from 1 to 5");
	type = (unsigned)number(bytes + 2, 2);
	if (type > XRAY_FDR)
		return set_error(
			error, error_bytes,
			"offset 2: expected 0, a basic log, or 1, one of "
			"the flight data recorder");
	header->type = type ? XRAY_FDR : XRAY_BASIC;
	return true;
}
