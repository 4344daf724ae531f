/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * What OpenGL does without shaders: light, fog, curves, generated coordinates,
 * stacks, programs of its old language, and what comes of selection and
 * feedback. See ../replay.t.
 *	fixed [glx|egl]
 */
#include "tests/replay/draw.h"

static GLuint old_programs[2], queries[3], texture;

static float step(int frame)
{
	return (float)frame / FRAMES;
}

static void lit(int frame)
{
	const float at[] = {step(frame), 1, 1, 0}, red[] = {1, 0.2f, 0, 1};
	const int all[] = {100000000, 200000000, 300000000, 2000000000};
	const float spot[] = {0, 0, -1};

	glEnable(GL_LIGHTING);
	glEnable(GL_LIGHT0);
	glEnable(GL_LIGHT3);
	glLightfv(GL_LIGHT0, GL_POSITION, at);
	glLightfv(GL_LIGHT0, GL_DIFFUSE, red);
	glLightf(GL_LIGHT3, GL_SPOT_CUTOFF, 45 + (float)frame);
	glLightfv(GL_LIGHT3, GL_SPOT_DIRECTION, spot);
	glLightiv(GL_LIGHT3, GL_SPECULAR, all);
	glLightModeliv(GL_LIGHT_MODEL_AMBIENT, all);
	glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
	glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE,
		     (const float[]){0.5f, 0.5f, step(frame), 1});
	glMateriali(GL_FRONT, GL_SHININESS, 20);
	glBegin(GL_TRIANGLE_FAN);
	for (int i = 0; i < 8; i++) {
		glNormal3f((float)(i % 3) / 2, (float)(i % 5) / 4, 1);
		glVertex2f((float)(i * 5 % 8) / 4 - 1, (float)(i % 4) / 2 - 1);
	}
	glEnd();
}

static void in_fog(int frame)
{
	const float color[] = {0.5f, step(frame), 1, 1};

	glEnable(GL_FOG);
	glFogi(GL_FOG_MODE, GL_LINEAR);
	glFogfv(GL_FOG_COLOR, color);
	glFogf(GL_FOG_START, -1);
	glFogf(GL_FOG_END, 1.5f);
	glBegin(GL_TRIANGLE_STRIP);
	for (int i = 0; i < 6; i++) {
		glColor3ub((uint8_t)(i * 40), 255, (uint8_t)(frame * 20));
		glVertex3f((float)(i & 1) * 2 - 1, (float)i / 3 - 1,
			   (float)i / 6 - step(frame));
	}
	glEnd();
}

static void of_curves(int frame)
{
	const float line[4][3] = {
		{-1, -1, 0}, {-0.3f, 1, 0}, {step(frame), -2, 0}, {1, 1, 0}};
	const double colors[2][4] = {{1, 0, 0, 1}, {0, 1, step(frame), 1}};
	float patch[3][2][4];

	glMap1f(GL_MAP1_VERTEX_3, 0, 1, 3, 4, line[0]);
	glMap1d(GL_MAP1_COLOR_4, 0, 1, 4, 2, colors[0]);
	glEnable(GL_MAP1_VERTEX_3);
	glEnable(GL_MAP1_COLOR_4);
	glMapGrid1f(12, 0, 1);
	glEvalMesh1(GL_LINE, 0, 12);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 2; j++) {
			patch[i][j][0] = (float)i - 1;
			patch[i][j][1] = (float)(j + (i == 1)) * 0.7f - 0.9f;
			patch[i][j][2] = 0;
			patch[i][j][3] = 1 + step(frame);
		}
	glMap2f(GL_MAP2_VERTEX_4, 0, 1, 8, 3, 0, 1, 4, 2, patch[0][0]);
	glEnable(GL_MAP2_VERTEX_4);
	glMapGrid2d(4, 0, 1, 3, 0, 1);
	glColor3f(0, step(frame), 1);
	glEvalMesh2(GL_LINE, 0, 4, 0, 3);
	glBegin(GL_POINTS);
	glEvalPoint1(3);
	glEvalCoord1f(0.3f);
	glEvalCoord2fv((const float[]){0.5f, 0.5f});
	glEnd();
}

static void with_coordinates(int frame)
{
	const float plane[] = {1, 0.5f, step(frame), 0.25f};
	const uint32_t checks[] = {0xff0000ff, 0xff00ff00, 0xffff0000,
				   0xff00ffff};

	glBindTexture(GL_TEXTURE_2D, texture);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA,
		     GL_UNSIGNED_BYTE, checks);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
	glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
	glTexGenfv(GL_S, GL_OBJECT_PLANE, plane);
	glTexGeni(GL_T, GL_TEXTURE_GEN_MODE, GL_EYE_LINEAR);
	glTexGendv(GL_T, GL_EYE_PLANE, (const double[]){0, 2, 0, 0.5});
	glEnable(GL_TEXTURE_GEN_S);
	glEnable(GL_TEXTURE_GEN_T);
	glEnable(GL_TEXTURE_2D);
	glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_BLEND);
	glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, plane);
	glRectf(-0.9f, -0.9f, 0.9f, 0.9f);
}

