/* SPDX-License-Identifier: MIT */
/*
 * Logs of XRay's basic mode: behind the same header one record after the other,
 * 32 bytes each, which say of themselves what thread and time they are of.
 */
#ifndef TOOLS_CONVERT_XRAY_BASIC_H
#define TOOLS_CONVERT_XRAY_BASIC_H

#include "tools/convert/xray/log.h"

/* Of a log that is read from its front. */
struct xray_basic {
	FILE *in;
	uint64_t off; /* XRAY_HEADER_BYTES at first */
	struct xray_losses losses;
};

/* The next record, and in `block` its thread; false at the end. */
bool xray_basic_next(struct xray_basic *log, struct xray_record *record,
		     struct xray_block *block);

#endif
