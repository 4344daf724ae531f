/* SPDX-License-Identifier: MIT */
/*
 * fxregistry: reads Khronos' registry of OpenGL, GLES, GLX and EGL, and the
 * overlay that corrects it. It makes a description for fxgen, and a header with
 * the types and constants in that. The contents of the registry are stored here
 * unchanged; rules.c says what follows from them.
 */
#ifndef GEN_REGISTRY_REGISTRY_H
#define GEN_REGISTRY_REGISTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gen/memory.h"

/* An array of pointers that grows. */
struct reg_list {
	void **items;
	size_t n;
};

struct reg_constant {
	const char *name, *value, *groups; /* groups: "A,B" or NULL */
	uint64_t number;
	bool is_bit;	 /* of a bit mask */
	bool has_vendor; /* its name ends in one */
};

/* A line of an older registry: before 2020 these list constants by group. */
struct reg_member {
	const char *constant, *group;
};

/* Constants that a parameter may have. */
struct reg_group {
	const char *name;
	bool is_flags;
	struct reg_list constants;
	bool is_used, is_used_plain; /* in an enum's place; in an integer's */
};

struct reg_param {
	const char *name, *before, *after; /* a declaration is these */
	const char *former; /* the registry's name of a renamed one, or NULL */
	const char *base;   /* its C type without const and stars */
	const char *group, *class, *len; /* or NULL */
	unsigned n_stars;
	bool is_const; /* what the last star points to */
};

struct reg_command {
	const char *name, *family; /* "gl", "glx", "egl" */
	struct reg_param ret;
	struct reg_param *params;
	size_t n_params;
	bool is_core; /* of a version, not only of extensions */
	/* the overlay's: */
	const char **notes;    /* of each parameter, then of ret; or NULL */
	struct reg_list words; /* annotation lines of the function itself */
	bool is_busy, is_hot;
};

struct reg_registry {
	struct fxg_arena *arena;
	struct reg_list commands;  /* struct reg_command */
	struct reg_list constants; /* struct reg_constant */
	struct reg_list groups;	   /* struct reg_group */
	struct reg_list members;   /* struct reg_member */
	struct reg_list types;	   /* C text of each */
	struct reg_list vendors;   /* names */
	struct reg_list core;	   /* names of commands */
	struct reg_list preferred; /* names of constants that go before others
				      of the same value */
	struct fxg_buffer absent;  /* what overlays have and these do not */
};

void reg_add(struct fxg_arena *arena, struct reg_list *list, void *item);
/* Prints "fxregistry: WHERE: WHAT" and exits with 1. */
_Noreturn void reg_die(const char *where, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* A whole file, NUL-terminated; dies if there is none. */
char *reg_read_file(struct fxg_arena *arena, const char *name, size_t *n);

/* xml.c: adds what one file says. family: "gl", "glx" or "egl" */
void reg_read_xml(struct reg_registry *registry, const char *file,
		  const char *family);
/* model.c: sorts, and puts constants into their groups */
void reg_close(struct reg_registry *registry);
/* classes.c: of registries that have none. After all files are read. */
void reg_infer_classes(struct reg_registry *registry);
struct reg_group *reg_find_group(const struct reg_registry *registry,
				 const char *name);
struct reg_command *reg_find_command(const struct reg_registry *registry,
				     const char *name);
/* overlay.c: what one file knows better */
void reg_read_overlay(struct reg_registry *registry, const char *file);
/* rules.c: the annotation of a parameter (NULL: of ret) by what the
 * registry says of it; NULL: it needs none */
const char *reg_note(const struct reg_registry *registry,
		     const struct reg_command *command,
		     const struct reg_param *param);
/* Whether it is short and cannot block. */
bool reg_is_leaf(const struct reg_command *command);
/* emit.c */
void reg_emit_api(const struct reg_registry *registry, struct fxg_buffer *out);
void reg_emit_header(const struct reg_registry *registry,
		     struct fxg_buffer *out);

#endif
