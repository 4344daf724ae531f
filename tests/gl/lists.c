/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * State that is set by display lists, once they are called: how much memory the
 * calls behind them touch depends on it. Prints what shapes.c prints.
 *	lists gl NAME: one of the ways below
 */
#include "tests/gl/gl.h"

static void new_list(GLuint name, GLenum mode)
{
	F(void, glNewList, GLuint, GLenum);

	glNewList(name, mode);
}

static void end_list(void)
{
	F(void, glEndList, void);

	glEndList();
}

static void call_list(GLuint name)
{
	F(void, glCallList, GLuint);

	glCallList(name);
}

static void draw(int n)
{
	F(void, glDrawElements, GLenum, GLsizei, GLenum, const void *);
	static const GLubyte indices[] = {0, 5, 2};
	static uint8_t *p;
	F(void, glVertexPointer, GLint, GLenum, GLsizei, const void *);
	F(void, glEnableClientState, GLenum);

	if (!p)
		p = noise(48);
	glVertexPointer(2, 0x1406, 0, p);
	glEnableClientState(0x8074);
	say("fxtrace_client_array", "data", p, (size_t)n * 8);
	glDrawElements(0, 3, 0x1401, indices);
}

static void restarts(void)
{
	F(void, glEnable, GLenum);
	F(void, glDisable, GLenum);
	F(void, glPrimitiveRestartIndex, GLuint);

	glPrimitiveRestartIndex(5);
	new_list(1, 0x1300);
	glEnable(0x8f9d);
	end_list();
	new_list(2, 0x1300);
	glDisable(0x8f9d);
	end_list();
	draw(6);
	call_list(1);
	draw(3);
	call_list(2);
	draw(6);
	new_list(3, 0x1301); /* and at once */
	glEnable(0x8f9d);
	end_list();
	draw(3);
	glDisable(0x8f9d);
	call_list(3);
	draw(3);
	glDisable(0x8f9d);
}

static void nested(void)
{
	F(void, glEnable, GLenum);
	F(void, glDisable, GLenum);
	F(void, glListBase, GLuint);
	F(void, glCallLists, GLsizei, GLenum, const void *);
	F(void, glDeleteLists, GLuint, GLsizei);
	F(void, glPrimitiveRestartIndex, GLuint);
	const GLubyte name = 1, name_of_two[] = {0, 1};

	glPrimitiveRestartIndex(5);
	new_list(11, 0x1300);
	glEnable(0x8f9d);
	end_list();
	new_list(12, 0x1300);
	call_list(11);
	end_list();
	new_list(13, 0x1300);
	glCallLists(1, 0x1401, &name);
	end_list();
	call_list(12);
	draw(3);
	glDisable(0x8f9d);
	/* by the base that there is when it is called */
	call_list(13);
	draw(6);
	glListBase(10);
	call_list(13);
	draw(3);
	glDisable(0x8f9d);
	glCallLists(1, 0x1407, name_of_two);
	draw(3);
	glDisable(0x8f9d);
	glDeleteLists(11, 1);
	call_list(12);
	draw(6);
	/* another one of that name */
	new_list(12, 0x1300);
	end_list();
	call_list(12);
	draw(6);
}

static void maps(void)
{
	F(void, glMap1f, GLenum, GLfloat, GLfloat, GLint, GLint,
	  const GLfloat *);
	F(void, glMap2f, GLenum, GLfloat, GLfloat, GLint, GLint, GLfloat,
	  GLfloat, GLint, GLint, const GLfloat *);
	F(void, glGetMapfv, GLenum, GLenum, GLfloat *);
	F(void, glPixelMapfv, GLenum, GLsizei, const GLfloat *);
	F(void, glGetPixelMapfv, GLenum, GLfloat *);
	const GLfloat points[36] = {1, 2, 3, .5};
	GLfloat *p = fenced(3 * 4);

	new_list(1, 0x1300);
	glMap1f(0x0d97, 0, 1, 3, 5, points);
	say("glMap1f", "points", points, 60);
	glMap2f(0x0db7, 0, 1, 3, 3, 0, 1, 9, 2, points);
	say("glMap2f", "points", points, 18 * 4);
	glPixelMapfv(0x0c76, 8, points);
	say("glPixelMapfv", "values", points, 32);
	end_list();
	glGetMapfv(0x0d97, 0x0a00, p);
	say("glGetMapfv", "v", p, 12);
	p = fenced(4);
	glGetPixelMapfv(0x0c76, p);
	say("glGetPixelMapfv", "values", p, 4);
	call_list(1);
	p = fenced(60);
	glGetMapfv(0x0d97, 0x0a00, p);
	say("glGetMapfv", "v", p, 60);
	p = fenced(72);
	glGetMapfv(0x0db7, 0x0a00, p);
	say("glGetMapfv", "v", p, 72);
	p = fenced(32);
	glGetPixelMapfv(0x0c76, p);
	say("glGetPixelMapfv", "values", p, 32);
}

