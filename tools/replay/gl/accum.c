/* SPDX-License-Identifier: MIT */
/*
 * Accumulation buffers for drawables that have none, as with EGL. Sums are kept
 * here as Mesa does: by 16 bits for each channel, and as linear values if the
 * drawable can be sRGB. Pixels are read from the drawable and come back by a
 * blit, which no other state affects than the scissor.
 */
#include <stdlib.h>
#include <string.h>

#include "tools/replay/gl/rules.h"

#define ONE 32767.0f

struct gl_accum {
	int width, height;
	int16_t sums[]; /* 4 for each pixel, the lowest row first */
};

/* What a call affects. */
struct area {
	struct gl_accum *accum;
	int x, y, width, height;
	bool is_srgb;
};

/* Whether the context draws to a window that has accumulation buffers only in
 * the recording. */
static bool lacks_accum(struct gl *gl)
{
	const struct gl_context *context = gl_current(gl);
	const struct gl_drawable *drawable = gl_drawable(gl);

	return drawable && drawable->stage && !context->is_in_begin &&
	       !context->is_in_list && context->wish.api == STAGE_GL &&
	       !(context->wish.profile & GL_CONTEXT_CORE_PROFILE_BIT) &&
	       gl_has_version(gl, 3, 0, 0) &&
	       gl_format(gl, drawable->config, context)->accum_red &&
	       gl_get(gl, GL_RENDER_MODE) == GL_RENDER &&
	       !gl_get(gl, GL_DRAW_FRAMEBUFFER_BINDING) &&
	       !gl_get(gl, GL_ACCUM_RED_BITS);
}

static struct gl_accum *accum_of(struct gl_drawable *drawable)
{
	struct gl_accum *accum = drawable->accum;
	int width, height;
	size_t n;

	stage_surface_size(drawable->stage, &width, &height);
	if (accum && accum->width == width && accum->height == height)
		return accum;
	free(accum);
	n = 4 * (size_t)width * (size_t)height;
	accum = fxr_new(1, sizeof(*accum) + n * sizeof(*accum->sums));
	accum->width = width;
	accum->height = height;
	drawable->accum = accum;
	return accum;
}

static int clamp(int value, int most)
{
	return value < 0 ? 0 : value > most ? most : value;
}

/* Whether the window's colors are sRGB, though most programs draw to it as if
 * they were linear. */
static bool is_srgb(struct gl *gl)
{
	GLenum buffer = stage_has_back(gl->stage, gl_drawable(gl)->stage)
				? GL_BACK_LEFT
				: GL_FRONT_LEFT;
	GLint encoding = 0;

	gl->procs.glGetFramebufferAttachmentParameteriv(
		GL_DRAW_FRAMEBUFFER, buffer,
		GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING, &encoding);
	return encoding == GL_SRGB;
}

static struct area area_of(struct gl *gl)
{
	struct gl_accum *accum = accum_of(gl_drawable(gl));
	struct area area = {accum,	   0,	       0, accum->width,
			    accum->height, is_srgb(gl)};
	GLint box[4] = {0};

	if (!gl->procs.glIsEnabled(GL_SCISSOR_TEST))
		return area;
	gl->procs.glGetIntegerv(GL_SCISSOR_BOX, box);
	area.x = clamp(box[0], accum->width);
	area.y = clamp(box[1], accum->height);
	area.width = clamp(box[0] + box[2], accum->width) - area.x;
	area.height = clamp(box[1] + box[3], accum->height) - area.y;
	return area;
}

static int16_t *sums_at(const struct area *area, int x, int y)
{
	return area->accum->sums +
	       4 * ((size_t)(area->y + y) * (size_t)area->accum->width +
		    (size_t)(area->x + x));
}

/* Pixels are stored plainly and not changed on the way. False: the program has
 * used up the stacks. */
static bool push_state(struct gl *gl)
{
	static const GLenum stores[] = {
		GL_PACK_ROW_LENGTH,    GL_PACK_SKIP_ROWS,
		GL_PACK_SKIP_PIXELS,   GL_PACK_SWAP_BYTES,
		GL_UNPACK_ROW_LENGTH,  GL_UNPACK_SKIP_ROWS,
		GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SWAP_BYTES};
	static const GLenum scales[] = {GL_RED_SCALE, GL_GREEN_SCALE,
					GL_BLUE_SCALE, GL_ALPHA_SCALE};
	static const GLenum biases[] = {GL_RED_BIAS, GL_GREEN_BIAS,
					GL_BLUE_BIAS, GL_ALPHA_BIAS,
					GL_MAP_COLOR};
	const struct gl_procs *p = &gl->procs;

	if (gl_get(gl, GL_ATTRIB_STACK_DEPTH) >=
		    gl_get(gl, GL_MAX_ATTRIB_STACK_DEPTH) ||
	    gl_get(gl, GL_CLIENT_ATTRIB_STACK_DEPTH) >=
		    gl_get(gl, GL_MAX_CLIENT_ATTRIB_STACK_DEPTH))
		return false;
	p->glPushAttrib(GL_PIXEL_MODE_BIT | GL_TEXTURE_BIT | GL_ENABLE_BIT);
	p->glPushClientAttrib(GL_CLIENT_PIXEL_STORE_BIT);
	for (size_t i = 0; i < sizeof(stores) / sizeof(*stores); i++)
		p->glPixelStorei(stores[i], 0);
	p->glPixelStorei(GL_PACK_ALIGNMENT, 1);
	p->glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
	p->glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
	p->glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
	for (size_t i = 0; i < 4; i++)
		p->glPixelTransferf(scales[i], 1);
	for (size_t i = 0; i < 5; i++)
		p->glPixelTransferf(biases[i], 0);
	return true;
}

