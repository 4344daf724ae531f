/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Preloaded to a replay in an X server, it compares the drawables of GLX that
 * are destroyed with those that were made. At exit it prints on standard error
 * how many of each kind there were, and how many were destroyed as such.
 */
#include <stdio.h>

#include "tests/hazard/lib/replaced.h"

#define MAX_MADE 4096u

enum kind {
	NONE,
	WINDOW,
	PBUFFER,
};

static struct made {
	unsigned long id;
	enum kind kind;
} all[MAX_MADE];
static unsigned n_all, n_made[3], n_destroyed[3];

static unsigned long (*real_window)(void *, void *, unsigned long, const int *);
static unsigned long (*real_pbuffer)(void *, void *, const int *);
static void (*real_destroy[3])(void *, unsigned long);

static unsigned long made(unsigned long id, enum kind kind)
{
	if (id && n_all < MAX_MADE) {
		all[n_all++] = (struct made){id, kind};
		n_made[kind]++;
	}
	return id;
}

static unsigned long window(void *display, void *config, unsigned long id,
			    const int *list)
{
	return made(real_window(display, config, id, list), WINDOW);
}

static unsigned long pbuffer(void *display, void *config, const int *list)
{
	return made(real_pbuffer(display, config, list), PBUFFER);
}

static void destroy(void *display, unsigned long id, enum kind kind)
{
	for (unsigned i = 0; i < n_all; i++)
		if (all[i].id == id && all[i].kind == kind) {
			all[i].kind = NONE;
			n_destroyed[kind]++;
			break;
		}
	real_destroy[kind](display, id);
}

static void destroy_window(void *display, unsigned long id)
{
	destroy(display, id, WINDOW);
}

static void destroy_pbuffer(void *display, unsigned long id)
{
	destroy(display, id, PBUFFER);
}

void *replaced(const char *name, void *found)
{
	static const struct {
		const char *name;
		void *real;
		void *ours;
	} functions[] = {
		{"glXCreateWindow", &real_window, window},
		{"glXCreatePbuffer", &real_pbuffer, pbuffer},
		{"glXDestroyWindow", &real_destroy[WINDOW], destroy_window},
		{"glXDestroyPbuffer", &real_destroy[PBUFFER], destroy_pbuffer},
	};

	for (size_t i = 0; found && i < sizeof(functions) / sizeof(*functions);
	     i++)
		if (strcmp(name, functions[i].name) == 0) {
			memcpy(functions[i].real, &found, sizeof(found));
			return functions[i].ours;
		}
	return found;
}

__attribute__((destructor)) static void report(void)
{
	if (n_all)
		fprintf(stderr, "windows %u %u pbuffers %u %u\n",
			n_made[WINDOW], n_destroyed[WINDOW], n_made[PBUFFER],
			n_destroyed[PBUFFER]);
}
