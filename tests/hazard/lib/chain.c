/* SPDX-License-Identifier: MIT */
/* A library that interposes getenv in its own way. An interposer that answers
 * dlsym in its stead sends it back to itself. */
#include <dlfcn.h>
#include <stdlib.h>

static int depth, n_through;

int chain_length(void);
int chain_length(void)
{
	return n_through;
}

char *getenv(const char *name)
{
	static char *(*next)(const char *);
	char *value;

	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "getenv");
	if (++depth > 20)
		abort();
	value = next(name);
	n_through += name[0] == 'I' && name[1] == 'N' && name[2] == '_';
	depth--;
	return value;
}
