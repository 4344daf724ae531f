/* SPDX-License-Identifier: MIT */
/*
 * Sizes that depend on state, see state_size.h.
 */
#include "preload/gl/measure/state_size.h"

#include "preload/gl/state/buffer.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/size/size.h"

int64_t fxp_gl_unpack_bytes(unsigned format, unsigned type,
			    const struct fxp_gl_box *box)
{
	const struct fxp_gl_context *c = fxp_gl_current();

	if (!c || c->bound[FXP_GL_T_UNPACK])
		return 0;
	return fxp_gl_image_bytes(&c->unpack, format, type, box);
}

int64_t fxp_gl_pack_bytes(unsigned format, unsigned type,
			  const struct fxp_gl_box *box)
{
	const struct fxp_gl_context *c = fxp_gl_current();

	if (!c || c->bound[FXP_GL_T_PACK])
		return 0;
	return fxp_gl_image_bytes(&c->pack, format, type, box);
}

int64_t fxp_gl_unpack_compressed(int64_t n_bytes, const struct fxp_gl_box *box)
{
	const struct fxp_gl_context *c = fxp_gl_current();

	if (!c || c->bound[FXP_GL_T_UNPACK])
		return 0;
	return fxp_gl_compressed_bytes(&c->unpack, n_bytes, box);
}

int64_t fxp_gl_bound_name(unsigned target)
{
	const struct fxp_gl_context *c = fxp_gl_current();

	return c ? fxp_gl_bound(c, fxp_gl_target_of(target)) : 0;
}

int64_t fxp_gl_client_indices(int64_t count, unsigned type)
{
	const struct fxp_gl_context *c = fxp_gl_current();

	if (!c || c->vao->element_buffer || count <= 0)
		return 0;
	return count * fxp_gl_index_bytes(type);
}

int64_t fxp_gl_client_commands(int64_t command_bytes, int64_t n, int64_t stride)
{
	const struct fxp_gl_context *c = fxp_gl_current();

	if (!c || c->bound[FXP_GL_T_DRAW_INDIRECT])
		return 0;
	return fxp_gl_commands_bytes(command_bytes, n, stride);
}

int64_t fxp_gl_get_map_values(unsigned target, unsigned query)
{
	const struct fxp_gl_context *c = fxp_gl_current();
	unsigned i = target - GL_MAP1_COLOR_4, j = target - GL_MAP2_COLOR_4;
	bool is_1 = i < FXP_GL_N_MAPS;

	if (!c || (!is_1 && j >= FXP_GL_N_MAPS))
		return 0;
	switch (query) {
	case GL_COEFF:
		return fxp_gl_map_values(target) *
		       (is_1 ? c->map1_order[i]
			     : (int64_t)c->map2_order[j][0] *
					c->map2_order[j][1]);
	case GL_ORDER:
		return is_1 ? 1 : 2;
	case GL_DOMAIN:
		return is_1 ? 2 : 4;
	default:
		return 0;
	}
}

int64_t fxp_gl_get_pixel_map_values(unsigned map)
{
	const struct fxp_gl_context *c = fxp_gl_current();
	unsigned i = map - GL_PIXEL_MAP_I_TO_I;

	if (!c || c->bound[FXP_GL_T_PACK] || i >= FXP_GL_N_PIXEL_MAPS)
		return 0;
	return c->pixel_map_size[i];
}
