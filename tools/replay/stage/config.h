/* SPDX-License-Identifier: MIT */
/* The choice of a driver's configuration. */
#ifndef TOOLS_REPLAY_STAGE_CONFIG_H
#define TOOLS_REPLAY_STAGE_CONFIG_H

#include "tools/replay/stage/type.h"

/* The configuration that is nearest to the format, for windows or pbuffers;
 * NULL if none supports them. Each difference from the format that may change
 * pictures adds a sentence to `note`. */
const struct stage_config *stage_config_nearest(
	const struct stage *stage, const struct stage_format *format,
	bool is_window, char *note);

#endif
