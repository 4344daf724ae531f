/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/* Counts what reaches OpenGL by way of libEGL, see counter.h. */
#define EXPORTED "tests/hazard/lib/counter_egl.def"
#include "tests/hazard/lib/counter.h"
