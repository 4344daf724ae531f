/* SPDX-License-Identifier: MIT */
/* A library that clears the program's environment before main. */
#include <stdlib.h>

int cleared;

static void __attribute__((constructor)) clear_environment(void)
{
	getenv("IN_LIBRARY_CONSTRUCTOR");
	clearenv();
	cleared = 1;
}
