/* SPDX-License-Identifier: MIT */
/*
 * The reader and the writer of XRay's logs, for convert.h.
 */
#ifndef TOOLS_CONVERT_XRAY_CONVERT_H
#define TOOLS_CONVERT_XRAY_CONVERT_H

#include "tools/convert/convert.h"

bool xray_read(struct convert_input *input);
bool xray_write(struct convert_output *output);

#endif
