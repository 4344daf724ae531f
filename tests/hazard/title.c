/* SPDX-License-Identifier: MIT */
/*
 * As programs do that show a title in ps: moves its environment elsewhere and
 * writes over the old place. Then it calls what it has not called before.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

int main(void)
{
	char *first = environ[0], *end = first;

	for (char **at = environ; *at; at++) {
		if (*at == end)
			end += strlen(*at) + 1;
		*at = strdup(*at);
	}
	memset(first, 'x', (size_t)(end - first) - 1);
	if (fork() == 0)
		_exit(getppid() == 1);
	wait(NULL);
	execlp("true", "true", (char *)NULL);
	return 1;
}
