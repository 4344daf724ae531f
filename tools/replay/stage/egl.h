/* SPDX-License-Identifier: MIT */
/* A stage by EGL, from libEGL.so.1: windows if there is an X server, else
 * headless. */
#ifndef TOOLS_REPLAY_STAGE_EGL_H
#define TOOLS_REPLAY_STAGE_EGL_H

#include "tools/replay/stage/type.h"

extern const struct stage_driver stage_egl_driver;

#endif
