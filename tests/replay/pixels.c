/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Textures of every shape and images of odd layouts, on their way to OpenGL
 * and back. See ../replay.t.
 *	pixels [glx|egl]
 */
#include "tests/replay/draw.h"

static GLuint textures[8];

static float step(int frame)
{
	return (float)frame / FRAMES;
}

/* The picture as it is read now is drawn again, in the next part. */
static void draw_bytes(GLsizei width, GLsizei height, const uint8_t *rgb)
{
	glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
	glDrawPixels(width, height, GL_RGB, GL_UNSIGNED_BYTE, rgb);
}

/* A quad of the whole tile, or of a part, with a texture's coordinate r. */
static void quad(GLenum target, float r, float size)
{
	glEnable(target);
	glBegin(GL_QUADS);
	for (int i = 0; i < 4; i++) {
		int x = i == 1 || i == 2, y = i >> 1;

		if (target == GL_TEXTURE_CUBE_MAP)
			glTexCoord3f(r, (float)(2 * x - 1), (float)(2 * y - 1));
		else
			glTexCoord3f((float)x, (float)y, r);
		glVertex2f((float)x * size - 1, (float)y * size - 1);
	}
	glEnd();
	glDisable(target);
}

static void nearest(GLenum target)
{
	glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
}

/* A part of a larger image, rows of which begin where they like. */
static void of_rows(int frame)
{
	uint8_t all[31 * 3 * 20];

	noise(all, sizeof(all), (uint32_t)frame);
	glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
	glPixelStorei(GL_UNPACK_ROW_LENGTH, 31);
	glPixelStorei(GL_UNPACK_SKIP_PIXELS, 3 + frame);
	glPixelStorei(GL_UNPACK_SKIP_ROWS, 4);
	glBindTexture(GL_TEXTURE_2D, textures[0]);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, 16, 16, 0, GL_RGB,
		     GL_UNSIGNED_BYTE, all);
	nearest(GL_TEXTURE_2D);
	quad(GL_TEXTURE_2D, 0, 2);
}

static void of_types(int frame)
{
	uint16_t small[10 * 8];
	uint32_t large[8 * 8];
	float floats[3 * 8];

	noise(small, sizeof(small), (uint32_t)frame);
	noise(large, sizeof(large), (uint32_t)frame + 7);
	for (int i = 0; i < 24; i++)
		floats[i] = (float)((i * 5 + frame) % 24) / 24;
	glPixelStorei(GL_UNPACK_SWAP_BYTES, 1);
	glRasterPos2f(-1, -1);
	glDrawPixels(8, 8, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, small);
	glRasterPos2f(0, -1);
	glDrawPixels(8, 8, GL_RGBA, GL_UNSIGNED_INT_8_8_8_8, large);
	glPixelStorei(GL_UNPACK_SWAP_BYTES, 0);
	glPixelStorei(GL_UNPACK_ALIGNMENT, 8);
	glRasterPos2f(-1, 0);
	glDrawPixels(9, 8, GL_BGRA, GL_UNSIGNED_SHORT_1_5_5_5_REV, small);
	glRasterPos2f(0, 0);
	glPixelZoom(2, 1.5f);
	glDrawPixels(8, 1, GL_RGB, GL_FLOAT, floats);
	glRasterPos2f(0, 0.5f);
	glDrawPixels(8, 4, GL_LUMINANCE, GL_UNSIGNED_BYTE, small);
}

/* A volume within a larger one. */
static void of_volumes(int frame)
{
	uint8_t all[4 * 9 * 7 * 5];

	noise(all, sizeof(all), (uint32_t)frame);
	glBindTexture(GL_TEXTURE_3D, textures[1]);
	glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 8, 8, 4, 0, GL_RGBA,
		     GL_UNSIGNED_BYTE, NULL);
	glPixelStorei(GL_UNPACK_ROW_LENGTH, 9);
	glPixelStorei(GL_UNPACK_IMAGE_HEIGHT, 7);
	glPixelStorei(GL_UNPACK_SKIP_IMAGES, 1);
	glPixelStorei(GL_UNPACK_SKIP_ROWS, 2);
	glPixelStorei(GL_UNPACK_SKIP_PIXELS, 1);
	for (int z = 0; z < 4; z += 2)
		for (int i = 0; i < 4; i++)
			glTexSubImage3D(GL_TEXTURE_3D, 0, i % 2 * 4, i / 2 * 4,
					z, 4, 4, 2, GL_RGBA, GL_UNSIGNED_BYTE,
					all + 4 * i);
	nearest(GL_TEXTURE_3D);
	quad(GL_TEXTURE_3D, step(frame), 2);
}

