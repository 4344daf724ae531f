/* SPDX-License-Identifier: MIT */
/* A library that takes the program its environment before main. */
#include <stdlib.h>

int cleared;

static void __attribute__((constructor)) take(void)
{
	getenv("IN_LIBRARY_CONSTRUCTOR");
	clearenv();
	cleared = 1;
}
