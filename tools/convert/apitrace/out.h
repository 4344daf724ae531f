/* SPDX-License-Identifier: MIT */
/*
 * An archive's calls as an apitrace file, version 6, packed with snappy.
 */
#ifndef TOOLS_CONVERT_APITRACE_OUT_H
#define TOOLS_CONVERT_APITRACE_OUT_H

#include "tools/convert/convert.h"

/* As struct convert_format's write_rows. */
bool apitrace_write(struct convert_output *output);

#endif
