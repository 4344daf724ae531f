/* SPDX-License-Identifier: MIT */
/*
 * Entry points for the generated wrappers: maps their words to our numbers.
 */
#include "ids_gl.h"

#include "preload/gl/track/track.h"

/* Indexed by the generator's numbers. Arrays of bytes: nothing for the linker
 * to relocate. */
static const uint8_t tracked[] = {
#define TRACK(word) [FXG_TRACK_##word] = FXP_GL_W_##word,
#define BEFORE(word)
#include "gen/api/gl/tracked.def"
#undef TRACK
#undef BEFORE
};
static const uint8_t before[] = {
#define TRACK(word)
#define BEFORE(word) [FXG_BEFORE_##word] = FXP_GL_W_##word,
#include "gen/api/gl/tracked.def"
#undef TRACK
#undef BEFORE
};

void fxp_gl_track(unsigned what, const uint64_t *slot)
{
	if (what < sizeof(tracked))
		fxp_gl_track_call(tracked[what], slot);
}

void fxp_gl_before(unsigned what, const uint64_t *slot)
{
	if (what < sizeof(before))
		fxp_gl_track_before(before[what], slot);
}
