/* SPDX-License-Identifier: MIT */
/* BUILD: '-Wl,-rpath,$ORIGIN/lib' -lsysv */
/* Gets getenv from a library that is before libc; see lib/sysv.c. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	const char *value = getenv("YES");

	printf("%s\n", value ? value : "from libc");
	return getenv("NO") ? 1 : 0;
}
