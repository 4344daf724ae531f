/* SPDX-License-Identifier: MIT */
/*
 * The pixel pack state, see pack.h. No call here can raise an error.
 */
#include "tools/replay/look/pack.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

enum kind {
	ALL,
	SKIP,
	DESKTOP,
	INVERT,
	REVERSE,
};

static const struct store {
	GLenum name;
	enum kind kind;
	GLint value;
} stores[] = {
	{GL_PACK_ALIGNMENT, ALL, 1},
	{GL_PACK_ROW_LENGTH, SKIP, 0},
	{GL_PACK_SKIP_ROWS, SKIP, 0},
	{GL_PACK_SKIP_PIXELS, SKIP, 0},
	{GL_PACK_IMAGE_HEIGHT, DESKTOP, 0},
	{GL_PACK_SKIP_IMAGES, DESKTOP, 0},
	{GL_PACK_SWAP_BYTES, DESKTOP, 0},
	{GL_PACK_LSB_FIRST, DESKTOP, 0},
	{GL_PACK_INVERT_MESA, INVERT, 0},
	{GL_PACK_REVERSE_ROW_ORDER_ANGLE, REVERSE, 0},
};
_Static_assert(N(stores) <= PACK_MAX_STORES, "struct pack has space");

/* State that changes what is read from framebuffers and textures. */
static const struct transfer {
	GLenum name;
	GLfloat value;
} transfers[] = {
	{GL_MAP_COLOR, 0},   {GL_RED_SCALE, 1},	   {GL_RED_BIAS, 0},
	{GL_GREEN_SCALE, 1}, {GL_GREEN_BIAS, 0},   {GL_BLUE_SCALE, 1},
	{GL_BLUE_BIAS, 0},   {GL_ALPHA_SCALE, 1},  {GL_ALPHA_BIAS, 0},
	{GL_DEPTH_SCALE, 1}, {GL_DEPTH_BIAS, 0},   {GL_MAP_STENCIL, 0},
	{GL_INDEX_SHIFT, 0}, {GL_INDEX_OFFSET, 0},
};
_Static_assert(N(transfers) <= PACK_MAX_TRANSFERS, "struct pack has space");

static bool has(const struct procs *gl, enum kind kind)
{
	switch (kind) {
	case SKIP:
		return gl->has_pack_skip;
	case DESKTOP:
		return !gl->is_es;
	case INVERT:
		return gl->has_pack_invert;
	case REVERSE:
		return gl->has_pack_reverse;
	default:
		return true;
	}
}

static void begin_transfers(struct pack *pack)
{
	const struct procs *gl = pack->gl;

	if (!gl->PixelTransferf)
		return;
	for (unsigned i = 0; i < N(transfers); i++) {
		gl->GetFloatv(transfers[i].name, &pack->transfers[i]);
		if (pack->transfers[i] != transfers[i].value)
			gl->PixelTransferf(transfers[i].name,
					   transfers[i].value);
	}
}

bool pack_begin(struct pack *pack, const struct procs *gl)
{
	*pack = (struct pack){.gl = gl};
	if (gl->has_pack_buffer && gl->BindBuffer)
		gl->GetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &pack->buffer);
	if (pack->buffer) {
		if (!gl->IsBuffer((GLuint)pack->buffer))
			return false;
		gl->BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
	}
	for (unsigned i = 0; i < N(stores); i++) {
		if (!has(gl, stores[i].kind))
			continue;
		gl->GetIntegerv(stores[i].name, &pack->stores[i]);
		if (pack->stores[i] != stores[i].value)
			gl->PixelStorei(stores[i].name, stores[i].value);
	}
	begin_transfers(pack);
	if (gl->ClampColor)
		gl->GetIntegerv(GL_CLAMP_READ_COLOR, &pack->clamp);
	if (pack->clamp)
		gl->ClampColor(GL_CLAMP_READ_COLOR, GL_FALSE);
	return true;
}

void pack_end(struct pack *pack)
{
	const struct procs *gl = pack->gl;

	if (pack->clamp)
		gl->ClampColor(GL_CLAMP_READ_COLOR, (GLenum)pack->clamp);
	for (unsigned i = 0; gl->PixelTransferf && i < N(transfers); i++)
		if (pack->transfers[i] != transfers[i].value)
			gl->PixelTransferf(transfers[i].name,
					   pack->transfers[i]);
	for (unsigned i = 0; i < N(stores); i++)
		if (has(gl, stores[i].kind) &&
		    pack->stores[i] != stores[i].value)
			gl->PixelStorei(stores[i].name, pack->stores[i]);
	if (pack->buffer)
		gl->BindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)pack->buffer);
}