static void read_level(size_t n)
{
	F(void, glGetTexImage, GLenum, GLint, GLenum, GLenum, void *);
	void *p = fenced(n);

	glGetTexImage(0x0de1, 0, 0x1908, 0x1401, p);
	say("glGetTexImage", "pixels", p, n);
}

static void make_level(GLsizei size)
{
	F(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	  GLenum, GLenum, const void *);
	void *p = fenced((size_t)(size * size * 4));

	glTexImage2D(0x0de1, 0, 0x1908, size, size, 0, 0x1908, 0x1401, p);
	say("glTexImage2D", "pixels", p, (size_t)(size * size * 4));
}

static void textures(void)
{
	F(void, glBindTexture, GLenum, GLuint);
	F(void, glActiveTexture, GLenum);
	F(void, glCopyTexImage2D, GLenum, GLint, GLenum, GLint, GLint, GLsizei,
	  GLsizei, GLint);

	glBindTexture(0x0de1, 1);
	make_level(2);
	glBindTexture(0x0de1, 2);
	make_level(4);
	new_list(1, 0x1300);
	glBindTexture(0x0de1, 1);
	end_list();
	read_level(64);
	call_list(1);
	read_level(16);
	new_list(2, 0x1300);
	make_level(3);
	end_list();
	read_level(16);
	call_list(2);
	read_level(36);
	new_list(3, 0x1300);
	glCopyTexImage2D(0x0de1, 0, 0x1908, 0, 0, 8, 8, 0);
	end_list();
	read_level(36);
	call_list(3);
	read_level(256);
	new_list(4, 0x1300);
	glActiveTexture(0x84c1);
	glBindTexture(0x0de1, 2);
	end_list();
	call_list(4);
	read_level(64);
	glActiveTexture(0x84c0);
	read_level(256);
	glBindTexture(0x0de1, 0);
}

/* What glPushAttrib saves, and lists that contain it. */
static void attributes(void)
{
	F(void, glPushAttrib, GLbitfield);
	F(void, glPopAttrib, void);
	F(void, glBindTexture, GLenum, GLuint);
	F(void, glActiveTexture, GLenum);

	glBindTexture(0x0de1, 1);
	make_level(2);
	glBindTexture(0x0de1, 2);
	make_level(4);
	glPushAttrib(0x40000);
	glBindTexture(0x0de1, 1);
	glActiveTexture(0x84c1);
	glBindTexture(0x0de1, 1);
	read_level(16);
	glPopAttrib();
	read_level(64);
	glPushAttrib(0x2000); /* not of textures */
	glBindTexture(0x0de1, 1);
	glPopAttrib();
	read_level(16);
	new_list(1, 0x1300);
	glPushAttrib(~0u);
	glBindTexture(0x0de1, 2);
	end_list();
	new_list(2, 0x1300);
	glPopAttrib();
	end_list();
	call_list(1);
	read_level(64);
	call_list(2);
	read_level(16);
}

/* A list that only begins, one that only ends: between them OpenGL refuses what
 * is no vertex. */
static void begins(void)
{
	F(void, glBegin, GLenum);
	F(void, glEnd, void);
	F(void, glVertex2f, GLfloat, GLfloat);
	F(void, glPixelStorei, GLenum, GLint);
	F(void, glReadPixels, GLint, GLint, GLsizei, GLsizei, GLenum, GLenum,
	  void *);
	void *p = fenced(12 + 9);

	new_list(1, 0x1300);
	glBegin(4);
	end_list();
	new_list(2, 0x1300);
	glEnd();
	end_list();
	new_list(3, 0x1300);
	glBegin(4);
	glVertex2f(0, 0);
	glEnd();
	end_list();
	call_list(3);
	glReadPixels(0, 0, 3, 2, 0x1907, 0x1401, p);
	say("glReadPixels", "pixels", p, 12 + 9);
	call_list(1);
	glVertex2f(0, 0);
	glPixelStorei(0x0d05, 1); /* refused */
	call_list(2);
	glReadPixels(0, 0, 3, 2, 0x1907, 0x1401, p);
	say("glReadPixels", "pixels", p, 12 + 9);
	glPixelStorei(0x0d05, 1);
	glReadPixels(0, 0, 3, 2, 0x1907, 0x1401, p);
	say("glReadPixels", "pixels", p, 18);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} ways[] = {{"restarts", restarts},
		    {"nested", nested},
		    {"maps", maps},
		    {"textures", textures},
		    {"attributes", attributes},
		    {"begins", begins}};

	if (!start(0)) {
		printf("no context\n");
		return 77;
	}
	for (unsigned i = 0; argc > 2 && i < sizeof(ways) / sizeof(ways[0]);
	     i++)
		if (!strcmp(argv[2], ways[i].name))
			ways[i].run();
	printf("error %x\n", ((GLenum(*)(void))find("glGetError"))());
	return 0;
}
