/* SPDX-License-Identifier: MIT */
/* BUILD: '-Wl,--enable-new-dtags,-rpath,$ORIGIN/lib' -ldl */
/*
 * A program that has no libm. It sees none of its functions until it loads a
 * library that has them, and calls what is there now, whatever was there
 * before. The argument chooses one question.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *found(void *handle, const char *name)
{
	return dlsym(handle, name) ? "there" : "not there";
}

static void by_default(void)
{
	void *program = dlopen(NULL, RTLD_NOW);

	printf("cos: %s\n", found(RTLD_DEFAULT, "cos"));
	printf("cos behind us: %s\n", found(RTLD_NEXT, "cos"));
	printf("cos of the program: %s\n", found(program, "cos"));
	printf("getenv: %s\n", found(RTLD_DEFAULT, "getenv"));
	printf("no_such_name: %s\n", found(RTLD_DEFAULT, "no_such_name"));
	dlclose(program);
}

static void error(void)
{
	const char *text;

	(void)dlsym(RTLD_DEFAULT, "cos");
	text = dlerror();
	printf("named: %s\n",
	       text && strstr(text, "undefined symbol: cos") ? "yes" : "no");
	printf("and then: %s\n", dlerror() ? "again" : "nothing");
}

static double call(void *handle, const char *name, double x)
{
	double (*function)(double);

	*(void **)&function = dlsym(handle, name);
	return function ? function(x) : -99;
}

static void loaded(void)
{
	void *libm = dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL);

	printf("cos(0): %g\n", call(libm, "cos", 0));
	printf("cos(0) of all: %g\n", call(RTLD_DEFAULT, "cos", 0));
}

/* libneedsm calls sqrt, which only it needs libm for. */
static void again(void)
{
	for (int i = 0; i < 3; i++) {
		void *plugin = dlopen("libneedsm.so", RTLD_NOW);
		void *space = malloc(1 << (20 + i));

		printf("root of 9: %g\n", call(plugin, "needsm_root", 9));
		if (plugin)
			dlclose(plugin);
		/* so that libm comes back elsewhere */
		plugin = dlopen("libplugin.so", RTLD_NOW);
		free(space);
	}
}

static const struct {
	const char *name;
	void (*run)(void);
} questions[] = {
	{"by_default", by_default},
	{"error", error},
	{"loaded", loaded},
	{"again", again},
};

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++)
		if (argc > 1 && !strcmp(argv[1], questions[i].name))
			questions[i].run();
	return 0;
}
