/* SPDX-License-Identifier: MIT */
/* BUILD: -lm */
/* A plugin that needs libm, which its program has not. */
#include <math.h>

double needsm_root(double x);

double needsm_root(double x)
{
	return sqrt(x);
}
