/* SPDX-License-Identifier: MIT */
/* A stage by GLX, from libGL.so.1: windows and pbuffers of an X server. */
#ifndef TOOLS_REPLAY_STAGE_GLX_H
#define TOOLS_REPLAY_STAGE_GLX_H

#include "tools/replay/stage/type.h"

extern const struct stage_driver stage_glx_driver;

#endif
