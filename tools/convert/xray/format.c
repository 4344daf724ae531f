/* SPDX-License-Identifier: MIT */
/*
 * XRay's logs as one of the formats; in.c reads them and out.c writes them.
 */
#include <string.h>

#include "tools/convert/convert.h"
#include "tools/convert/xray/xray.h"
#include "tools/convert/xray/convert.h"

/* The header has no magic number. It has a version and a type, most of whose
 * bytes are 0, and a clock rate below 1 THz. A valid first record follows. The
 * flags between them may have any value. */
static bool is_log(const unsigned char *bytes, size_t n_bytes)
{
	static const unsigned char zeros[3];
	const unsigned char *first = bytes + XRAY_HEADER_BYTES;

	if (n_bytes < XRAY_HEADER_BYTES || !bytes[0] ||
	    bytes[0] > XRAY_VERSION || bytes[1] || bytes[2] > XRAY_FDR ||
	    bytes[3] || memcmp(bytes + 13, zeros, sizeof(zeros)) != 0)
		return false;
	if (n_bytes < XRAY_HEADER_BYTES + XRAY_RECORD_BYTES)
		return true;
	if (bytes[2] == XRAY_BASIC)
		return !first[0] && !first[1] && first[3] < XRAY_N_ACTIONS;
	return first[0] == XRAY_FIRST_BYTE(XRAY_NEW_BUFFER) ||
	       first[0] == XRAY_FIRST_BYTE(XRAY_BUFFER_EXTENTS);
}

const struct convert_format convert_xray = {
	.name = "fdr",
	.suffixes = ".fdr .xray",
	.purpose = "log of LLVM's XRay, and OUT.elf with the names",
	.is_named = true,
	.sidecar = XRAY_MAP_SUFFIX,
	.has_companion = true,
	.probe = is_log,
	.read = xray_read,
	.write_rows = xray_write,
	.has_values = true,
	.has_sorted_events = true,
};
