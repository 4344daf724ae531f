/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Display lists: ranges, nested ones, lists of names of every type, with a
 * base, with draws whose memory is gone when they are called. See ../replay.t.
 *	lists [glx|egl]
 */
#include "tests/replay/draw.h"

enum { N_LETTERS = 6 };

static GLuint letters, nested, of_arrays, of_pixels, textured;

static float step(int frame)
{
	return (float)frame / FRAMES;
}

static void triangle(float x, float y, float size)
{
	glBegin(GL_TRIANGLES);
	glVertex2f(x, y);
	glVertex2f(x + size, y);
	glVertex2f(x, y + size);
	glEnd();
}

static void one_by_one(int frame)
{
	glColor3f(1, step(frame), 0);
	glTranslatef(-0.8f, 0, 0);
	for (int i = 0; i < 4; i++) {
		glCallList(letters + (GLuint)(i + frame) % N_LETTERS);
		glTranslatef(0.4f, 0.05f, 0);
	}
}

static void by_bytes(int frame)
{
	const char text[] = "ABCDEF";
	const uint8_t others[] = {2, 1, 0};

	glColor3ub(255, 255, (uint8_t)(frame * 25));
	glScalef(0.5f, 0.5f, 1);
	glListBase(letters - 'A');
	glCallLists((frame + 3) % 6, GL_BYTE, text);
	glListBase(letters);
	glCallLists(3, GL_UNSIGNED_BYTE, others);
}

static void by_numbers(int frame)
{
	const uint8_t two[] = {0, 1, 0, 3}, three[] = {0, 0, 2};
	const uint8_t four[] = {0, 0, 0, 5, 0, 0, 0, 4};
	const uint16_t shorts[] = {3, 0};
	const int16_t signed_shorts[] = {1};
	const int32_t ints[] = {2, -1, 4};
	const float floats[] = {1.5f, 3.25f};

	glScalef(0.3f, 0.3f, 1);
	glTranslatef(-3, -2, 0);
	glColor3f(0.5f, 1, step(frame));
	glListBase(letters);
	glCallLists(2, GL_2_BYTES, two);
	glCallLists(1, GL_3_BYTES, three);
	glCallLists(2, GL_4_BYTES, four);
	glTranslatef(-1.5f, 1, 0);
	glCallLists(2, GL_UNSIGNED_SHORT, shorts);
	glCallLists(1, GL_SHORT, signed_shorts);
	glCallLists(2, GL_FLOAT, floats);
	glListBase(letters + 1);
	glCallLists(3, GL_INT, ints);
	glCallLists(1, GL_UNSIGNED_INT, "\1\0\0\0");
}

/* Lists in lists, one of which becomes another one. */
static void of_lists(int frame)
{
	GLuint inner = nested + 1;

	glNewList(inner, GL_COMPILE);
	glColor3f(step(frame), 0, 1);
	triangle(-0.5f, -0.5f, 0.3f + 0.1f * (float)(frame % 4));
	glEndList();
	glCallList(nested);
}

static void of_memory(int frame)
{
	glColor3f(1, 1, 1);
	glRotatef((float)frame * 9, 0, 0, 1);
	glCallList(of_arrays);
}

/* Made and called at once, and thrown away. */
static void at_once(int frame)
{
	GLuint list = glGenLists(1);

	glNewList(list, GL_COMPILE_AND_EXECUTE);
	glColor3f(0, 1, step(frame));
	triangle(-1, -1, 1);
	glEndList();
	glTranslatef(1, 1, 0);
	glCallList(list);
	glDeleteLists(list, 1);
	glCallList(list); /* nothing */
	if (glIsList(list))
		glClear(GL_COLOR_BUFFER_BIT);
}

static void of_a_texture(int frame)
{
	glCallList(textured);
	glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_MODULATE);
	glColor3f(1, 1, step(frame));
	glBegin(GL_QUADS);
	for (int i = 0; i < 4; i++) {
		glTexCoord2i(i == 1 || i == 2, i >> 1);
		glVertex2i((i == 1 || i == 2) * 2 - 1, (i >> 1) * 2 - 1);
	}
	glEnd();
}

static void of_images(int frame)
{
	glColor3f(1, step(frame), 0.5f);
	glRasterPos2f(-0.9f, -0.9f);
	glCallList(of_pixels);
	glRasterPos2f(-0.9f + step(frame), 0.2f);
	glCallList(of_pixels);
}

/* A name of the program's own. */
static void of_own_name(int frame)
{
	glNewList(4711, GL_COMPILE);
	glColor3f(1, 0, step(frame));
	triangle(-1, 0, 1);
	glEndList();
	glCallList(4711);
	glScalef(-1, -1, 1);
	glCallList(4711);
}

static void of_attributes(int frame)
{
	GLuint list = glGenLists(2);

	glNewList(list + 1, GL_COMPILE);
	glPushAttrib(GL_LINE_BIT | GL_CURRENT_BIT);
	glLineWidth(3);
	glEnable(GL_LINE_STIPPLE);
	glLineStipple(2, 0x5a5a);
	glColor4fv((const float[]){0, step(frame), 1, 1});
	glBegin(GL_LINES);
	glVertex2dv((const double[]){-1, -1});
	glVertex3sv((const int16_t[]){1, 1, 0});
	glEnd();
	glPopAttrib();
	glEndList();
	glCallList(list + 1);
	glRectf(-0.2f, -0.2f, 0.2f, step(frame));
	glDeleteLists(list, 2);
}

