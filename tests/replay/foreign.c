/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Parameters that Khronos' registry has in no group, or in another one than the
 * function's, and numbers that have no name at all. See ../replay.t.
 *	foreign [glx|egl]
 */
#include "tests/replay/draw.h"

static GLuint texture, cube;

static float step(int frame)
{
	return (float)frame / FRAMES;
}

static void as_sprites(int frame)
{
	const uint32_t texels[] = {0xff0000ff, 0xff00ff00, 0xffff0000,
				   0xff00ffff};

	glBindTexture(GL_TEXTURE_2D, texture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA,
		     GL_UNSIGNED_BYTE, texels);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	glEnable(GL_TEXTURE_2D);
	glEnable(GL_POINT_SPRITE);
	glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, GL_TRUE);
	glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN,
			  frame & 1 ? GL_LOWER_LEFT : GL_UPPER_LEFT);
	glPointSize(20 + (float)frame);
	glBegin(GL_POINTS);
	glVertex2f(0, 0);
	glEnd();
	glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, GL_UPPER_LEFT);
	glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, GL_FALSE);
}

/* What a depth is as a color. */
static void of_depth(int frame)
{
	static const int modes[] = {GL_ALPHA, GL_LUMINANCE, GL_INTENSITY};
	const float depth = 0.2f + 0.5f * step(frame);

	glBindTexture(GL_TEXTURE_2D, texture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, 1, 1, 0,
		     GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
	glEnable(GL_TEXTURE_2D);
	for (int i = 0; i < 3; i++) {
		glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, modes[i]);
		glRectf((float)i * 0.6f - 0.9f, -1, (float)i * 0.6f - 0.4f, 1);
	}
}

static void in_fog(int frame)
{
	glEnable(GL_FOG);
	glFogi(GL_FOG_MODE, GL_LINEAR);
	glFogf(GL_FOG_START, 0);
	glFogf(GL_FOG_END, 1);
	glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD);
	glBegin(GL_TRIANGLES);
	for (int i = 0; i < 3; i++) {
		glFogCoordf(i == 1 ? 1 : step(frame));
		glVertex2f((float)i - 1, i == 1 ? 1 : -1);
	}
	glEnd();
}

static void without_seams(int frame)
{
	uint8_t noises[64];

	glBindTexture(GL_TEXTURE_CUBE_MAP, cube);
	for (int i = 0; i < 6; i++)
		glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)i, 0,
			     GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE,
			     noise(noises, 64, (uint32_t)i));
	glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
	glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_SRGB_DECODE_EXT,
			GL_SKIP_DECODE_EXT);
	glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_SEAMLESS, 1);
	if (frame & 1)
		glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
	glEnable(GL_TEXTURE_CUBE_MAP);
	glBegin(GL_QUADS);
	for (int i = 0; i < 4; i++) {
		int x = i == 1 || i == 2 ? 1 : -1, y = i < 2 ? -1 : 1;

		glTexCoord3f((float)x, (float)y, 0.9f + step(frame) / 4);
		glVertex2i(x, y);
	}
	glEnd();
	glDisable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
}

/* Each of these sets what the next one finds. Errors distinguish the numbers.
 */
static void of_any_name(int frame)
{
	GLuint n_wrong = 0;

	for (GLenum i = 0x0b00 + (GLenum)frame; i < 0x9200; i += 37) {
		glTexParameteri(GL_TEXTURE_2D, i, GL_ALPHA);
		glTexEnvi(GL_TEXTURE_ENV, i, GL_ALPHA);
		glTexGeni(GL_S, i, GL_ALPHA);
		glFogi(i, GL_ALPHA);
		glLightModeli(i, GL_ALPHA);
		glPointParameteri(i, GL_ALPHA);
		glSamplerParameteri(1, i, GL_ALPHA);
		glFramebufferParameteri(GL_FRAMEBUFFER, i, GL_ALPHA);
		glProgramParameteri(1, i, GL_ALPHA);
		glConvolutionParameteri(GL_CONVOLUTION_2D, i, GL_ALPHA);
		glPixelTransferi(i, 0);
		glHint(i, GL_ALPHA);
		while (glGetError())
			n_wrong++;
	}
	glColor3ub((uint8_t)n_wrong, (uint8_t)(n_wrong >> 8), 0);
	glRectf(-1, -1, 1, 1);
}

static void prepare(void)
{
	int is_inverted = 0;

	glGenTextures(1, &texture);
	glGenTextures(1, &cube);
	glPixelStorei(GL_PACK_INVERT_MESA, 1);
	glGetIntegerv(GL_PACK_INVERT_MESA, &is_inverted);
	printf("inverted %d\n", is_inverted);
	glPixelStorei(GL_PACK_INVERT_MESA, 0);
	while (glGetError())
		continue;
}

int main(int argc, char **argv)
{
	static scene *const scenes[] = {as_sprites, of_depth, in_fog,
					without_seams, of_any_name};

	return draw_old(argc, argv, prepare, scenes,
			sizeof(scenes) / sizeof(*scenes));
}
