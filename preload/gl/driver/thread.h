/* SPDX-License-Identifier: MIT */
/*
 * What each thread has of GL. One variable, because each needs a relocation.
 */
#ifndef PRELOAD_GL_DRIVER_THREAD_H
#define PRELOAD_GL_DRIVER_THREAD_H

#include <stdbool.h>
#include <stdint.h>

struct fxp_gl_context;
struct fxp_gl_entry;

struct fxp_gl_thread {
	/* The entry by which the thread has come (several.h), for the code of
	 * several_entry.S, so the first member. */
	const struct fxp_gl_entry *entered;
	/* state.h */
	struct fxp_gl_context *context;
	uint32_t egl_api;
	bool in_begin;
};

extern __thread struct fxp_gl_thread fxp_gl_thread
	__attribute__((tls_model("initial-exec"), visibility("hidden")));

#endif
