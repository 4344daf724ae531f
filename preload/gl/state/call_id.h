/* SPDX-License-Identifier: MIT */
/*
 * Numbers of the calls that change the tracked state of OpenGL.
 */
#ifndef PRELOAD_GL_STATE_CALL_ID_H
#define PRELOAD_GL_STATE_CALL_ID_H

enum fxp_gl_what {
	FXP_GL_W_NONE,
#define TRACK(word) FXP_GL_W_##word,
#define BEFORE(word) FXP_GL_W_##word,
#include "gen/api/gl/tracked.def"
#undef TRACK
#undef BEFORE
};

#endif
