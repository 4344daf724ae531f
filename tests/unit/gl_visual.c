/* SPDX-License-Identifier: MIT */
/* LINK: tests/double/gl_events.c */
/*
 * What is known of the visuals of X without a query.
 */
#include <stdio.h>

#include "preload/gl/driver/const.h"
#include "preload/gl/state/visual.h"
#include "tests/double/gl_events.h"
#include "tests/tap.h"

#define DISPLAY 0xd1
#define VISUAL 0x21
#define CHOSEN(...) AT(((const int32_t[]){__VA_ARGS__, 0}))

/* As Xlib has it. */
struct visual_info {
	void *visual;
	unsigned long id;
	int screen, depth, kind;
	unsigned long masks[3];
	int colormap_size, bits_per_rgb;
};
static const struct visual_info info = {.id = VISUAL,
					.depth = 24,
					.kind = 4,
					.masks = {0xff0000, 0xff00, 0xff}};

/* As it would be recorded of a context of this visual. */
static const char *known(uint64_t display, uint32_t id)
{
	static char text[100];
	int32_t v[FXP_GL_FRAMEBUFFER_VALUES];

	fxp_gl_visual_values(display, id, v);
	snprintf(text, sizeof(text), "%d %d %d %d, %d %d, %d, %d %d", v[0],
		 v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]);
	return text;
}

static uint64_t give(const struct visual_info *at)
{
	uint64_t config = 0;

	is_u64(fxp_gl_visual_given(DISPLAY, AT(at), &config), at->id);
	return config;
}

static void answer(uint32_t attribute, int32_t value)
{
	GL(GLX_GET_CONFIG, DISPLAY, AT(&info), attribute, AT(&value), 0);
}

static void nothing(void)
{
	const struct visual_info indexed = {
		.id = 7, .depth = 8, .kind = 3, .masks = {7, 7, 7}};

	is_str(known(DISPLAY, VISUAL), "-1 -1 -1 -1, -1 -1, -1, 1 0");
	give(&indexed);
	is_str(known(DISPLAY, 7), "-1 -1 -1 -1, -1 -1, -1, 1 0");
	is_u64(fxp_gl_visual_given(DISPLAY, 0, NULL), 0);
	is_u64(fxp_gl_visual_given(DISPLAY, 8, NULL), 0);
	GL(GLX_CHOOSE_VISUAL, DISPLAY, 0, CHOSEN(GLX_RGBA), 0);
	GL(GLX_VISUAL_OF_CONFIG, DISPLAY, 5, 0);
}

static void masks(void)
{
	const struct visual_info deep = {.id = 9,
					 .depth = 30,
					 .kind = 5,
					 .masks = {0x3ff00000, 0xffc00, 0x3ff}};

	is_u64(give(&info), 0);
	is_str(known(DISPLAY, VISUAL), "8 8 8 -1, -1 -1, -1, 1 0");
	give(&deep);
	is_str(known(DISPLAY, 9), "10 10 10 -1, -1 -1, -1, 1 0");
	is_str(known(DISPLAY + 1, 9), "-1 -1 -1 -1, -1 -1, -1, 1 0");
}

static void chosen(void)
{
	GL(GLX_CHOOSE_VISUAL, DISPLAY, 0,
	   CHOSEN(GLX_RGBA, GLX_RED_SIZE, 1, GLX_DOUBLEBUFFER, GLX_DEPTH_SIZE,
		  12, GLX_STENCIL_SIZE, 8),
	   AT(&info));
	give(&info);
	is_str(known(DISPLAY, VISUAL), "8 8 8 0, -1 8, 0, 1 0");
	GL(GLX_CHOOSE_VISUAL, DISPLAY, 0,
	   CHOSEN(GLX_RGBA, GLX_STEREO, GLX_ALPHA_SIZE, 1, GLX_SAMPLE_BUFFERS,
		  1, GLX_SAMPLES, 4),
	   AT(&info));
	is_str(known(DISPLAY, VISUAL), "8 8 8 -1, 0 0, 4, 0 1");
	GL(GLX_CHOOSE_VISUAL, DISPLAY, 0, 0, AT(&info)); /* an empty list */
	is_str(known(DISPLAY, VISUAL), "8 8 8 0, 0 0, 0, 0 0");
}

static void answered(void)
{
	int32_t value = 77;

	give(&info);
	answer(GLX_DEPTH_SIZE, 32);
	answer(GLX_DOUBLEBUFFER, 0);
	answer(GLX_STEREO, 1);
	answer(GLX_SAMPLES, 2);
	answer(GLX_RED_SIZE, 5);
	answer(GLX_USE_GL, 1);
	answer(GLX_ACCUM_RED_SIZE, 16);
	/* refused */
	GL(GLX_GET_CONFIG, DISPLAY, AT(&info), GLX_ALPHA_SIZE, AT(&value), 2);
	is_str(known(DISPLAY, VISUAL), "5 8 8 -1, 32 -1, 2, 0 1");
	/* what GLX says is more than what was requested */
	GL(GLX_CHOOSE_VISUAL, DISPLAY, 0,
	   CHOSEN(GLX_RGBA, GLX_DOUBLEBUFFER, GLX_DEPTH_SIZE, 1,
		  GLX_STENCIL_SIZE, 1),
	   AT(&info));
	is_str(known(DISPLAY, VISUAL), "5 8 8 0, 32 1, 2, 0 1");
}

static void of_config(void)
{
	GL(GLX_VISUAL_OF_CONFIG, DISPLAY, 0xc0, AT(&info));
	is_u64(give(&info), 0xc0);
	/* chosen since, of another display maybe */
	GL(GLX_CHOOSE_VISUAL, DISPLAY, 0, 0, AT(&info));
	is_u64(give(&info), 0);
}

static void many(void)
{
	struct visual_info other = info;

	for (unsigned i = 1; i <= 5000; i++) {
		other.id = i;
		give(&other);
	}
	is_str(known(DISPLAY, 4096), "8 8 8 -1, -1 -1, -1, 1 0");
	is_str(known(DISPLAY, 4097), "-1 -1 -1 -1, -1 -1, -1, 1 0");
	give(&other);
}

static const struct tap_test tests[] = {
	{"what was never returned is not known, and two buffers are usual",
	 nothing},
	{"colours are as large as the masks", masks},
	{"a visual that was chosen is as its list says, as far as that goes",
	 chosen},
	{"what glXGetConfig has returned is known", answered},
	{"a visual may be an FBConfig's", of_config},
	{"more visuals than there is space for are not known", many},
};

TAP_MAIN(tests)
