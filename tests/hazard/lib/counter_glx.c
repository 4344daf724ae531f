/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/* Counts what reaches OpenGL by way of libGL, see counter.h. */
#define EXPORTED "tests/hazard/lib/counter_glx.def"
#include "tests/hazard/lib/counter.h"
