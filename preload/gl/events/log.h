/* SPDX-License-Identifier: MIT */
/*
 * Messages of OpenGL and EGL as log records.
 */
#ifndef PRELOAD_GL_EVENTS_LOG_H
#define PRELOAD_GL_EVENTS_LOG_H

#include <stdint.h>

#define FXP_GL_LOG_WORDS 3u

struct fxp_gl_message {
	unsigned n_words;
	/* constants, each of the type of a function's parameter, or
	 * FXP_GL_RET */
	struct {
		unsigned function, parameter;
		uint32_t value;
	} words[FXP_GL_LOG_WORDS];
	const char *command; /* that the message is about; NULL: it has an id */
	uint32_t id;
	/* the program's labels of the thread and of the object, or NULL */
	const void *thread_label, *object_label;
	const char *text;
	int32_t length; /* negative: up to its NUL */
};

/* "GL_DEBUG_SOURCE_API GL_DEBUG_TYPE_ERROR GL_DEBUG_SEVERITY_HIGH 7: text" or
 * "EGL_DEBUG_MSG_ERROR_KHR EGL_BAD_MATCH eglCreateContext object=0x8: text", on
 * this thread. Without space it is lost and counts as a lost call. */
void fxp_gl_log(const struct fxp_gl_message *message);

#endif
