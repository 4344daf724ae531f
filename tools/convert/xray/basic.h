/* SPDX-License-Identifier: MIT */
/*
 * Logs of XRay's basic mode: after the same header, a sequence of records of 32
 * bytes. Each record states its thread and time.
 */
#ifndef TOOLS_CONVERT_XRAY_BASIC_H
#define TOOLS_CONVERT_XRAY_BASIC_H

#include "tools/convert/xray/log.h"

/* Position in a log that is read from its beginning. */
struct xray_basic {
	FILE *in;
	uint64_t off; /* XRAY_HEADER_BYTES at first */
	struct xray_losses losses;
};

/* The next record, and its thread in `block`; false at the end. */
bool xray_basic_next(struct xray_basic *log, struct xray_record *record,
		     struct xray_block *block);

#endif
