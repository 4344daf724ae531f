/* SPDX-License-Identifier: MIT */
/* Loads an interpreter of Python, which it does not offer to other libraries,
 * and runs a script: embed LIBRARY SCRIPT. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	void *library = argc > 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
	void (*initialize)(void);
	int (*run)(const char *);

	if (!library) {
		fprintf(stderr, "%s\n", dlerror());
		return 2;
	}
	*(void **)&initialize = dlsym(library, "Py_Initialize");
	*(void **)&run = dlsym(library, "PyRun_SimpleString");
	initialize();
	return run(argv[2]);
}
