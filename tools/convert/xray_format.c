/* SPDX-License-Identifier: MIT */
/*
 * XRay's logs as one of the formats; how they are read and written is in
 * xray_in.c and xray_out.c.
 */
#include "tools/convert/convert.h"
#include "tools/convert/xray.h"
#include "tools/convert/xray_convert.h"

const struct convert_format convert_xray = {
	.name = "fdr",
	.suffixes = ".fdr .xray",
	.purpose = "log of LLVM's XRay, and OUT.elf with the names",
	.is_named = true,
	.sidecar = XRAY_MAP_SUFFIX,
	.write = xray_write,
};
