/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/* Counts what reaches OpenGL by way of libGL, see asked.h. */
#define EXPORTED "tests/hazard/lib/asked_glx.def"
#include "tests/hazard/lib/asked.h"