static void pop_state(struct gl *gl)
{
	gl->procs.glPopClientAttrib();
	gl->procs.glPopAttrib();
}

static float *read_colors(struct gl *gl, const struct area *area)
{
	float *colors = fxr_arena_alloc(
		&gl->arena, 16 * (size_t)area->width * (size_t)area->height);

	gl->procs.glReadPixels(area->x, area->y, area->width, area->height,
			       GL_RGBA, GL_FLOAT, colors);
	return colors;
}

static float fifth_root(float value)
{
	float root = 1;

	for (int i = 0; i < 24; i++)
		root = (4 * root + value / (root * root * root * root)) / 5;
	return root;
}

/* The linear value of a byte of sRGB. */
static float from_srgb(unsigned byte)
{
	static float values[256];

	for (unsigned i = 0; !values[255] && i < 256; i++) {
		float value = (float)i / 255, base = (value + 0.055f) / 1.055f;

		values[i] = value <= 0.04045f
				    ? value / 12.92f
				    : base * base * fifth_root(base * base);
	}
	return values[byte];
}

/*
 * The byte of sRGB for a linear value, rounded as drivers of Mesa do. They have
 * the curve in pieces, eight for each power of two from 2^-13 on. Of each
 * piece, the upper half is where it begins, the lower half how steep it is. The
 * table is Fabian Giesen's, who put it in the public domain.
 */
static uint8_t to_srgb(float value)
{
	static const uint32_t pieces[104] = {
		0x0073000d, 0x007a000d, 0x0080000d, 0x0087000d, 0x008d000d,
		0x0094000d, 0x009a000d, 0x00a1000d, 0x00a7001a, 0x00b4001a,
		0x00c1001a, 0x00ce001a, 0x00da001a, 0x00e7001a, 0x00f4001a,
		0x0101001a, 0x010e0033, 0x01280033, 0x01410033, 0x015b0033,
		0x01750033, 0x018f0033, 0x01a80033, 0x01c20033, 0x01dc0067,
		0x020f0067, 0x02430067, 0x02760067, 0x02aa0067, 0x02dd0067,
		0x03110067, 0x03440067, 0x037800ce, 0x03df00ce, 0x044600ce,
		0x04ad00ce, 0x051400ce, 0x057b00c5, 0x05dd00bc, 0x063b00b5,
		0x06970158, 0x07420142, 0x07e30130, 0x087b0120, 0x090b0112,
		0x09940106, 0x0a1700fc, 0x0a9500f2, 0x0b0f01cb, 0x0bf401ae,
		0x0ccb0195, 0x0d950180, 0x0e56016e, 0x0f0d015e, 0x0fbc0150,
		0x10630143, 0x11070264, 0x1238023e, 0x1357021d, 0x14660201,
		0x156601e9, 0x165a01d3, 0x174401c0, 0x182401af, 0x18fe0331,
		0x1a9602fe, 0x1c1502d2, 0x1d7e02ad, 0x1ed4028d, 0x201a0270,
		0x21520256, 0x227d0240, 0x239f0443, 0x25c003fe, 0x27bf03c4,
		0x29a10392, 0x2b6a0367, 0x2d1d0341, 0x2ebe031f, 0x304d0300,
		0x31d105b0, 0x34a80555, 0x37520507, 0x39d504c5, 0x3c37048b,
		0x3e7c0458, 0x40a8042a, 0x42bd0401, 0x44c20798, 0x488e071e,
		0x4c1c06b6, 0x4f76065d, 0x52a50610, 0x55ac05cc, 0x5892058f,
		0x5b590559, 0x5e0c0a23, 0x631c0980, 0x67db08f6, 0x6c55087f,
		0x70940818, 0x74a007bd, 0x787d076c, 0x7c330723};
	const uint32_t least = (127u - 13u) << 23, most = 0x3f7fffff;
	uint32_t bits, piece;

	memcpy(&bits, &value, sizeof(bits));
	if (!(value > 0) || bits < least)
		bits = least;
	if (bits > most)
		bits = most;
	piece = pieces[(bits - least) >> 20];
	return (uint8_t)(((piece >> 16 << 9) +
			  (piece & 0xffff) * (bits >> 12 & 0xff)) >>
			 16);
}

static float as_sum(const struct area *area, float color, int channel)
{
	if (!area->is_srgb || channel == 3)
		return color;
	return from_srgb((unsigned)clamp((int)(color * 255 + 0.5f), 255));
}

