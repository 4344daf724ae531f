/* SPDX-License-Identifier: MIT */
/*
 * Messages of OpenGL as log records.
 */
#ifndef GL_LOG_H
#define GL_LOG_H

#include <stdint.h>

#define FXP_GL_LOG_WORDS 3u

struct fxp_gl_message {
	unsigned n_words;
	/* constants, each of the type that a function's parameter has */
	struct {
		unsigned function, parameter;
		uint32_t value;
	} words[FXP_GL_LOG_WORDS];
	uint32_t id;
	const char *text;
	int32_t length; /* negative: up to its NUL */
};

/* "GL_DEBUG_SOURCE_API GL_DEBUG_TYPE_ERROR GL_DEBUG_SEVERITY_HIGH 7: text", on
 * this thread, any. What finds no room counts as a lost call. */
void fxp_gl_log(const struct fxp_gl_message *message);

#endif
