/* SPDX-License-Identifier: MIT */
/* BUILD: '-Wl,-rpath,$ORIGIN/lib' -lcleared */
/*
 * A program without any environment, not even an empty one.
 */
#include <stdio.h>
#include <stdlib.h>

extern char **environ;
extern int cleared;

int main(void)
{
	printf("cleared %d, environment %d, PATH %d\n", cleared, !!environ,
	       !!getenv("PATH"));
	fflush(stdout);
	return system("echo shell: $HOME");
}
