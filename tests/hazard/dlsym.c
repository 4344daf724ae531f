/* SPDX-License-Identifier: MIT */
/* BUILD: '-Wl,--enable-new-dtags,-rpath,$ORIGIN/lib' -lchain -lbypass -ldl */
/*
 * dlopen and dlsym look at their caller: its RUNPATH, its place in the list of
 * libraries. A tracer that calls them in the program's stead gets other
 * answers. The argument chooses one question.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int chain_length(void);

static const char *yes(int x)
{
	return x ? "yes" : "no";
}

static int call_plugin(void *handle)
{
	int (*answer)(void);

	if (!handle)
		return -1;
	*(void **)&answer = dlsym(handle, "plugin_answer");
	return answer ? answer() : -2;
}

static void runpath(void)
{
	void *handle = dlopen("libplugin.so", RTLD_NOW);

	printf("plugin: %d\n", call_plugin(handle));
	printf("%s\n", handle ? "opened" : dlerror());
}

static void deepbind(void)
{
	void *handle = dlopen("libplugin.so", RTLD_NOW | RTLD_DEEPBIND);

	printf("plugin: %d\n", call_plugin(handle));
}

static void namespace(void)
{
	void *handle = dlmopen(LM_ID_NEWLM, "libplugin.so", RTLD_NOW);

	printf("plugin: %d\n", call_plugin(handle));
}

/* libchain defines getenv itself, and passes on to the next one. */
static void next(void)
{
	setenv("IN_CHAIN", "here", 1);
	printf("getenv: %s\n", getenv("IN_CHAIN"));
	printf("times through the chain: %d\n", chain_length());
}

static void next_of_program(void)
{
	char *(*get)(const char *);

	*(void **)&get = dlsym(RTLD_NEXT, "getenv");
	setenv("IN_NEXT", "here", 1);
	printf("getenv: %s\n", get("IN_NEXT"));
}

static void by_default(void)
{
	char *(*get)(const char *);

	*(void **)&get = dlsym(RTLD_DEFAULT, "secure_getenv");
	setenv("IN_DEFAULT", "here", 1);
	printf("secure_getenv: %s\n", get("IN_DEFAULT"));
	printf("no such function: %p\n", dlsym(RTLD_DEFAULT, "no_such_name"));
}

static void by_handle(void)
{
	void *handle = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
	int (*absolute)(int);

	*(void **)&absolute = dlsym(handle, "abs");
	printf("abs(-4): %d\n", absolute(-4));
}

/* What a handle gives is what everybody calls by that name. */
static void same_by_handle(void)
{
	void *handle = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
	int (*may)(const char *, int);

	*(void **)&may = dlsym(handle, "access");
	printf("the same access: %s\n", yes(may == access));
	printf("the same of its version: %s\n",
	       yes(dlvsym(handle, "access", "GLIBC_2.2.5") == (void *)access ||
		   dlvsym(handle, "access", "GLIBC_2.17") == (void *)access));
	for (int i = 0; i < 10; i++)
		may("same_by_handle", F_OK);
	printf("the same vfork: %s\n",
	       yes(dlsym(handle, "vfork") == (void *)vfork));
	printf("none: %s\n", yes(dlsym(handle, "no_such_name") != NULL));
	printf("%s\n", dlerror() ? "reported" : "lost");
}

/* libbypass defines getppid itself, and gets the next one by a handle. */
static void around(void)
{
	printf("parent: %s\n", yes(getppid() == (pid_t)syscall(SYS_getppid)));
}

static void origin(void)
{
	void *handle = dlopen("$ORIGIN/lib/libplugin.so", RTLD_NOW);

	printf("plugin: %d\n", call_plugin(handle));
}

static void again(void)
{
	for (int i = 0; i < 50; i++) {
		void *handle = dlopen("libplugin.so", RTLD_NOW);

		if (call_plugin(handle) != 42 || dlclose(handle))
			printf("round %d\n", i);
	}
	printf("still loaded: %s\n",
	       yes(dlopen("libplugin.so", RTLD_NOW | RTLD_NOLOAD) != NULL));
}

static void by_version(void)
{
	printf("getenv@GLIBC_2.2.5: %s\n",
	       yes(dlvsym(RTLD_DEFAULT, "getenv", "GLIBC_2.2.5") != NULL));
	printf("getenv@GLIBC_1.0: %s\n",
	       yes(dlvsym(RTLD_DEFAULT, "getenv", "GLIBC_1.0") != NULL));
}

static void error(void)
{
	char *text;

	dlopen("/no/such/library.so", RTLD_NOW);
	close(-1);
	text = dlerror();
	printf("dlerror: %s\n", text ? text : "lost");
	text = dlerror();
	printf("and then: %s\n", text ? text : "nothing");
}

/* Some programs look whether they have OpenGL by a lookup of its names. */
static void foreign(void)
{
	printf("glClear is here: %s\n",
	       yes(dlsym(RTLD_DEFAULT, "glClear") != NULL));
}

static void print_clear(const char *when, void *handle)
{
	printf("%s: by handle %s, by default %s, next %s\n", when,
	       yes(handle && dlsym(handle, "glClear")),
	       yes(dlsym(RTLD_DEFAULT, "glClear") != NULL),
	       yes(dlsym(RTLD_NEXT, "glClear") != NULL));
}

/* A library of GL's that is loaded for its handle alone, then for all. */
static void by_handle_alone(void)
{
	static const char library[] = "libGLESv2.so.2";
	void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);

	print_clear("alone", handle);
	if (handle)
		dlclose(handle);
	print_clear("closed", NULL);
	handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
	print_clear("for all", handle);
}

static const struct {
	const char *name;
	void (*run)(void);
} questions[] = {
	{"runpath", runpath},
	{"deepbind", deepbind},
	{"namespace", namespace},
	{"next", next},
	{"next_of_program", next_of_program},
	{"by_default", by_default},
	{"by_handle", by_handle},
	{"by_version", by_version},
	{"same_by_handle", same_by_handle},
	{"around", around},
	{"origin", origin},
	{"again", again},
	{"error", error},
	{"foreign", foreign},
	{"by_handle_alone", by_handle_alone},
};

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof(questions) / sizeof(*questions); i++) {
		if (argc > 1 && !strcmp(argv[1], questions[i].name)) {
			questions[i].run();
			return 0;
		}
	}
	return 2;
}
