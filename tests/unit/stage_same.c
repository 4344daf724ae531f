/* SPDX-License-Identifier: MIT */
/*
 * A replay shows the recorded pictures in whatever way it runs. The same calls
 * give the same pixels, headless, in a window, and in a window of GLX. For two
 * of these there must be an X server, on $DISPLAY.
 */
#include "tools/replay/stage/stage.h"

#include <stdlib.h>
#include <string.h>

#include "gl_registry.h"
#include "tests/glx_has.h"
#include "tests/offscreen.h"
#include "tests/tap.h"

#define WIDTH 120
#define HEIGHT 90
#define N_FRAMES 3
#define N_FORMATS 4
#define TEXTURE_SIDE 32
#define N_CORNERS 60

typedef uint32_t picture[WIDTH * HEIGHT];
typedef void draw(int frame);

static picture native[N_FORMATS][N_FRAMES];

/* All that the scenes call: PROC(return type, name, parameters). */
#define PROCS                                                                  \
	PROC(GLenum, glGetError, (void))                                       \
	PROC(void, glReadPixels,                                               \
	     (GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *))         \
	PROC(void, glClearColor, (GLfloat, GLfloat, GLfloat, GLfloat))         \
	PROC(void, glClear, (GLbitfield))                                      \
	PROC(void, glEnable, (GLenum))                                         \
	PROC(void, glDisable, (GLenum))                                        \
	PROC(void, glBlendFunc, (GLenum, GLenum))                              \
	PROC(void, glLineWidth, (GLfloat))                                     \
	PROC(void, glBindTexture, (GLenum, GLuint))                            \
	PROC(void, glTexImage2D,                                               \
	     (GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum,   \
	      const void *))                                                   \
	PROC(void, glTexParameteri, (GLenum, GLenum, GLint))                   \
	PROC(void, glGenerateMipmap, (GLenum))                                 \
	PROC(void, glMatrixMode, (GLenum))                                     \
	PROC(void, glLoadIdentity, (void))                                     \
	PROC(void, glFrustum,                                                  \
	     (GLdouble, GLdouble, GLdouble, GLdouble, GLdouble, GLdouble))     \
	PROC(void, glTranslatef, (GLfloat, GLfloat, GLfloat))                  \
	PROC(void, glRotatef, (GLfloat, GLfloat, GLfloat, GLfloat))            \
	PROC(void, glBegin, (GLenum))                                          \
	PROC(void, glEnd, (void))                                              \
	PROC(void, glColor4f, (GLfloat, GLfloat, GLfloat, GLfloat))            \
	PROC(void, glNormal3f, (GLfloat, GLfloat, GLfloat))                    \
	PROC(void, glTexCoord2f, (GLfloat, GLfloat))                           \
	PROC(void, glVertex3f, (GLfloat, GLfloat, GLfloat))                    \
	PROC(GLuint, glCreateShader, (GLenum))                                 \
	PROC(void, glShaderSource,                                             \
	     (GLuint, GLsizei, const GLchar *const *, const GLint *))          \
	PROC(void, glCompileShader, (GLuint))                                  \
	PROC(GLuint, glCreateProgram, (void))                                  \
	PROC(void, glAttachShader, (GLuint, GLuint))                           \
	PROC(void, glBindAttribLocation, (GLuint, GLuint, const GLchar *))     \
	PROC(void, glLinkProgram, (GLuint))                                    \
	PROC(void, glUseProgram, (GLuint))                                     \
	PROC(void, glEnableVertexAttribArray, (GLuint))                        \
	PROC(void, glVertexAttribPointer,                                      \
	     (GLuint, GLint, GLenum, GLboolean, GLsizei, const void *))        \
	PROC(void, glVertexAttrib1f, (GLuint, GLfloat))                        \
	PROC(void, glDrawArrays, (GLenum, GLint, GLsizei))

#define PROC(type, name, parameters) static type(*name) parameters;
PROCS
#undef PROC

static void find_procs(struct stage *stage)
{
#define PROC(type, name, parameters) *(void **)&name = stage_proc(stage, #name);
	PROCS
#undef PROC
}

static void use_texture(void)
{
	static uint32_t pixels[TEXTURE_SIDE * TEXTURE_SIDE];

	for (uint32_t i = 0; i < TEXTURE_SIDE * TEXTURE_SIDE; i++)
		pixels[i] = i * 2654435761u;
	glBindTexture(GL_TEXTURE_2D, 1);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, TEXTURE_SIDE, TEXTURE_SIDE, 0,
		     GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	glGenerateMipmap(GL_TEXTURE_2D);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
			GL_LINEAR_MIPMAP_LINEAR);
}

