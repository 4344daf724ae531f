/* SPDX-License-Identifier: MIT */
/*
 * Compares contexts, see everything.h.
 */
#include "tests/everything.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tests/offscreen.h"
#include "tests/tap.h"

/* Whatever the context knows of. */
#define N_NAMES 0x10000u
#define N_VALUES 16u
struct everything {
	GLint values[N_NAMES][N_VALUES];
	GLenum errors[N_NAMES];
};

static bool is_queried(GLenum name)
{
	switch (name) {
	case GL_DEVICE_UUID_EXT: /* llvmpipe crashes */
	case GL_DRIVER_UUID_EXT:
	case GL_DEVICE_LUID_EXT:
	case GL_DEVICE_NODE_MASK_EXT:
	case GL_TIMESTAMP: /* these are never the same */
	case GL_VBO_FREE_MEMORY_ATI:
	case GL_TEXTURE_FREE_MEMORY_ATI:
	case GL_RENDERBUFFER_FREE_MEMORY_ATI:
	case GL_GPU_MEMORY_INFO_DEDICATED_VIDMEM_NVX: /* llvmpipe: any number */
	case GL_GPU_MEMORY_INFO_TOTAL_AVAILABLE_MEMORY_NVX:
	case GL_GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX:
	case GL_GPU_MEMORY_INFO_EVICTION_COUNT_NVX:
	case GL_GPU_MEMORY_INFO_EVICTED_MEMORY_NVX:
		return false;
	case GL_COMPRESSED_TEXTURE_FORMATS: /* more than there is space for */
	case GL_PROGRAM_BINARY_FORMATS:
	case GL_SHADER_BINARY_FORMATS:
		return false;
	default:
		return true;
	}
}

struct everything *everything_query(const struct procs *gl)
{
	struct everything *all = calloc(1, sizeof(*all));

	for (GLenum name = 0; name < N_NAMES; name++) {
		if (!is_queried(name))
			continue;
		gl->GetIntegerv(name, all->values[name]);
		all->errors[name] = gl->GetError();
	}
	return all;
}

void everything_is_same(const struct procs *gl, struct everything *before)
{
	struct everything *after = everything_query(gl);

	for (GLenum name = 0; name < N_NAMES; name++)
		if (memcmp(before->values[name], after->values[name],
			   sizeof(before->values[name])) ||
		    before->errors[name] != after->errors[name])
			ok(false, "0x%04x: %d, was %d", name,
			   after->values[name][0], before->values[name][0]);
	ok(before->errors[GL_VIEWPORT] == GL_NO_ERROR);
	free(before);
	free(after);
}

void everything_store_oddly(const struct procs *gl)
{
	static const struct {
		GLenum name;
		GLint value;
		unsigned es;
	} stores[] = {
		{GL_PACK_ALIGNMENT, 8, 10},   {GL_PACK_ROW_LENGTH, 97, 30},
		{GL_PACK_SKIP_ROWS, 3, 30},   {GL_PACK_SKIP_PIXELS, 5, 30},
		{GL_PACK_SWAP_BYTES, 1, 0},   {GL_PACK_LSB_FIRST, 1, 0},
		{GL_PACK_IMAGE_HEIGHT, 7, 0}, {GL_PACK_SKIP_IMAGES, 2, 0},
	};
	GLuint buffer;

	for (size_t i = 0; i < sizeof(stores) / sizeof(stores[0]); i++)
		if (procs_is_since(gl, 12, stores[i].es))
			gl->PixelStorei(stores[i].name, stores[i].value);
	if (gl->PixelTransferf) {
		gl->PixelTransferf(GL_RED_SCALE, 0.25f);
		gl->PixelTransferf(GL_BLUE_BIAS, 0.5f);
		gl->PixelTransferf(GL_MAP_COLOR, 1);
	}
	if (!gl->has_pack_buffer)
		return;
	GL(GenBuffers, void, GLsizei, GLuint *)(1, &buffer);
	gl->BindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
	GL(BufferData, void, GLenum, GLsizeiptr, const void *, GLenum)
	(GL_PIXEL_PACK_BUFFER, 100000, NULL, GL_STREAM_READ);
}
