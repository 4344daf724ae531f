/* SPDX-License-Identifier: MIT */
/*
 * A library of which tests/hazard/modules.c loads copies. Its function makes a
 * call, and is not a tail call.
 */
#include <unistd.h>

int enter(const char *path);
int enter(const char *path)
{
	return access(path, F_OK) - 1;
}