static void clear(int frame)
{
	/* between two values of a byte: the nearest is a matter of taste */
	glClearColor(0.3f, 0.1f * (float)frame, 0.7f, 0.3f);
	glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

static void lit_ring(void)
{
	float x = 1, y = 0;

	glEnable(GL_LIGHTING);
	glEnable(GL_LIGHT0);
	glEnable(GL_NORMALIZE);
	glEnable(GL_COLOR_MATERIAL);
	glBegin(GL_QUAD_STRIP);
	for (int i = 0; i <= 40; i++) {
		glColor4f(x * x, 0.4f, y * y, 1);
		glNormal3f(x, y, 0.2f);
		glVertex3f(2 * x, 2 * y, -1);
		glVertex3f(1.4f * x, 1.4f * y, 1);
		x -= 0.16f * y; /* on by 9 degrees */
		y += 0.16f * x;
	}
	glEnd();
	glDisable(GL_LIGHTING);
}

static void textured_triangle(void)
{
	use_texture();
	glEnable(GL_TEXTURE_2D);
	glBegin(GL_TRIANGLES);
	glColor4f(1, 1, 1, 1);
	glTexCoord2f(0, 0);
	glVertex3f(-3, -2, -1);
	glTexCoord2f(3, 0.2f);
	glVertex3f(3, -1.5f, 1);
	glTexCoord2f(1, 2.7f);
	glVertex3f(0, 3, 0);
	glEnd();
	glDisable(GL_TEXTURE_2D);
}

/* The last factors are of the destination's alpha. */
static void blended(void)
{
	glEnable(GL_BLEND);
	glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
	glEnable(GL_LINE_SMOOTH);
	glLineWidth(2.5f);
	glBegin(GL_LINES);
	for (int i = 0; i < 20; i++) {
		glColor4f(1, 0.05f * (float)i, 0.2f, 0.8f);
		glVertex3f(-2, -2 + 0.2f * (float)i, 2);
		glVertex3f(2, 2 - 0.17f * (float)i, 2);
	}
	glEnd();
	glBlendFunc(GL_DST_ALPHA, GL_ONE_MINUS_DST_COLOR);
	glBegin(GL_TRIANGLES);
	glColor4f(0.3f, 0.77f, 0.21f, 0.4f);
	glVertex3f(-2, -2, 1.5f);
	glVertex3f(2, -2, 1.5f);
	glVertex3f(0, 1, 1.5f);
	glEnd();
	glDisable(GL_BLEND);
}

static void draw_fixed(int frame)
{
	clear(frame);
	glMatrixMode(GL_PROJECTION);
	glLoadIdentity();
	glFrustum(-1, 1, -1, 1, 2, 20);
	glMatrixMode(GL_MODELVIEW);
	glLoadIdentity();
	glTranslatef(0, 0, -6);
	glRotatef(13.7f * (float)frame + 20, 1, 0.7f, 0.3f);
	glEnable(GL_DEPTH_TEST);
	lit_ring();
	textured_triangle();
	blended();
}

static void attach(GLuint program, GLenum kind, const char *source)
{
	GLuint shader = glCreateShader(kind);

	glShaderSource(shader, 1, &source, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
}

static void use_program(void)
{
	GLuint program = glCreateProgram();

	attach(program, GL_VERTEX_SHADER,
	       "attribute vec4 at, color; attribute float turn;\n"
	       "varying vec4 c; varying vec2 t;\n"
	       "void main() {\n"
	       "	c = color; t = at.xy * 1.3;\n"
	       "	gl_Position = vec4(at.x * cos(turn) - at.y * "
	       "sin(turn),\n"
	       "		at.x * sin(turn) + at.y * cos(turn), at.z,\n"
	       "		1.0 + at.z * 0.3);\n"
	       "}\n");
	attach(program, GL_FRAGMENT_SHADER,
	       "precision mediump float;\n"
	       "varying vec4 c; varying vec2 t; uniform sampler2D s;\n"
	       "void main() {\n"
	       "	gl_FragColor = c * 0.6 +\n"
	       "		texture2D(s, t) * 0.4 * sin(t.x * 9.0);\n"
	       "}\n");
	glBindAttribLocation(program, 0, "at");
	glBindAttribLocation(program, 1, "color");
	glBindAttribLocation(program, 2, "turn");
	glLinkProgram(program);
	glUseProgram(program);
}

/* Between 0 and 1, always the same. */
static float any(int i)
{
	return (float)((uint32_t)i * 2654435761u >> 8 & 0xffff) / 0xffff;
}

static void draw_shaded(int frame)
{
	static float at[N_CORNERS][4], color[N_CORNERS][4];

	for (int i = 0; i < N_CORNERS; i++)
		for (int j = 0; j < 4; j++) {
			at[i][j] = j < 3 ? 2 * any(i * 4 + j) - 1 : 1;
			color[i][j] = any(i * 7 + j);
		}
	clear(frame);
	use_program();
	use_texture();
	glEnableVertexAttribArray(0);
	glEnableVertexAttribArray(1);
	glVertexAttribPointer(0, 4, GL_FLOAT, 0, 0, at);
	glVertexAttribPointer(1, 4, GL_FLOAT, 0, 0, color);
	glVertexAttrib1f(2, 0.1f + 0.3f * (float)frame);
	glEnable(GL_DEPTH_TEST);
	glDrawArrays(GL_TRIANGLES, 0, N_CORNERS / 2);
	glEnable(GL_BLEND);
	glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
	glDrawArrays(GL_TRIANGLES, N_CORNERS / 2, N_CORNERS / 2);
	glBlendFunc(GL_DST_ALPHA, GL_ONE_MINUS_DST_COLOR);
	glDrawArrays(GL_TRIANGLES, 0, N_CORNERS / 5);
	glDisable(GL_BLEND);
}

static const struct stage_format formats[N_FORMATS] = {
	{8, 8, 8, 0, 24, 8, .is_double = true},
	{8, 8, 8, 8, 24, 8, .is_double = true},
	{8, 8, 8, 0, 32, 0, .is_double = true},
	{8, 8, 8, 8, 24, 8, .samples = 4, .is_double = true},
};

static void take_pictures(enum stage_way way, const struct stage_wish *wish,
			  const struct stage_format *format, draw *scene,
			  picture pictures[N_FRAMES])
{
	char note[STAGE_NOTE_BYTES];
	struct stage *stage = stage_open(way, note);
	struct stage_context *context;
	struct stage_surface *surface;

	if (!stage)
		skip(note);
	find_procs(stage);
	context = stage_context_new(stage, format, wish, NULL, note);
	is_str(note, "");
	surface = stage_surface_new(stage, format, WIDTH, HEIGHT, STAGE_WINDOW,
				    note);
	if (way != STAGE_GLX || glx_has(GLX_HAS_DEPTH, format->depth))
		is_str(note, "");
	ok(stage_make_current(stage, surface, surface, context, note));
	for (int i = 0; i < N_FRAMES; i++) {
		scene(i);
		glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE,
			     pictures[i]);
		stage_swap(stage, surface);
	}
	is_u64(glGetError(), GL_NO_ERROR);
	stage_close(stage);
}

static void are_same(const struct stage_wish *wish, draw *scene)
{
	static picture other[N_FRAMES];
	bool has_samples;

	setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
	if (!getenv("DISPLAY"))
		skip("no X server");
	has_samples = glx_has(GLX_HAS_SAMPLES, 4) && offscreen_has_samples();
	for (int i = 0; i < N_FORMATS; i++) {
		if (formats[i].samples && !has_samples)
			continue;
		take_pictures(STAGE_GLX, wish, formats + i, scene, native[i]);
		take_pictures(STAGE_HEADLESS, wish, formats + i, scene, other);
		ok(!memcmp(native[i], other, sizeof(other)), "format %d", i);
		take_pictures(STAGE_WINDOWS, wish, formats + i, scene, other);
		ok(!memcmp(native[i], other, sizeof(other)), "format %d", i);
	}
	/* what would make all the same */
	ok(memcmp(native[0][0], native[0][1], sizeof(picture)));
	ok(memcmp(native[0], native[1], sizeof(native[0])));
	ok(!has_samples || memcmp(native[1], native[3], sizeof(native[1])));
}

static void fixed(void)
{
	are_same(&(const struct stage_wish){STAGE_GL, 4, 5, 2, 0}, draw_fixed);
}

static void shaded(void)
{
	are_same(&(const struct stage_wish){STAGE_GLES, 2, 0, 0, 0},
		 draw_shaded);
}

static const struct tap_test tests[] = {
	{"pictures of OpenGL without shaders are the same in each way", fixed},
	{"pictures of OpenGL ES 2 are the same in each way", shaded},
};

TAP_MAIN(tests)
