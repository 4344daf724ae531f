/* SPDX-License-Identifier: MIT */
/* BUILD: '-Wl,-rpath,$ORIGIN/lib' -lctor */
/*
 * Calls at the edges of a program's life: constructors of its library and its
 * own, exit handlers, destructors. Its argument says how to leave.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int ctor_seen(void);

static void __attribute__((constructor)) program_constructor(void)
{
	getenv("IN_PROGRAM_CONSTRUCTOR");
}

static void __attribute__((destructor)) program_destructor(void)
{
	getenv("IN_PROGRAM_DESTRUCTOR");
}

static void exit_handler(void)
{
	getenv("IN_EXIT_HANDLER");
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "return";

	atexit(exit_handler);
	getenv("IN_MAIN");
	printf("library constructor ran: %d\n", ctor_seen());
	fflush(stdout);
	if (!strcmp(how, "exit"))
		exit(3);
	if (!strcmp(how, "_exit"))
		_exit(4);
	if (!strcmp(how, "abort"))
		abort();
	return 5;
}