static void of_lines(int frame)
{
	uint8_t row[16 * 4];

	noise(row, sizeof(row), (uint32_t)frame);
	glBindTexture(GL_TEXTURE_1D, textures[2]);
	glTexImage1D(GL_TEXTURE_1D, 0, GL_RGBA, 16, 0, GL_RGBA,
		     GL_UNSIGNED_BYTE, row);
	glTexSubImage1D(GL_TEXTURE_1D, 0, 5, 3, GL_BGRA,
			GL_UNSIGNED_INT_8_8_8_8_REV, row);
	glCopyTexSubImage1D(GL_TEXTURE_1D, 0, 10, 0, 0, 4);
	nearest(GL_TEXTURE_1D);
	quad(GL_TEXTURE_1D, 0, 2);
}

static void of_cubes(int frame)
{
	uint8_t face[4 * 4 * 3];

	glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
	glBindTexture(GL_TEXTURE_CUBE_MAP, textures[3]);
	for (GLenum i = 0; i < 6; i++)
		glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, 0, GL_RGB8, 4,
			     4, 0, GL_RGB, GL_UNSIGNED_BYTE,
			     noise(face, sizeof(face), i + (uint32_t)frame));
	nearest(GL_TEXTURE_CUBE_MAP);
	quad(GL_TEXTURE_CUBE_MAP, frame & 1 ? 0.7f : -0.4f, 2);
}

/* Blocks of four by four pixels, on which pictures lie that are no multiple. */
static void of_blocks(int frame)
{
	uint8_t blocks[8 * 3 * 3], got[8 * 3 * 3];

	noise(blocks, sizeof(blocks), 3);
	glBindTexture(GL_TEXTURE_2D, textures[4]);
	glCompressedTexImage2D(GL_TEXTURE_2D, 0,
			       GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 10, 9, 0,
			       sizeof(blocks), blocks);
	noise(blocks, 16, (uint32_t)frame);
	glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 4, 0, 4, 8,
				  GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 16, blocks);
	glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 8, 8, 2, 1,
				  GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 8,
				  blocks + 8);
	glGetCompressedTexImage(GL_TEXTURE_2D, 0, got);
	glBindTexture(GL_TEXTURE_2D, textures[5]);
	glCompressedTexImage2D(GL_TEXTURE_2D, 0,
			       GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 8, 8, 0, 64,
			       got);
	nearest(GL_TEXTURE_2D);
	quad(GL_TEXTURE_2D, 0, 2);
	glBindTexture(GL_TEXTURE_2D, textures[4]);
	nearest(GL_TEXTURE_2D);
	quad(GL_TEXTURE_2D, 0, 1.2f);
}

static void of_bits(int frame)
{
	uint8_t bits[32 * 4], stipple[128];

	noise(bits, sizeof(bits), (uint32_t)frame);
	noise(stipple, sizeof(stipple), 1000 + (uint32_t)frame);
	glColor3f(1, step(frame), 0);
	glRasterPos2f(-0.9f, -0.9f);
	glPixelStorei(GL_UNPACK_LSB_FIRST, 1);
	glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
	glPixelStorei(GL_UNPACK_SKIP_PIXELS, 3);
	glPixelStorei(GL_UNPACK_ROW_LENGTH, 21);
	glBitmap(13, 14, 0.5f, 1, 9, 3, bits);
	glPixelStorei(GL_UNPACK_LSB_FIRST, 0);
	glBitmap(0, 0, 0, 0, 3.5f, 2, NULL);
	glBitmap(9, 7, 0, 0, 0, 0, bits);
	glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
	glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
	glPolygonStipple(stipple);
	glEnable(GL_POLYGON_STIPPLE);
	glRectf(-0.2f, -0.2f, 1, 1);
}

/* What is read goes to odd rows, and is drawn from them. */
static void read_back(int frame)
{
	uint8_t all[23 * 3 * 16], other[16 * 16 * 4];

	memset(all, frame, sizeof(all));
	memset(other, 1, sizeof(other));
	glPixelStorei(GL_PACK_ALIGNMENT, 1);
	glPixelStorei(GL_PACK_ROW_LENGTH, 23);
	glPixelStorei(GL_PACK_SKIP_PIXELS, 2);
	glPixelStorei(GL_PACK_SKIP_ROWS, 3);
	glReadPixels(3, 5, 16, 9, GL_RGB, GL_UNSIGNED_BYTE, all);
	glRasterPos2f(-1, -1);
	draw_bytes(23, 16, all);
	glPixelStorei(GL_PACK_SWAP_BYTES, 1);
	glReadPixels(40, 9, 7, 8, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8, other);
	glRasterPos2f(0.3f, 0);
	draw_bytes(10, 16, other);
	glPixelStorei(GL_PACK_SWAP_BYTES, 0);
	glReadPixels(0, 0, 5, 5, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, other);
	glRasterPos2f(0.5f, -0.9f);
	draw_bytes(8, 8, other);
}

