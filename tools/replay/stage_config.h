/* SPDX-License-Identifier: MIT */
/* The choice of one of EGL's configurations. */
#ifndef STAGE_CONFIG_H
#define STAGE_CONFIG_H

#include "tools/replay/stage_type.h"

/* Reads the display's configurations into the stage. False: there are none. */
bool stage_config_read(struct stage *stage);

/* The configuration that is nearest to the format, for windows or pbuffers;
 * NULL if there is none for them. `note` gets a sentence more, if something is
 * not as the format says and pictures may differ for it. */
EGLConfig stage_config_nearest(const struct stage *stage,
			       const struct stage_format *format,
			       bool is_window, char *note);

/* The attribute's value, 0 where EGL does not know it. */
EGLint stage_config_value(const struct stage *stage, EGLConfig config,
			  EGLint name);

#endif
