/* SPDX-License-Identifier: MIT */
/*
 * The names that functions such as glGetTexParameteriv accept, and the meanings
 * of their answers, from the generated table of OpenGL.
 */
#ifndef TOOLS_REPLAY_STATE_PARAMETERS_H
#define TOOLS_REPLAY_STATE_PARAMETERS_H

#include <stdbool.h>
#include <stdint.h>

#include "gen/gen.h"
#include "gl_registry.h"

/* The rule for the number of values of an answer. */
enum parameters_rule {
	PARAMETERS_GET,
	PARAMETERS_INDEXED,
	PARAMETERS_OBJECT,
	PARAMETERS_ATTRIB,
	PARAMETERS_PROGRAM,
	PARAMETERS_ONE, /* one, for any name */
};

struct parameters {
	const struct fxg_type *names;  /* an ENUM */
	const struct fxg_type *values; /* a UNION by name, or NULL */
};

/* A function whose last two parameters are the name and the answer. Empty if
 * the table has no such function. */
struct parameters parameters_of(const char *function);

/*
 * The preferred text of a name: names of extensions that became part of OpenGL
 * have two or more.
 *
 * text  one of its texts
 */
const char *parameters_best(const struct parameters *parameters, GLenum number,
			    const char *text);

/* Name n, from 0: false after the last one. */
bool parameters_name(const struct parameters *parameters, uint32_t n,
		     GLenum *number, const char **text);

/* Any constant of OpenGL, in the same way. */
bool parameters_constant(uint32_t n, GLenum *number, const char **text);

/* Capacity for the names of flags. */
#define PARAMETERS_TEXT 512u

/* The name of a value, flags as "A|B|0x4"; NULL if it is a number. text: a
 * buffer of PARAMETERS_TEXT bytes for it. */
const char *parameters_value(const struct parameters *parameters, GLenum name,
			     int64_t value, char *text);

/* The ENUM of a function's parameter `index`; the index after the last one
 * means its result. NULL if it is not an ENUM. */
const struct fxg_type *parameters_type(const char *function, unsigned index);

/* The name of a value as that parameter, or NULL. */
const char *parameters_call(const char *function, unsigned index,
			    int64_t value);

/* The number of values of a name; *by is 0, or the name by which glGet returns
 * it. */
unsigned parameters_count(enum parameters_rule rule, GLenum name, GLenum *by);

#endif
