/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * What is easily seen wrong: images of the same name, and images that change
 * between draws. One scene, one frame. See ../inspect_looks.t.
 *	looks SCENE
 */
#include "tests/replay/draw.h"

enum { RED = 0xff0000ff, GREEN = 0xff00ff00, BLUE = 0xffff0000 };

static struct drawable window;
static void *contexts[2];

static void clear(uint32_t color)
{
	glClearColor((float)(color & 255) / 255,
		     (float)(color >> 8 & 255) / 255,
		     (float)(color >> 16 & 255) / 255, 1);
	glClear(GL_COLOR_BUFFER_BIT);
}

/* A draw that changes nothing. */
static void touch(void)
{
	glColorMask(0, 0, 0, 0);
	glClear(GL_COLOR_BUFFER_BIT);
	glColorMask(1, 1, 1, 1);
}

static void fill(GLenum target, int level, int side, uint32_t color)
{
	uint32_t pixels[64];

	for (int i = 0; i < side * side; i++)
		pixels[i] = color;
	glTexImage2D(target, level, GL_RGBA8, side, side, 0, GL_RGBA,
		     GL_UNSIGNED_BYTE, pixels);
}

static GLuint new_texture(int side, uint32_t color)
{
	GLuint texture;

	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	fill(GL_TEXTURE_2D, 0, side, color);
	return texture;
}

static void attach(GLuint texture)
{
	GLuint framebuffer;

	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
			       GL_TEXTURE_2D, texture, 0);
}

/* Two contexts that share nothing: the first texture of either is drawn to,
 * the second one is bound. */
static void draw_contexts(void)
{
	for (int i = 0; i < 2; i++) {
		use(window, contexts[i]);
		attach(new_texture(4, 0));
		new_texture(1, i ? GREEN : RED);
	}
	use(window, contexts[0]);
	clear(RED);
	use(window, contexts[1]);
	clear(GREEN);
	use(window, contexts[0]);
	clear(BLUE);
	/* and without a texture that is drawn to */
	for (int i = 0; i < 4; i++) {
		use(window, contexts[i & 1]);
		glBindFramebuffer(GL_FRAMEBUFFER, 0);
		clear(BLUE);
	}
}

static void draw_layers(void)
{
	static const uint32_t colors[] = {RED, GREEN, BLUE};
	GLuint texture, framebuffer;

	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D_ARRAY, texture);
	glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, 4, 4, 2, 0, GL_RGBA,
		     GL_UNSIGNED_BYTE, NULL);
	glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	for (int i = 0; i < 3; i++) {
		glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
					  texture, 0, i & 1);
		clear(colors[i]);
	}
}

/* Between two draws, the image gets other pixels without a draw. */
static void draw_uploads(void)
{
	GLuint texture = new_texture(4, 0);

	attach(texture);
	clear(RED);
	fill(GL_TEXTURE_2D, 0, 4, GREEN);
	touch();
	glDeleteTextures(1, &texture);
	attach(new_texture(4, BLUE));
	touch();
	glNewList(glGenLists(1), GL_COMPILE_AND_EXECUTE);
	clear(RED);
	glEndList();
	touch();
}

/* Only level 2 is there. */
static void draw_base(void)
{
	GLuint texture;

	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 2);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 3);
	fill(GL_TEXTURE_2D, 2, 2, GREEN);
	fill(GL_TEXTURE_2D, 3, 1, BLUE);
	clear(RED);
}

/* A framebuffer of several samples. */
static void samples(void)
{
	GLuint store, framebuffer;

	glGenRenderbuffers(1, &store);
	glBindRenderbuffer(GL_RENDERBUFFER, store);
	glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, 4, 4);
	glGenFramebuffers(1, &framebuffer);
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
				  GL_RENDERBUFFER, store);
	clear(RED);
}

/* While nothing is rendered. */
static void draw_condition(void)
{
	GLuint query;

	samples();
	glGenQueries(1, &query);
	glBeginQuery(GL_SAMPLES_PASSED, query);
	glEndQuery(GL_SAMPLES_PASSED);
	glBeginConditionalRender(query, GL_QUERY_WAIT);
	clear(GREEN);
	glEndConditionalRender();
	touch();
}

/* Two buffers at once, and then one. */
static void draw_both(void)
{
	glDrawBuffer(GL_BACK);
	clear(RED);
	glDrawBuffer(GL_FRONT_AND_BACK);
	clear(GREEN);
	glDrawBuffer(GL_BACK);
	touch();
}

/* Texts of any bytes, and one that is cut in the middle of a letter. */
static void draw_labels(void)
{
	char label[200] = "a";

	for (int i = 0; i < 90; i++)
		strcat(label, "\303\244");
	new_texture(4, BLUE);
	glObjectLabel(GL_TEXTURE, 1, -1, label);
	glActiveTexture(GL_TEXTURE1);
	new_texture(4, RED);
	glObjectLabel(GL_TEXTURE, 2, -1, "\344\377");
	glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, -1, "gr\374n");
	glDeleteShader(
		new_shader(GL_FRAGMENT_SHADER, "/* \344 */ void main() { }\n"));
	clear(RED);
	glPopDebugGroup();
}

/* Queries count what the program draws, and no copies of samples. */
static void draw_queries(void)
{
	static const GLenum targets[] = {
		GL_SAMPLES_PASSED, GL_PRIMITIVES_GENERATED,
		GL_FRAGMENT_SHADER_INVOCATIONS, GL_VERTEX_SHADER_INVOCATIONS,
		GL_CLIPPING_INPUT_PRIMITIVES};
	GLuint queries[5], result = 0;

	samples();
	glGenQueries(5, queries);
	for (int i = 0; i < 5; i++)
		glBeginQuery(targets[i], queries[i]);
	glRectf(-1, -1, 0, 1);
	for (int i = 0; i < 5; i++)
		glEndQuery(targets[i]);
	for (int i = 0; i < 5; i++)
		glGetQueryObjectuiv(queries[i], GL_QUERY_RESULT, &result);
	touch();
}

static const struct {
	const char *name;
	void (*draw)(void);
} scenes[] = {
	{"contexts", draw_contexts},   {"layers", draw_layers},
	{"uploads", draw_uploads},     {"base", draw_base},
	{"condition", draw_condition}, {"both", draw_both},
	{"labels", draw_labels},       {"queries", draw_queries},
};

int main(int argc, char **argv)
{
	if (argc < 2 || !open_way("egl"))
		return NO_OPENGL;
	window = new_window(8, 8);
	for (int i = 0; i < 2; i++)
		contexts[i] = new_context(NULL, NULL);
	if (!window.id || !contexts[0] || !contexts[1] ||
	    !use(window, contexts[0]))
		return NO_OPENGL;
	for (size_t i = 0; i < sizeof(scenes) / sizeof(scenes[0]); i++)
		if (!strcmp(argv[1], scenes[i].name))
			scenes[i].draw();
	for (GLenum error; (error = glGetError());)
		printf("error %#x\n", error);
	swap(window);
	return 0;
}
