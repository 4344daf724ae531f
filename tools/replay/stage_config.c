/* SPDX-License-Identifier: MIT */
/*
 * A configuration's distance from the format: what tells most in pictures
 * weighs most. Channels come first, since blending and rounding depend on
 * them: a destination without alpha must not get one. Then samples, which must
 * be as many; then depth and stencil, where more bits are no harm.
 */
#include "tools/replay/stage_config.h"

#include <stdint.h>
#include <stdlib.h>

/* A distance has this many bits in a sum of them. */
#define DISTANCE_BITS 9
#define DISTANCE_MAX ((1u << DISTANCE_BITS) - 1)
/* Too little is worse than any too much. */
#define TOO_LITTLE 100u

/* The size to look for, where it does not matter. */
enum { ANY_CHANNEL = 8, ANY_DEPTH = 24, ANY_STENCIL = 8 };

bool stage_config_read(struct stage *stage)
{
	EGLint n = 0;

	if (!stage->egl.get_configs(stage->display, NULL, 0, &n) || n <= 0)
		return false;
	stage->configs = calloc((size_t)n, sizeof(*stage->configs));
	if (!stage->configs ||
	    !stage->egl.get_configs(stage->display, stage->configs, n, &n))
		return false;
	stage->n_configs = n;
	return n > 0;
}

EGLint stage_config_value(const struct stage *stage, EGLConfig config,
			  EGLint name)
{
	EGLint value = 0;

	if (!stage->egl.get_config_attrib(stage->display, config, name, &value))
		(void)stage->egl.get_error();
	return value;
}

static unsigned distance(EGLint has, int wanted, int if_any)
{
	if (wanted < 0)
		wanted = if_any;
	return has < wanted ? TOO_LITTLE + (unsigned)(wanted - has)
			    : (unsigned)(has - wanted);
}

static uint64_t weighed(uint64_t sum, unsigned less)
{
	return sum << DISTANCE_BITS |
	       (less < DISTANCE_MAX ? less : DISTANCE_MAX);
}

static bool is_float(const struct stage *stage, EGLConfig config)
{
	return stage_egl_has(stage->extensions, "EGL_EXT_pixel_format_float") &&
	       stage_config_value(stage, config,
				  EGL_COLOR_COMPONENT_TYPE_EXT) ==
		       EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT;
}

static unsigned channels(const struct stage *stage, EGLConfig config,
			 const struct stage_format *format)
{
	const struct {
		EGLint name;
		int wanted;
	} list[] = {
		{EGL_RED_SIZE, format->red},
		{EGL_GREEN_SIZE, format->green},
		{EGL_BLUE_SIZE, format->blue},
		{EGL_ALPHA_SIZE, format->alpha},
	};
	unsigned sum = 0;

	for (int i = 0; i < 4; i++)
		sum += distance(stage_config_value(stage, config, list[i].name),
				list[i].wanted, ANY_CHANNEL);
	return sum;
}

static unsigned samples(const struct stage *stage, EGLConfig config,
			const struct stage_format *format)
{
	/* 1 says the same as 0 */
	int wanted = format->samples > 1 ? format->samples : 0;
	EGLint has = stage_config_value(stage, config, EGL_SAMPLES);

	return distance(has > 1 ? has : 0, wanted, 0);
}

/* What a picture shows, above what it does not; each DISTANCE_BITS wide. */
static uint64_t distance_of(const struct stage *stage, EGLConfig config,
			    const struct stage_format *format)
{
	EGLint apis = EGL_OPENGL_BIT | EGL_OPENGL_ES2_BIT;
	EGLint lacks =
		apis & ~stage_config_value(stage, config, EGL_RENDERABLE_TYPE);
	uint64_t sum = is_float(stage, config) != format->is_float;

	sum = weighed(sum, channels(stage, config, format));
	sum = weighed(sum, samples(stage, config, format));
	sum = weighed(
		sum, distance(stage_config_value(stage, config, EGL_DEPTH_SIZE),
			      format->depth, ANY_DEPTH));
	sum = weighed(sum, distance(stage_config_value(stage, config,
						       EGL_STENCIL_SIZE),
				    format->stencil, ANY_STENCIL));
	sum = weighed(sum, (unsigned)lacks);
	return weighed(sum, stage_config_value(stage, config,
					       EGL_CONFIG_CAVEAT) != EGL_NONE);
}

static void tell(const struct stage *stage, EGLConfig config,
		 const struct stage_format *f, char *note)
{
	if (!is_float(stage, config) == f->is_float)
		stage_note_more(note, "no surface with%s floating point",
				f->is_float ? "" : "out");
	if ((f->red >= 0 || f->alpha >= 0) && channels(stage, config, f))
		stage_note_more(
			note,
			"no surface with %d %d %d %d bits of colour and "
			"alpha, but with %d %d %d %d",
			f->red, f->green, f->blue, f->alpha,
			stage_config_value(stage, config, EGL_RED_SIZE),
			stage_config_value(stage, config, EGL_GREEN_SIZE),
			stage_config_value(stage, config, EGL_BLUE_SIZE),
			stage_config_value(stage, config, EGL_ALPHA_SIZE));
	if (samples(stage, config, f))
		stage_note_more(note, "no surface with %d samples, but with %d",
				f->samples,
				stage_config_value(stage, config, EGL_SAMPLES));
	if (stage_config_value(stage, config, EGL_DEPTH_SIZE) < f->depth ||
	    stage_config_value(stage, config, EGL_STENCIL_SIZE) < f->stencil)
		stage_note_more(
			note,
			"no surface with %d bits of depth and %d of stencil, "
			"but with %d and %d",
			f->depth, f->stencil,
			stage_config_value(stage, config, EGL_DEPTH_SIZE),
			stage_config_value(stage, config, EGL_STENCIL_SIZE));
}

EGLConfig stage_config_nearest(const struct stage *stage,
			       const struct stage_format *format,
			       bool is_window, char *note)
{
	EGLint kind = is_window ? EGL_WINDOW_BIT : EGL_PBUFFER_BIT;
	EGLConfig nearest = NULL;
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < stage->n_configs; i++) {
		EGLConfig config = stage->configs[i];
		uint64_t far;

		if (!(kind &
		      stage_config_value(stage, config, EGL_SURFACE_TYPE)))
			continue;
		far = distance_of(stage, config, format);
		if (far < least) {
			least = far;
			nearest = config;
		}
	}
	if (nearest)
		tell(stage, nearest, format, note);
	return nearest;
}
