/* SPDX-License-Identifier: MIT */
/*
 * fxregistry: Khronos' registry of OpenGL, GLES, GLX and EGL and the overlay
 * that knows better, into a description for fxgen and a header with the types
 * and constants that this one speaks of. What the registry says is kept here
 * as it stands there; registry_rules.c says what follows from it.
 */
#ifndef REGISTRY_H
#define REGISTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gen/memory.h"

/* An array of pointers that grows. */
struct fxr_list {
	void **items;
	size_t n;
};

struct fxr_constant {
	const char *name, *value, *groups; /* groups: "A,B" or NULL */
	uint64_t number;
	bool is_bit;	 /* of a bit mask */
	bool has_vendor; /* its name ends in one */
};

/* Constants that a parameter may have. */
struct fxr_group {
	const char *name;
	bool is_flags;
	struct fxr_list constants;
	bool is_used, is_used_plain; /* in an enum's place; in an integer's */
};

struct fxr_param {
	const char *name, *before, *after; /* a declaration is these */
	const char *base; /* its C type without const and stars */
	const char *group, *class, *len; /* or NULL */
	unsigned n_stars;
	bool is_const; /* what the last star points to */
};

struct fxr_command {
	const char *name, *family; /* "gl", "glx", "egl" */
	struct fxr_param ret;
	struct fxr_param *params;
	size_t n_params;
	bool is_core; /* of a version, not only of extensions */
	/* the overlay's: */
	const char **notes;    /* of each parameter, then of ret; or NULL */
	struct fxr_list words; /* annotation lines of the function itself */
	bool is_busy, is_hot;
};

struct fxr_registry {
	struct fxg_arena *arena;
	struct fxr_list commands;  /* struct fxr_command */
	struct fxr_list constants; /* struct fxr_constant */
	struct fxr_list groups;	   /* struct fxr_group */
	struct fxr_list types;	   /* C text of each */
	struct fxr_list vendors;   /* names */
	struct fxr_list core;	   /* names of commands */
	struct fxr_list preferred; /* names of constants that go before others
				      of the same value */
};

void fxr_add(struct fxg_arena *arena, struct fxr_list *list, void *item);
/* Prints "fxregistry: WHERE: WHAT" and exits with 1. */
_Noreturn void fxr_die(const char *where, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* A whole file, NUL-terminated; dies if there is none. */
char *fxr_read_file(struct fxg_arena *arena, const char *name, size_t *n);

/* registry_xml.c: adds what one file says. family: "gl", "glx" or "egl" */
void fxr_read_xml(struct fxr_registry *registry, const char *file,
		  const char *family);
/* registry_model.c: sorts, and puts constants into their groups */
void fxr_close(struct fxr_registry *registry);
struct fxr_group *fxr_find_group(const struct fxr_registry *registry,
				 const char *name);
struct fxr_command *fxr_find_command(const struct fxr_registry *registry,
				     const char *name);
/* registry_overlay.c: what one file knows better */
void fxr_read_overlay(struct fxr_registry *registry, const char *file);
/* registry_rules.c: the annotation of a parameter (NULL: of ret) by what the
 * registry says of it; NULL: it needs none */
const char *fxr_note(const struct fxr_registry *registry,
		     const struct fxr_command *command,
		     const struct fxr_param *param);
/* Whether it is short and cannot block. */
bool fxr_is_leaf(const struct fxr_command *command);
/* registry_emit.c */
void fxr_emit_api(const struct fxr_registry *registry, struct fxg_buffer *out);
void fxr_emit_header(const struct fxr_registry *registry,
		     struct fxg_buffer *out);

#endif
