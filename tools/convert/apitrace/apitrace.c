/* SPDX-License-Identifier: MIT */
/*
 * apitrace's trace files.
 */
#include "tools/convert/apitrace/in.h"
#include "tools/convert/apitrace/out.h"
#include "tools/convert/apitrace/source.h"

const struct convert_format convert_apitrace = {
	.name = "apitrace",
	.suffixes = ".trace",
	.purpose = "for apitrace 11 and its replay",
	.calls = "%gl,%glx,%egl,%apitrace",
	.probe = apitrace_source_probe,
	.read = apitrace_read,
	.write_rows = apitrace_write,
	.has_values = true,
};
