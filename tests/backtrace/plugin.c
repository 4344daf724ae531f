/* SPDX-License-Identifier: MIT */
/* Loaded by chain.c: calls back, and calls itself. */
#include <unistd.h>

int plugin_call(int (*back)(int));

static __attribute__((noinline)) int inside(int n)
{
	return getpgid(0) + n;
}

int plugin_call(int (*back)(int))
{
	int n = back(7);

	return inside(n) + 1;
}
