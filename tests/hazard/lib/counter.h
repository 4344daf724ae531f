/* SPDX-License-Identifier: MIT */
/*
 * Takes the place of libEGL or libGL, behind a tracer, and counts what reaches
 * OpenGL. That is what is linked, and what eglGetProcAddress or
 * glXGetProcAddress gives an address of. Each call is counted, and then goes to
 * COUNTER_REAL, the path of the real library. Where a parameter's name matters
 * each name is counted by itself. Prints name and count, one per line, to the
 * file that COUNTER_OUTPUT names.
 */
#ifndef TESTS_HAZARD_LIB_COUNTER_H
#define TESTS_HAZARD_LIB_COUNTER_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
/* as many as the assembler below makes */
#define N_NAMES 4096
#define N_DETAILS 512

typedef void *address_of(const char *name);
typedef uintptr_t call(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);
/* One per name: counts it, then goes where it would have gone. */
/* One a name: counts it, then goes where it would have gone. */
__asm__(".text\n.balign 32\ncounter_thunks:\n"
	".set counter_i, 0\n"
	".rept 4096\n.balign 32\n"
	"endbr64\n"
	"lock incq counter_counts + 8 * counter_i(%rip)\n"
	"jmp *counter_real + 8 * counter_i(%rip)\n"
	".set counter_i, counter_i + 1\n.endr\n");
extern const char counter_thunks[] __attribute__((visibility("hidden")));
uint64_t counter_counts[N_NAMES] __attribute__((visibility("hidden")));
void *counter_real[N_NAMES] __attribute__((visibility("hidden")));
static char names[N_NAMES][64];
static unsigned n_names;
static struct {
	const char *name;
	unsigned value;
	unsigned long n;
} details[N_DETAILS];

static void *real(const char *name)
{
	static void *library;

	if (!library)
		library = dlopen(getenv("COUNTER_REAL"), RTLD_NOW | RTLD_LOCAL);
	if (!library) {
		fprintf(stderr, "counter: %s\n", dlerror());
		exit(1);
	}
	return dlsym(library, name);
}

static void detail(const char *name, unsigned value)
{
	for (unsigned i = 0; i < N_DETAILS; i++) {
		if (details[i].name && (details[i].value != value ||
					strcmp(details[i].name, name)))
			continue;
		details[i].name = name;
		details[i].value = value;
		details[i].n++;
		return;
	}
}

/* Functions whose parameter's name is counted, too. */
#define NAMED(function, types, arguments, value)                               \
	static void(*real_##function) types;                                   \
	static void detailed_##function types                                  \
	{                                                                      \
		detail(#function, value);                                      \
		real_##function arguments;                                     \
	}
NAMED(glGetIntegerv, (unsigned name, int *to), (name, to), name)
NAMED(glGetProgramiv, (unsigned program, unsigned name, int *to),
      (program, name, to), name)

static void *detailed(const char *name, void *found)
{
#define WITH(function)                                                         \
	if (!strcmp(name, #function)) {                                        \
		*(void **)&real_##function = found;                            \
		return (void *)detailed_##function;                            \
	}
	WITH(glGetIntegerv)
	WITH(glGetProgramiv)
	return found;
}

static int is_named(const char *name)
{
	return !strcmp(name, "glGetIntegerv");
}

/* What the library exports, by dlsym or by address: EXPORTED. */
#define FORWARD(name)                                                          \
	EXPORT uintptr_t name(uintptr_t a, uintptr_t b, uintptr_t c,           \
			      uintptr_t d, uintptr_t e);                       \
	EXPORT uintptr_t name(uintptr_t a, uintptr_t b, uintptr_t c,           \
			      uintptr_t d, uintptr_t e)                        \
	{                                                                      \
		static call *to;                                               \
                                                                               \
		if (!to)                                                       \
			to = (call *)real(#name);                              \
		detail(#name, is_named(#name) ? (unsigned)a : 0);              \
		return to(a, b, c, d, e);                                      \
	}
#ifndef EXPORTED
#define EXPORTED "tests/hazard/lib/counter_egl.def"
#endif
#define GETS_ADDRESS(name)
#define EACH FORWARD
#include EXPORTED
#undef EACH

static void *exported(const char *name)
{
	static const struct {
		const char *name;
		call *ours;
	} rows[] = {
#define EACH(name) {#name, name},
#include EXPORTED
#undef EACH
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!strcmp(rows[i].name, name))
			return (void *)rows[i].ours;
	return NULL;
}

static void *address(address_of *of, const char *name)
{
	void *found = exported(name);
	unsigned i = 0;

	if (found)
		return found;
	found = of(name);
	if (!found || strlen(name) >= sizeof(names[0]))
		return found;
	while (i < n_names && strcmp(names[i], name))
		i++;
	if (i == N_NAMES)
		return found;
	if (i == n_names) {
		strcpy(names[i], name);
		counter_real[i] = detailed(name, found);
		n_names++;
	}
	return (void *)(counter_thunks + i * 32);
}

#undef GETS_ADDRESS
#define GETS_ADDRESS(function)                                                 \
	EXPORT void *function(const char *name);                               \
	EXPORT void *function(const char *name)                                \
	{                                                                      \
		return address((address_of *)real(#function), name);           \
	}
#define EACH(name)
#include EXPORTED

static void __attribute__((destructor)) print(void)
{
	const char *path = getenv("COUNTER_OUTPUT");
	FILE *out = path ? fopen(path, "w") : NULL;

	if (!out)
		return;
	for (unsigned i = 0; i < n_names; i++)
		if (counter_counts[i])
			fprintf(out, "%s %lu\n", names[i],
				(unsigned long)counter_counts[i]);
	for (unsigned i = 0; i < N_DETAILS && details[i].name; i++)
		fprintf(out, "%s(0x%04x) %lu\n", details[i].name,
			details[i].value, details[i].n);
	fclose(out);
}

#endif
