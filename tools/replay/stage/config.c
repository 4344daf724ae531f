/* SPDX-License-Identifier: MIT */
/*
 * A configuration's distance from the format. What affects pictures most has
 * the most weight. Channels come first, since blending and rounding depend on
 * them: a destination without alpha must not get one. Then samples, which must
 * be equal. Then depth and stencil, where more bits are harmless.
 */
#include "tools/replay/stage/config.h"

#include <stdint.h>

/* Too few bits are worse than any excess. */
#define TOO_LITTLE 64u

/* The target size where the format has none. */
enum { ANY_CHANNEL = 8, ANY_DEPTH = 24, ANY_STENCIL = 8, ANY_ACCUM = 0 };
/* More than any configuration has. */
#define ALL_DEPTH 64

static unsigned distance(int has, int wanted, int if_any)
{
	if (wanted < 0)
		wanted = if_any;
	return has < wanted ? TOO_LITTLE + (unsigned)(wanted - has)
			    : (unsigned)(has - wanted);
}

/* The sum so far, plus a distance in bits with the next lower weight. */
static uint64_t weighed(uint64_t sum, unsigned less, unsigned n_bits)
{
	unsigned most = (1u << n_bits) - 1;

	return sum << n_bits | (less < most ? less : most);
}

/* Both; an exact size has more weight than a maximum. */
static uint64_t buffers(uint64_t sum, const struct stage_format *has,
			const struct stage_format *wanted)
{
	bool is_most = wanted->depth == STAGE_MOST;
	unsigned depth = distance(
		has->depth, is_most ? ALL_DEPTH : wanted->depth, ANY_DEPTH);
	unsigned stencil = distance(has->stencil, wanted->stencil, ANY_STENCIL);

	return is_most ? weighed(weighed(sum, stencil, 8), depth, 8)
		       : weighed(weighed(sum, depth, 8), stencil, 8);
}

static unsigned channels(const struct stage_format *has,
			 const struct stage_format *wanted)
{
	return distance(has->red, wanted->red, ANY_CHANNEL) +
	       distance(has->green, wanted->green, ANY_CHANNEL) +
	       distance(has->blue, wanted->blue, ANY_CHANNEL) +
	       distance(has->alpha, wanted->alpha, ANY_CHANNEL);
}

static unsigned accumulation(const struct stage_format *has,
			     const struct stage_format *wanted)
{
	return distance(has->accum_red, wanted->accum_red, ANY_ACCUM) +
	       distance(has->accum_green, wanted->accum_green, ANY_ACCUM) +
	       distance(has->accum_blue, wanted->accum_blue, ANY_ACCUM) +
	       distance(has->accum_alpha, wanted->accum_alpha, ANY_ACCUM);
}

/* 1 means the same as 0 */
static int samples(const struct stage_format *format)
{
	return format->samples > 1 ? format->samples : 0;
}

static bool is_other_double(const struct stage_config *config,
			    const struct stage_format *wanted, bool is_window)
{
	return (is_window || !config->is_any_double) &&
	       config->format.is_double != wanted->is_double;
}

static bool is_other_srgb(const struct stage_config *config,
			  const struct stage_format *wanted)
{
	return !config->is_any_srgb &&
	       config->format.is_srgb != wanted->is_srgb;
}

static uint64_t distance_of(const struct stage_config *config,
			    const struct stage_format *wanted, bool is_window)
{
	const struct stage_format *has = &config->format;
	uint64_t sum = has->is_float != wanted->is_float;

	sum = weighed(sum, channels(has, wanted), 9);
	sum = weighed(sum, distance(samples(has), samples(wanted), 0), 8);
	sum = weighed(sum, is_other_double(config, wanted, is_window), 1);
	sum = weighed(sum, has->is_stereo != wanted->is_stereo, 1);
	sum = buffers(sum, has, wanted);
	sum = weighed(sum, accumulation(has, wanted), 9);
	sum = weighed(sum, is_other_srgb(config, wanted), 1);
	sum = weighed(sum, config->n_lacks, 2);
	return weighed(sum, config->is_slow, 1);
}

static void note_sizes(const struct stage_format *has,
		       const struct stage_format *wanted, char *note)
{
	if ((wanted->red >= 0 || wanted->alpha >= 0) && channels(has, wanted))
		stage_note_more(note,
				"no surface with %d %d %d %d bits of colour "
				"and alpha, but with %d %d %d %d",
				wanted->red, wanted->green, wanted->blue,
				wanted->alpha, has->red, has->green, has->blue,
				has->alpha);
	if (samples(has) != samples(wanted) && wanted->samples >= 0)
		stage_note_more(note, "no surface with %d samples, but with %d",
				wanted->samples, has->samples);
	if (has->depth < wanted->depth || has->stencil < wanted->stencil)
		stage_note_more(note,
				"no surface with %d bits of depth and %d of "
				"stencil, but with %d and %d",
				wanted->depth, wanted->stencil, has->depth,
				has->stencil);
	if (accumulation(has, wanted) >= TOO_LITTLE)
		stage_note_more(note, "no surface with accumulation buffers");
}

static void note_differences(const struct stage_config *config,
			     const struct stage_format *wanted, bool is_window,
			     char *note)
{
	if (config->format.is_float != wanted->is_float)
		stage_note_more(note, "no surface with%s floating point",
				wanted->is_float ? "" : "out");
	note_sizes(&config->format, wanted, note);
	if (is_other_double(config, wanted, is_window))
		stage_note_more(note, "no surface with %s",
				wanted->is_double ? "two buffers"
						  : "one buffer");
	if (config->format.is_stereo != wanted->is_stereo)
		stage_note_more(note, "no surface that is%s stereo",
				wanted->is_stereo ? "" : " not");
	if (is_other_srgb(config, wanted))
		stage_note_more(note, "no surface that is%s sRGB",
				wanted->is_srgb ? "" : " not");
}

const struct stage_config *stage_config_nearest(
	const struct stage *stage, const struct stage_format *format,
	bool is_window, char *note)
{
	const struct stage_config *nearest = NULL;
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < stage->n_configs; i++) {
		const struct stage_config *config = stage->configs + i;
		uint64_t far = distance_of(config, format, is_window);

		if (!(is_window ? config->has_windows : config->has_pbuffers))
			continue;
		if (far < least) {
			least = far;
			nearest = config;
		}
	}
	if (nearest)
		note_differences(nearest, format, is_window, note);
	return nearest;
}
