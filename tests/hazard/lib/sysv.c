/* SPDX-License-Identifier: MIT */
/* BUILD: -Wl,--hash-style=sysv */
/* A library that interposes getenv, with the old kind of hash table only. */
#include <stdlib.h>

char *getenv(const char *name)
{
	static char value[] = "from the library";

	return *name == 'Y' ? value : NULL;
}