/* Read from a texture, of each of its levels. */
static void of_levels(int frame)
{
	uint8_t pixels[16 * 16 * 4];

	noise(pixels, sizeof(pixels), (uint32_t)frame);
	glBindTexture(GL_TEXTURE_2D, textures[6]);
	glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, 1);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 16, 16, 0, GL_RGBA,
		     GL_UNSIGNED_BYTE, pixels);
	glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, 0);
	for (int i = 1; i < 4; i++) {
		glGetTexImage(GL_TEXTURE_2D, i, GL_RGB, GL_UNSIGNED_BYTE,
			      pixels);
		glRasterPos2f(0.45f * (float)i - 1.4f, -0.5f);
		draw_bytes(8 >> (i - 1), 8 >> (i - 1), pixels);
	}
	glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
			GL_NEAREST_MIPMAP_NEAREST);
	glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
	quad(GL_TEXTURE_2D, 0, 0.5f);
}

static void copied(int frame)
{
	glBindTexture(GL_TEXTURE_2D, textures[7]);
	glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 2, 3, 16, 16, 0);
	glCopyTexSubImage2D(GL_TEXTURE_2D, 0, frame, 2, 40, 40, 4, 4);
	nearest(GL_TEXTURE_2D);
	quad(GL_TEXTURE_2D, 0, 1.5f);
	glRasterPos2f(0, 0.2f);
	glPixelTransferf(GL_RED_SCALE, 0.5f);
	glPixelTransferf(GL_GREEN_BIAS, step(frame));
	glCopyPixels(frame, 0, 12, 12, GL_COLOR);
}

static void through_tables(int frame)
{
	uint8_t indices[256];
	float red[16], green[16];

	for (int i = 0; i < 256; i++)
		indices[i] = (uint8_t)((i / 16 ^ i) + 3 * frame);
	for (int i = 0; i < 16; i++) {
		red[i] = (float)((i * 7 + frame) % 16) / 15;
		green[i] = (float)(15 - i) / 15;
	}
	glPixelTransferi(GL_MAP_COLOR, 1);
	glPixelMapfv(GL_PIXEL_MAP_I_TO_R, 16, red);
	glPixelMapfv(GL_PIXEL_MAP_I_TO_G, 16, green);
	glPixelTransferi(GL_INDEX_OFFSET, frame);
	glRasterPos2f(-1, -1);
	glDrawPixels(16, 16, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, indices);
}

/* Depth and stencil are written by images, and are what draws depend on. */
static void of_depth(int frame)
{
	float depths[16 * 16];
	uint8_t stencil[16 * 16];

	for (int i = 0; i < 256; i++)
		depths[i] = (float)((i * 37 + frame) % 256) / 256;
	noise(stencil, sizeof(stencil), (uint32_t)frame);
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(GL_ALWAYS);
	glColorMask(0, 0, 0, 0);
	glRasterPos2f(-1, -1);
	glPixelZoom(2, 2);
	glDrawPixels(16, 16, GL_DEPTH_COMPONENT, GL_FLOAT, depths);
	glColorMask(1, 1, 1, 1);
	glDisable(GL_DEPTH_TEST);
	glDrawPixels(16, 16, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, stencil);
	glEnable(GL_DEPTH_TEST);
	glDepthFunc(GL_LESS);
	glEnable(GL_STENCIL_TEST);
	glStencilFunc(GL_LESS, 64, 0xff);
	glColor3f(1, step(frame), 0);
	glRectf(-1, -1, 1, 1);
	glReadPixels(3 * SIDE, 2 * SIDE, 16, 16, GL_DEPTH_COMPONENT, GL_FLOAT,
		     depths);
	glDisable(GL_STENCIL_TEST);
	glDisable(GL_DEPTH_TEST);
	glRasterPos2f(0, 0);
	glPixelZoom(1, 1);
	glDrawPixels(16, 16, GL_LUMINANCE, GL_FLOAT, depths);
}

static void prepare(void)
{
	glGenTextures(8, textures);
}

int main(int argc, char **argv)
{
	static scene *const scenes[] = {
		of_rows,   of_types,  of_volumes,     of_lines,
		of_cubes,  of_blocks, of_bits,	      read_back,
		of_levels, copied,    through_tables, of_depth,
	};

	return draw_old(argc, argv, prepare, scenes, 12);
}
