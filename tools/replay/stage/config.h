/* SPDX-License-Identifier: MIT */
/* The choice of one of the configurations that a driver has. */
#ifndef TOOLS_REPLAY_STAGE_CONFIG_H
#define TOOLS_REPLAY_STAGE_CONFIG_H

#include "tools/replay/stage/type.h"

/* The configuration that is nearest to the format, for windows or pbuffers;
 * NULL if there is none for them. `note` gets a sentence more for all that is
 * not as the format says and may change pictures. */
const struct stage_config *stage_config_nearest(
	const struct stage *stage, const struct stage_format *format,
	bool is_window, char *note);

#endif