/* Stacks of attributes and matrices. */
static void of_stacks(int frame)
{
	glColor3f(1, 0, 0);
	glPushAttrib(GL_CURRENT_BIT | GL_ENABLE_BIT | GL_TRANSFORM_BIT);
	glColor3f(0, 1, step(frame));
	glEnable(GL_BLEND);
	glBlendFunc(GL_ONE, GL_ONE_MINUS_DST_COLOR);
	glMatrixMode(GL_TEXTURE);
	glPushMatrix();
	glTranslatef(1, 1, 1);
	glPopMatrix();
	glMatrixMode(GL_MODELVIEW);
	glPushMatrix();
	glRotated(frame * 10, 0, 0, 1);
	glRecti(0, 0, 1, 1);
	glPopAttrib();
	glRectd(-0.7, -0.7, 0, 0.1);
	glPopMatrix();
	glClipPlane(GL_CLIP_PLANE2,
		    (const double[]){1, 0, 0, 0.2 - 0.05 * frame});
	glEnable(GL_CLIP_PLANE2);
	glRects(-1, -1, 1, 0);
}

/* What is selected decides of what is drawn next. */
static void selected(int frame)
{
	GLuint names[64] = {0};
	int n;

	glSelectBuffer(64, names);
	glRenderMode(GL_SELECT);
	glInitNames();
	glPushName(7);
	glRectf(-0.5f, -0.5f, 0.5f, 0.5f);
	glLoadName(9);
	glRectf(5, 5, 6, 6); /* out of sight */
	glPushName((GLuint)frame);
	glTranslatef(0, 0, 0.1f * step(frame));
	glRectf(0, 0, 1, 1);
	n = glRenderMode(GL_RENDER);
	for (int i = 0; i < n && i < 3; i++) {
		glColor4ubv((const uint8_t *)(names + 4 * i));
		glRectf((float)i / 3 - 1, -1, (float)i / 3, 1);
	}
}

static void fed_back(int frame)
{
	float values[128] = {0};
	int n;

	glFeedbackBuffer(128, GL_3D_COLOR, values);
	glRenderMode(GL_FEEDBACK);
	glColor3f(step(frame), 1, 0);
	glPassThrough(3.5f);
	glBegin(GL_TRIANGLES);
	glVertex2f(-1, -1);
	glVertex2f(1, step(frame));
	glVertex2f(0, 1);
	glEnd();
	n = glRenderMode(GL_RENDER);
	for (int i = 0; i + 1 < n && i < 30; i += 2) {
		glColor3f(values[i] / 100, values[i + 1] / 100, 1);
		glRectf((float)i / 15 - 1, -1, (float)i / 15 - 0.9f, 1);
	}
}

/* The old language for shaders, by names of its own. */
static void of_programs(int frame)
{
	glEnable(GL_VERTEX_PROGRAM_ARB);
	glEnable(GL_FRAGMENT_PROGRAM_ARB);
	glBindProgramARB(GL_VERTEX_PROGRAM_ARB, old_programs[0]);
	glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, old_programs[1]);
	glProgramEnvParameter4fARB(GL_VERTEX_PROGRAM_ARB, 1, step(frame), 0, 0,
				   0);
	glProgramLocalParameter4fvARB(GL_FRAGMENT_PROGRAM_ARB, 2,
				      (const float[]){1, step(frame), 0.5f, 1});
	glRectf(-0.8f, -0.8f, 0.3f, 0.3f);
}

static void queried(int frame)
{
	GLuint n_samples = 0, is_there = 0;
	GLuint64 n_all = 0;

	glColor3f(0, 0.5f, step(frame));
	glBeginQuery(GL_SAMPLES_PASSED, queries[0]);
	glRectf(-1, -1, step(frame), 0);
	glEndQuery(GL_SAMPLES_PASSED);
	glBeginQuery(GL_PRIMITIVES_GENERATED, queries[1]);
	glRectf(-0.1f, 0, 0.1f, step(frame));
	glEndQuery(GL_PRIMITIVES_GENERATED);
	while (!is_there)
		glGetQueryObjectuiv(queries[0], GL_QUERY_RESULT_AVAILABLE,
				    &is_there);
	glGetQueryObjectuiv(queries[0], GL_QUERY_RESULT, &n_samples);
	glGetQueryObjectui64v(queries[1], GL_QUERY_RESULT, &n_all);
	glColor3ub((uint8_t)n_samples, (uint8_t)n_all, 255);
	glRectf(0.5f, 0.5f, 1, 1);
	glBeginQuery(GL_ANY_SAMPLES_PASSED, queries[2]);
	glRectf(0, 0, frame & 1 ? 0 : 0.5f, 0.5f);
	glEndQuery(GL_ANY_SAMPLES_PASSED);
	glBeginConditionalRender(queries[2], GL_QUERY_WAIT);
	glColor3f(1, 1, 1);
	glRectf(-1, 0.7f, 0, 1);
	glEndConditionalRender();
}

