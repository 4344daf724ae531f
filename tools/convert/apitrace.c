/* SPDX-License-Identifier: MIT */
/*
 * apitrace's trace files.
 */
#include "tools/convert/apitrace_out.h"

const struct convert_format convert_apitrace = {
	.name = "apitrace",
	.suffixes = ".trace",
	.purpose = "for apitrace 11 and its replay",
	.calls = "%gl,%glx,%egl",
	.write = apitrace_write,
};