static void add_colors(struct gl *gl, const struct area *area, float value,
		       bool is_load)
{
	const float *at = read_colors(gl, area);
	const float scale = value * ONE;

	for (int y = 0; y < area->height; y++)
		for (int x = 0; x < area->width; x++) {
			int16_t *sums = sums_at(area, x, y);

			for (int i = 0; i < 4; i++)
				sums[i] =
					(int16_t)((is_load ? 0 : sums[i]) +
						  (int)(as_sum(area, *at++, i) *
							scale));
		}
}

static void change_sums(const struct area *area, float factor, float more)
{
	for (int y = 0; y < area->height; y++)
		for (int x = 0; x < 4 * area->width; x++) {
			int16_t *sum = sums_at(area, 0, y) + x;

			*sum = (int16_t)(int)((float)*sum * factor +
					      more * ONE);
		}
}

static uint8_t as_byte(float value)
{
	value = value < 0 ? 0 : value > 1 ? 1 : value;
	return (uint8_t)(value * 255 + 0.5f);
}

static uint8_t as_color(const struct area *area, float sum, int channel)
{
	return area->is_srgb && channel < 3 ? to_srgb(sum) : as_byte(sum);
}

/* The new pixels; a channel that is masked keeps its value. */
static uint8_t *make_pixels(struct gl *gl, const struct area *area, float value)
{
	size_t n = (size_t)area->width * (size_t)area->height;
	uint8_t *pixels = fxr_arena_alloc(&gl->arena, 4 * n);
	const float *old = read_colors(gl, area);
	GLboolean mask[4] = {1, 1, 1, 1};

	gl->procs.glGetBooleanv(GL_COLOR_WRITEMASK, mask);
	for (size_t k = 0; k < 4 * n; k++) {
		int at = (int)(k / 4), i = (int)(k % 4);
		const int16_t *sums =
			sums_at(area, at % area->width, at / area->width);

		pixels[k] =
			mask[i] ? as_color(area, (float)sums[i] * (value / ONE),
					   i)
				: as_byte(old[k]);
	}
	return pixels;
}

static void blit(struct gl *gl, const struct area *area, const uint8_t *pixels)
{
	const struct gl_procs *p = &gl->procs;
	GLint bound = gl_get(gl, GL_TEXTURE_BINDING_2D);
	GLint read = gl_get(gl, GL_READ_FRAMEBUFFER_BINDING);
	GLuint texture, framebuffer;

	p->glGenTextures(1, &texture);
	p->glBindTexture(GL_TEXTURE_2D, texture);
	p->glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, area->width, area->height,
			0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	p->glGenFramebuffers(1, &framebuffer);
	p->glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
	p->glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
				  GL_TEXTURE_2D, texture, 0);
	p->glDisable(GL_FRAMEBUFFER_SRGB);
	p->glBlitFramebuffer(0, 0, area->width, area->height, area->x, area->y,
			     area->x + area->width, area->y + area->height,
			     GL_COLOR_BUFFER_BIT, GL_NEAREST);
	p->glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)read);
	p->glDeleteFramebuffers(1, &framebuffer);
	p->glBindTexture(GL_TEXTURE_2D, (GLuint)bound);
	p->glDeleteTextures(1, &texture);
}

static void accumulate(struct gl *gl, GLenum op, float value)
{
	struct area area = area_of(gl);

	if (area.width <= 0 || area.height <= 0)
		return;
	switch (op) {
	case GL_LOAD:
	case GL_ACCUM:
		add_colors(gl, &area, value, op == GL_LOAD);
		break;
	case GL_ADD:
		change_sums(&area, 1, value);
		break;
	case GL_MULT:
		change_sums(&area, value, 0);
		break;
	default:
		blit(gl, &area, make_pixels(gl, &area, value));
	}
}

/* OpenGL itself refuses other operations. */
static bool accum(struct gl *gl, struct gl_call *call)
{
	GLenum op = (GLenum)gl_number(gl, call, "op");
	float value;

	if ((op < GL_ACCUM || op > GL_ADD) || !lacks_accum(gl))
		return true;
	memcpy(&value, call->args.values[1].words, sizeof(value));
	if (!push_state(gl))
		return gl_fail(gl, call,
			       "its window has no accumulation "
			       "buffer, and the stack is full");
	accumulate(gl, op, value);
	pop_state(gl);
	gl->counts.n_made++;
	return false;
}

static void clear(struct gl *gl, struct gl_call *call)
{
	float color[4] = {0};
	struct area area;

	if (!(gl_number(gl, call, "mask") & GL_ACCUM_BUFFER_BIT) ||
	    !lacks_accum(gl))
		return;
	area = area_of(gl);
	gl->procs.glGetFloatv(GL_ACCUM_CLEAR_VALUE, color);
	for (int y = 0; y < area.height; y++)
		for (int x = 0; x < 4 * area.width; x++)
			sums_at(&area, 0, y)[x] =
				(int16_t)(((int)(65535.0f * color[x % 4]) - 1) /
					  2);
}

const struct gl_rule gl_accum_rules[] = {
	{"glAccum", accum, NULL},
	{"glClear", NULL, clear},
	{0},
};