static void blended(int frame)
{
	glEnable(GL_BLEND);
	glBlendEquationSeparate(GL_FUNC_REVERSE_SUBTRACT, GL_MAX);
	glBlendFuncSeparate(GL_CONSTANT_COLOR, GL_ONE, GL_ONE, GL_ZERO);
	glBlendColor(step(frame), 0.5f, 0.75f, 1);
	glColor4f(1, 0.5f, 0.5f, 0.5f);
	glRectf(-1, -1, 0.5f, 0.5f);
	glDisable(GL_BLEND);
	glEnable(GL_COLOR_LOGIC_OP);
	glLogicOp(GL_XOR);
	glRectf(0, 0, 1, 1);
	glDisable(GL_COLOR_LOGIC_OP);
	glEnable(GL_ALPHA_TEST);
	glAlphaFunc(GL_GREATER, step(frame));
	glRectf(-1, 0.6f, 1, 0.8f);
	glColorMask(1, 0, frame & 1, 1);
	glRectf(0.6f, -1, 1, 0);
}

static void with_stencil(int frame)
{
	glEnable(GL_STENCIL_TEST);
	glStencilFunc(GL_ALWAYS, frame, 0xff);
	glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
	glRectf(-0.5f, -0.5f, 0.5f, 0.5f);
	glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, GL_INCR_WRAP);
	glRectf(0, 0, 1, 1);
	glStencilFuncSeparate(GL_FRONT_AND_BACK, GL_EQUAL, frame + 1, 0xff);
	glStencilMask(0x0f);
	glColor3f(1, step(frame), 0);
	glRectf(-1, -1, 1, 1);
	glEnable(GL_DEPTH_TEST);
	glDepthRange(0.2, 0.7);
	glDisable(GL_STENCIL_TEST);
	glEnable(GL_POLYGON_OFFSET_FILL);
	glPolygonOffset(1, step(frame) * 100);
	glColor3f(0, 1, 1);
	glRectf(-1, 0.5f, 0, 1);
	glDepthFunc(GL_GREATER);
	glColor3f(1, 0, 1);
	glRectf(-0.5f, 0.3f, 0.5f, 0.8f);
}

static void of_immediate(int frame)
{
	glLineWidth(2);
	glPointSize(3);
	glShadeModel(frame & 1 ? GL_FLAT : GL_SMOOTH);
	glBegin(GL_POLYGON);
	for (int i = 0; i < 5; i++) {
		glColor4usv((const uint16_t[]){(uint16_t)(i * 13000), 65535,
					       (uint16_t)(frame * 6000), 0});
		glVertex4f((float)(i * 2 % 5) - 2, (float)(i * 3 % 5) - 2, 0,
			   2);
	}
	glEnd();
	glBegin(GL_LINE_STRIP);
	for (int i = 0; i < 4; i++) {
		glSecondaryColor3f(0, 0, 1);
		glMultiTexCoord2f(GL_TEXTURE1, 1, 0);
		glFogCoordf(1);
		glColor3b((int8_t)(i * 30), 127, 0);
		glVertex2s((int16_t)(i % 2), (int16_t)(i / 2));
	}
	glEnd();
	glWindowPos2i(2 * SIDE + 3, 2 * SIDE + 4 + frame);
	glBegin(GL_POINTS);
	glVertexAttrib2f(0, -0.5f, step(frame));
	glEnd();
}

static void load(int i, GLenum target, const char *text)
{
	glBindProgramARB(target, old_programs[i]);
	glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB,
			   (GLsizei)strlen(text), text);
}

static void prepare(void)
{
	glGenProgramsARB(2, old_programs);
	glGenQueries(3, queries);
	glGenTextures(1, &texture);
	load(0, GL_VERTEX_PROGRAM_ARB,
	     "!!ARBvp1.0\n"
	     "PARAM shift = program.env[1];\n"
	     "ADD result.position, vertex.position, shift;\n"
	     "MOV result.color, vertex.position;\n"
	     "END\n");
	load(1, GL_FRAGMENT_PROGRAM_ARB,
	     "!!ARBfp1.0\n"
	     "PARAM tint = program.local[2];\n"
	     "ADD result.color, fragment.color, tint;\n"
	     "END\n");
}

int main(int argc, char **argv)
{
	static scene *const scenes[] = {
		lit,	      in_fog,	of_curves, with_coordinates,
		of_stacks,    selected, fed_back,  of_programs,
		of_immediate, queried,	blended,   with_stencil,
	};

	return draw_old(argc, argv, prepare, scenes, 12);
}
