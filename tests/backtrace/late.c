/* SPDX-License-Identifier: MIT */
/* Calls what a library has that it has loaded, and is killed. */
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int add(int n)
{
	return n;
}

int main(int argc, char **argv)
{
	void *library;
	int (*call)(int (*)(int));

	(void)argc;
	(void)getenv("a call before");
	library = dlopen(argv[1], RTLD_NOW);
	*(void **)&call = dlsym(library, "plugin_call");
	call(add);
	kill(getpid(), SIGKILL);
	return 0;
}
