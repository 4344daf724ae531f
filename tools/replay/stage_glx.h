/* SPDX-License-Identifier: MIT */
/* A stage by GLX, from libGL.so.1: windows and pbuffers of an X server. */
#ifndef STAGE_GLX_H
#define STAGE_GLX_H

#include "tools/replay/stage_type.h"

extern const struct stage_driver stage_glx_driver;

#endif
