/* SPDX-License-Identifier: MIT */
/*
 * An apitrace file of any version as an archive. It has no times: ticks count
 * its events.
 */
#ifndef TOOLS_CONVERT_APITRACE_IN_H
#define TOOLS_CONVERT_APITRACE_IN_H

#include "tools/convert/convert.h"

/* As struct convert_format's read. */
bool apitrace_read(struct convert_input *input);

#endif
