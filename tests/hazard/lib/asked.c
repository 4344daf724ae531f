/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/* Counts what reaches OpenGL by way of libEGL, see asked.h. */
#define EXPORTED "tests/hazard/lib/asked_egl.def"
#include "tests/hazard/lib/asked.h"
