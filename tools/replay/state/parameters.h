/* SPDX-License-Identifier: MIT */
/*
 * What functions like glGetTexParameteriv can be asked for and what their
 * answers mean, from the generated table of OpenGL.
 */
#ifndef TOOLS_REPLAY_STATE_PARAMETERS_H
#define TOOLS_REPLAY_STATE_PARAMETERS_H

#include <stdbool.h>
#include <stdint.h>

#include "gen/gen.h"
#include "gl_registry.h"

/* Whose rules say how many values an answer has. */
enum parameters_rule {
	PARAMETERS_GET,
	PARAMETERS_INDEXED,
	PARAMETERS_OBJECT,
	PARAMETERS_ATTRIB,
	PARAMETERS_PROGRAM,
	PARAMETERS_ONE, /* one, whatever the name */
};

struct parameters {
	const struct fxg_type *names;  /* an ENUM */
	const struct fxg_type *values; /* a UNION by name, or NULL */
};

/* A function whose last parameter is the answer and the one before it the
 * name. Nothing is in it if the table has no such function. */
struct parameters parameters_of(const char *function);

/*
 * What a name is called best: names of extensions that became part of OpenGL
 * have two or more.
 *
 * text  one that it is called by
 */
const char *parameters_best(const struct parameters *parameters, GLenum number,
			    const char *text);

/* Name n, from 0: false behind the last one. */
bool parameters_name(const struct parameters *parameters, uint32_t n,
		     GLenum *number, const char **text);

/* Any constant of OpenGL, in the same way. */
bool parameters_constant(uint32_t n, GLenum *number, const char **text);

/* Room for the names of flags. */
#define PARAMETERS_TEXT 512u

/* What the value of a name is called, flags as "A|B|0x4"; NULL if it is a
 * number. text: room for it, PARAMETERS_TEXT bytes. */
const char *parameters_value(const struct parameters *parameters, GLenum name,
			     int64_t value, char *text);

/* The ENUM that a function's parameter `index` is of; behind the last one, what
 * it returns. NULL if it is none. */
const struct fxg_type *parameters_type(const char *function, unsigned index);

/* What a value is called as that parameter, or NULL. */
const char *parameters_call(const char *function, unsigned index,
			    int64_t value);

/* How many values a name has; *by is 0, or the name that glGet says it for. */
unsigned parameters_count(enum parameters_rule rule, GLenum name, GLenum *by);

#endif