static void of_matrices(int frame)
{
	const float turned[] = {0, 1, 0, 0, -1, 0, 0, 0,
				0, 0, 1, 0, 0,	0, 0, 1};
	GLuint list = glGenLists(1);

	glNewList(list, GL_COMPILE);
	glPushMatrix();
	glMultMatrixf(turned);
	glScaled(0.5, 0.5, 1);
	triangle(0, 0, 1);
	glPopMatrix();
	glEndList();
	glLoadTransposeMatrixf(turned);
	glColor3f(step(frame), 1, 1);
	glCallList(list);
	glMatrixMode(GL_PROJECTION);
	glPushMatrix();
	glOrtho(-1, 1, -1, 1 + step(frame), -1, 1);
	glMatrixMode(GL_MODELVIEW);
	glCallList(list);
	glMatrixMode(GL_PROJECTION);
	glPopMatrix();
	glMatrixMode(GL_MODELVIEW);
	glDeleteLists(list, 1);
}

static void of_every_letter(int frame)
{
	GLuint sparse[N_LETTERS];

	for (GLuint i = 0; i < N_LETTERS; i++)
		sparse[i] = (i * 5 + (GLuint)frame) % N_LETTERS;
	glColor3f(1, 1, step(frame));
	glScalef(0.4f, 0.4f, 1);
	glTranslatef(-2, -2, 0);
	glListBase(letters);
	glCallLists(N_LETTERS, GL_UNSIGNED_INT, sparse);
}

static void make_arrays(void)
{
	float at[] = {-1, -1, 0.5f, -1, 0, 1};
	uint8_t colors[] = {255, 0, 0, 0, 255, 0, 0, 0, 255};
	uint16_t indices[] = {2, 1, 0};

	of_arrays = glGenLists(1);
	glNewList(of_arrays, GL_COMPILE);
	glEnableClientState(GL_VERTEX_ARRAY);
	glEnableClientState(GL_COLOR_ARRAY);
	glVertexPointer(2, GL_FLOAT, 0, at);
	glColorPointer(3, GL_UNSIGNED_BYTE, 0, colors);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	at[0] = 1;
	at[1] = 0;
	glDrawElements(GL_LINE_LOOP, 3, GL_UNSIGNED_SHORT, indices);
	glBegin(GL_POINTS);
	glArrayElement(1);
	glEnd();
	glEndList();
	glDisableClientState(GL_VERTEX_ARRAY);
	glDisableClientState(GL_COLOR_ARRAY);
	memset(at, 0, sizeof(at));
	memset(colors, 0, sizeof(colors));
}

static void make_images(void)
{
	uint8_t pixels[8 * 8 * 3],
		bits[] = {0x81, 0x42, 0x24, 0x18, 0x18, 0x24, 0x42, 0x81};

	noise(pixels, sizeof(pixels), 5);
	of_pixels = glGenLists(1);
	glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
	glNewList(of_pixels, GL_COMPILE);
	glBitmap(8, 8, 0, 0, 10, 0, bits);
	glDrawPixels(8, 8, GL_RGB, GL_UNSIGNED_BYTE, pixels);
	glBitmap(1, 1, 0, 0, 5, 4, bits);
	glBitmap(7, 8, 1, 1, 0, 0, bits);
	glEndList();
	textured = glGenLists(1);
	glNewList(textured, GL_COMPILE);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 8, 8, 0, GL_RGB,
		     GL_UNSIGNED_BYTE, pixels);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glEnable(GL_TEXTURE_2D);
	glEndList();
	glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
	memset(pixels, 0, sizeof(pixels));
	memset(bits, 0, sizeof(bits));
}

static void prepare(void)
{
	glGenLists(7); /* so that names are not those of a new context */
	letters = glGenLists(N_LETTERS);
	for (GLuint i = 0; i < N_LETTERS; i++) {
		glNewList(letters + i, GL_COMPILE);
		triangle(0, 0, 0.2f + 0.1f * (float)i);
		glTranslatef(0.5f, 0.1f * (float)i, 0);
		glEndList();
	}
	nested = glGenLists(2);
	glNewList(nested, GL_COMPILE);
	glColor3f(0.5f, 0.5f, 0.5f);
	glCallList(letters + 2);
	glCallList(nested + 1);
	glListBase(letters);
	glCallLists(3, GL_UNSIGNED_BYTE, "\0\1\2");
	glEndList();
	make_arrays();
	make_images();
}

int main(int argc, char **argv)
{
	static scene *const scenes[] = {
		one_by_one,  by_bytes,	    by_numbers,	  of_lists,
		of_memory,   at_once,	    of_a_texture, of_images,
		of_own_name, of_attributes, of_matrices,  of_every_letter,
	};

	return draw_old(argc, argv, prepare, scenes, 12);
}
