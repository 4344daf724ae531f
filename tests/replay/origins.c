/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Textures that are written to in every way. Each has a label. See
 * ../inspect_origins.t, which has the calls that wrote to each level.
 *	origins [glx|egl]
 */
#include "tests/replay/draw.h"

static uint8_t bytes[4 * 16 * 16];

static GLuint new_texture(const char *label, GLenum target)
{
	GLuint name = 0;

	glGenTextures(1, &name);
	glBindTexture(target, name);
	glObjectLabel(GL_TEXTURE, name, -1, label);
	glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	return name;
}

/* The draw at which textures are looked at. */
static void look_at(GLenum target, GLuint name)
{
	glBindTexture(target, name);
	glRectf(-1, -1, 1, 1);
}

static void image(GLenum target, GLint level, GLsizei side, uint8_t value)
{
	memset(bytes, value, sizeof(bytes));
	glTexImage2D(target, level, GL_RGBA8, side, side, 0, GL_RGBA,
		     GL_UNSIGNED_BYTE, bytes);
}

static void part(GLenum target, GLint level, GLint x, uint8_t value)
{
	memset(bytes, value, sizeof(bytes));
	glTexSubImage2D(target, level, x, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE,
			bytes);
}

static void upload(void)
{
	GLuint name = new_texture("parts", GL_TEXTURE_2D);

	image(GL_TEXTURE_2D, 0, 4, 1);
	image(GL_TEXTURE_2D, 0, 8, 2);
	for (int x = 0; x < 7; x++)
		part(GL_TEXTURE_2D, 0, x, (uint8_t)(10 + x));
	image(GL_TEXTURE_2D, 1, 4, 3);
	/* an error: nothing is written */
	part(GL_TEXTURE_2D, 1, 100, 4);
	look_at(GL_TEXTURE_2D, name);

	name = new_texture("mipmap", GL_TEXTURE_2D);
	image(GL_TEXTURE_2D, 0, 4, 5);
	glGenerateMipmap(GL_TEXTURE_2D);
	part(GL_TEXTURE_2D, 2, 0, 6);
	look_at(GL_TEXTURE_2D, name);
}

static void cube(void)
{
	GLuint name = new_texture("cube", GL_TEXTURE_CUBE_MAP);

	for (GLenum i = 0; i < 6; i++)
		image(GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, 0, 4, (uint8_t)i);
	part(GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, 2, 77);
	look_at(GL_TEXTURE_CUBE_MAP, name);
	glBindTexture(GL_TEXTURE_CUBE_MAP, 0);
}

/* Another one has the name of one that is gone. */
static void reuse(void)
{
	GLuint name = new_texture("gone", GL_TEXTURE_2D);

	image(GL_TEXTURE_2D, 0, 4, 8);
	part(GL_TEXTURE_2D, 0, 1, 9);
	glDeleteTextures(1, &name);
	name = new_texture("again", GL_TEXTURE_2D);
	glTexStorage2D(GL_TEXTURE_2D, 2, GL_RGBA8, 4, 4);
	part(GL_TEXTURE_2D, 1, 0, 10);
	look_at(GL_TEXTURE_2D, name);
}

/* Nothing is bound for it. */
static void by_name(void)
{
	GLuint from = new_texture("from", GL_TEXTURE_2D), to = 0;

	image(GL_TEXTURE_2D, 0, 4, 11);
	look_at(GL_TEXTURE_2D, from);
	glBindTexture(GL_TEXTURE_2D, 0);
	glCreateTextures(GL_TEXTURE_2D, 1, &to);
	glObjectLabel(GL_TEXTURE, to, -1, "by name");
	glTextureStorage2D(to, 2, GL_RGBA8, 4, 4);
	glTextureSubImage2D(to, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE,
			    bytes);
	glCopyImageSubData(from, GL_TEXTURE_2D, 0, 0, 0, 0, to, GL_TEXTURE_2D,
			   1, 0, 0, 0, 1, 1, 1);
	look_at(GL_TEXTURE_2D, to);
}

/* A draw, a clear of what is drawn to, and one of what is not. */
static void by_draws(void)
{
	GLuint color = new_texture("drawn", GL_TEXTURE_2D), depth, frame;

	glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 16, 16);
	depth = new_texture("depth", GL_TEXTURE_2D);
	glTexStorage2D(GL_TEXTURE_2D, 1, GL_DEPTH_COMPONENT24, 16, 16);
	glBindTexture(GL_TEXTURE_2D, 0);
	glGenFramebuffers(1, &frame);
	glBindFramebuffer(GL_FRAMEBUFFER, frame);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
			       GL_TEXTURE_2D, color, 0);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT,
			       GL_TEXTURE_2D, depth, 0);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
	glRectf(-1, -1, 0, 0);
	glClear(GL_DEPTH_BUFFER_BIT);
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	look_at(GL_TEXTURE_2D, color);
	look_at(GL_TEXTURE_2D, depth);
	glBindTexture(GL_TEXTURE_2D, 0);
}

int main(int argc, char **argv)
{
	struct drawable at;
	void *contexts[2];

	if (!open_way(argc > 1 ? argv[1] : "egl"))
		return NO_OPENGL;
	at = new_window(WIDTH, HEIGHT);
	for (int i = 0; i < 2; i++)
		contexts[i] = new_context(NULL, NULL);
	if (!contexts[0] || !contexts[1] || !use(at, contexts[0]))
		return NO_OPENGL;
	upload();
	cube();
	reuse();
	by_name();
	by_draws();
	/* Its first name is that of a texture of the other one. */
	use(at, contexts[1]);
	look_at(GL_TEXTURE_2D, new_texture("empty", GL_TEXTURE_2D));
	image(GL_TEXTURE_2D, 0, 4, 42);
	look_at(GL_TEXTURE_2D, 1);
	use(at, contexts[0]);
	look_at(GL_TEXTURE_2D, 1);
	return 0;
}
