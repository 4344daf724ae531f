/* SPDX-License-Identifier: MIT */
/* Threads that end, libraries by hand, who we are. */
#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "tests/app/expect.h"

static void *idle(void *arg)
{
	return arg;
}

static pthread_key_t key;
static volatile int is_leaving;

/* Runs in pthread_exit. */
static void note_leaving(void *value)
{
	is_leaving = value != NULL;
}

static void *leave(void *arg)
{
	pthread_setspecific(key, arg);
	pthread_exit(arg);
}

int main(void)
{
	pthread_t thread;
	void *handle, *p;

	expect("pthread_setname_np(thread=PID, name=\"main\") = %d",
	       pthread_setname_np(pthread_self(), "main"));
	expect("pthread_setname_np(thread=PID, name=\"sixteen letters!\") = "
	       "%d ERANGE",
	       pthread_setname_np(pthread_self(), "sixteen letters!"));
	pthread_create(&thread, NULL, idle, NULL);
	pthread_join(thread, NULL);
	expect("pthread_join(thread=PID, retval=NULL) = 0");
	pthread_key_create(&key, note_leaving);
	pthread_create(&thread, NULL, leave, &p);
	while (!is_leaving)
		sched_yield();
	expect("pthread_exit(retval=PTR) = ? <no return>");
	pthread_join(thread, &p);
	expect("pthread_join(thread=PID, retval=PTR) = 0");
	handle = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
	dlsym(handle, "abs");
	expect("dlsym(handle=PTR, symbol=\"abs\") = PTR");
	dlsym(RTLD_DEFAULT, "no_such_name");
	expect("dlsym(handle=RTLD_DEFAULT, symbol=\"no_such_name\") = NULL "
	       "dlerror \"%s\"",
	       dlerror());
	expect("dlclose(handle=PTR) = %d", dlclose(handle));
	getpid();
	expect("getpid() = PID");
	getppid();
	expect("getppid() = PID");
	time(NULL);
	expect("time(tloc=NULL) = TIME");
	p = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	expect("mprotect(addr=PTR, len=4096, prot=PROT_READ|PROT_EXEC) = %d",
	       mprotect(p, 4096, PROT_READ | PROT_EXEC));
	expect("munmap(addr=PTR, length=8192) = %d", munmap(p, 8192));
	munmap(p, 0);
	expect("munmap(addr=PTR, length=0) = -1 EINVAL");
	return 0;
}
