/* SPDX-License-Identifier: MIT */
/* Threads, and functions that are jumped to. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#include "tests/app/expect.h"

static void *run(void *arg)
{
	getenv("IN_THREAD");
	return arg;
}

int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, run, NULL) == 0)
		pthread_join(thread, NULL);
	dlopen("/no/such.so", RTLD_NOW | RTLD_GLOBAL);
	dlopen(NULL, RTLD_LAZY);
	expect("pthread_create(thread=PID, attr=NULL, start_routine=PTR, "
	       "arg=NULL) = 0");
	expect("getenv(name=\"IN_THREAD\") = NULL");
	expect("dlopen(filename=\"/no/such.so\", flags=RTLD_NOW|RTLD_GLOBAL) "
	       "= NULL dlerror \"/no/such.so: cannot open shared object file: "
	       "No such file or directory\"");
	expect("dlopen(filename=NULL, flags=RTLD_LAZY) = PTR");
	return 0;
}
