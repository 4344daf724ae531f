/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Reads uniforms of all shapes back by every call that there is for that, into
 * memory that ends at an unmapped page. Prints what shapes.c prints, and what
 * became of what is no uniform, or hardly a value. With an argument it reads
 * one into no memory first.
 */
#include <stdbool.h>

#include "tests/gl/gl.h"

static const char text[] =
	"#version 400\n"
	"uniform float f; uniform vec2 f2; uniform vec3 f3; uniform vec4 f4;\n"
	"uniform mat2 m2; uniform mat2x3 m23; uniform mat2x4 m24;\n"
	"uniform mat3x2 m32; uniform mat3 m3; uniform mat3x4 m34;\n"
	"uniform mat4x2 m42; uniform mat4x3 m43; uniform mat4 m4;\n"
	"uniform int i; uniform ivec3 i3; uniform uint u; uniform uvec2 u2;\n"
	"uniform bool b; uniform bvec4 b4; uniform sampler2D s;\n"
	"uniform double d; uniform dvec3 d3; uniform dmat4 d4;\n"
	"uniform dmat3x4 d34; uniform vec3 a[5];\n"
	"void main() {\n"
	"	float all = f + f2.x + f3.x + f4.x + m2[0].x + m23[0].x +\n"
	"		m24[0].x + m32[0].x + m3[0].x + m34[0].x + m42[0].x +\n"
	"		m43[0].x + m4[0].x + float(i + i3.x) + float(u + u2.x) "
	"+\n"
	"		float(b) + float(b4.x) + texture(s, f2).x +\n"
	"		float(d + d3.x + d4[0].x + d34[0].x) + a[0].x + "
	"a[4].x;\n"
	"	gl_Position = vec4(all);\n"
	"}\n";

/* Its values are as many as the digits behind its name say. */
static const struct {
	const char *name;
	unsigned n;
	const char *setter; /* of the values' type */
} uniforms[] = {
	{"f", 1, "glUniform1fv"},	    {"f2", 2, "glUniform2fv"},
	{"f3", 3, "glUniform3fv"},	    {"f4", 4, "glUniform4fv"},
	{"m2", 4, "glUniformMatrix2fv"},    {"m23", 6, "glUniformMatrix2x3fv"},
	{"m24", 8, "glUniformMatrix2x4fv"}, {"m32", 6, "glUniformMatrix3x2fv"},
	{"m3", 9, "glUniformMatrix3fv"},    {"m34", 12, "glUniformMatrix3x4fv"},
	{"m42", 8, "glUniformMatrix4x2fv"}, {"m43", 12, "glUniformMatrix4x3fv"},
	{"m4", 16, "glUniformMatrix4fv"},   {"i", 1, "glUniform1iv"},
	{"i3", 3, "glUniform3iv"},	    {"u", 1, "glUniform1uiv"},
	{"u2", 2, "glUniform2uiv"},	    {"b", 1, "glUniform1iv"},
	{"b4", 4, "glUniform4iv"},	    {"s", 1, "glUniform1iv"},
	{"d", 1, "glUniform1dv"},	    {"d3", 3, "glUniform3dv"},
	{"d4", 16, "glUniformMatrix4dv"},   {"d34", 12, "glUniformMatrix3x4dv"},
	{"a", 3, "glUniform3fv"},	    {"a[3]", 3, "glUniform3fv"},
};
#define N_UNIFORMS (sizeof(uniforms) / sizeof(uniforms[0]))

typedef void get(GLuint program, GLint location, void *params);
typedef void get_bounded(GLuint program, GLint location, GLsizei space,
			 void *params);
typedef void set(GLint location, GLsizei n, const void *values);
typedef void set_matrix(GLint location, GLsizei n, GLboolean is_transposed,
			const void *values);

static GLuint linked(void)
{
	F(GLuint, glCreateShader, GLenum);
	F(void, glShaderSource, GLuint, GLsizei, const char *const *,
	  const GLint *);
	F(void, glCompileShader, GLuint);
	F(GLuint, glCreateProgram, void);
	F(void, glAttachShader, GLuint, GLuint);
	F(void, glLinkProgram, GLuint);
	F(void, glUseProgram, GLuint);
	GLuint program = glCreateProgram(), shader = glCreateShader(0x8b31);
	const char *source = text;

	glShaderSource(shader, 1, &source, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
	glLinkProgram(program);
	glUseProgram(program);
	return program;
}

static GLint at(GLuint program, const char *name)
{
	F(GLint, glGetUniformLocation, GLuint, const char *);

	return glGetUniformLocation(program, name);
}

static void set_values(GLint location, const char *setter)
{
	float f[16];
	double d[16];
	int i[16];
	const void *values;

	for (int k = 0; k < 16; k++) {
		f[k] = (float)k + 1.5f;
		d[k] = (double)k - 2.25;
		i[k] = k % 3;
	}
	if (strstr(setter, "fv"))
		values = f;
	else
		values = strstr(setter, "dv") ? (void *)d : (void *)i;
	if (strstr(setter, "Matrix"))
		((set_matrix *)find(setter))(location, 1, 0, values);
	else
		((set *)find(setter))(location, 1, values);
}

static void read_by(const char *name, GLuint program, GLint location, void *p,
		    size_t n_bytes)
{
	memset(p, 0x55, n_bytes);
	if (strstr(name, "Getn"))
		((get_bounded *)find(name))(program, location, (GLsizei)n_bytes,
					    p);
	else
		((get *)find(name))(program, location, p);
	if (*(uint8_t *)p != 0x55) /* Mesa's glGetnUniformdv does nothing */
		say(name, "params", p, n_bytes);
}

static void read_back(GLuint program, GLint location, unsigned n)
{
	static const char *const of_4[] = {
		"glGetUniformfv",  "glGetUniformiv",  "glGetUniformuiv",
		"glGetnUniformfv", "glGetnUniformiv", "glGetnUniformuiv"};
	static const char *const of_8[] = {
		"glGetUniformdv",	"glGetnUniformdv",
		"glGetUniformi64vARB",	"glGetUniformui64vARB",
		"glGetnUniformi64vARB", "glGetnUniformui64vARB"};
	F(const char *, glGetString, GLenum);
	bool has_wide = strstr(glGetString(0x1f03), "GL_ARB_gpu_shader_int64");
	void *p = fenced(n * 4);

	for (int i = 0; i < 6; i++)
		read_by(of_4[i], program, location, p, n * 4);
	p = fenced(n * 8);
	for (int i = 0; i < (has_wide ? 6 : 2); i++)
		read_by(of_8[i], program, location, p, n * 8);
}

/* The errors since the last ones. */
static void print_errors(const char *what)
{
	F(GLenum, glGetError, void);
	GLenum first = glGetError();

	printf("%s: %x, then %x\n", what, first, glGetError());
}

/* What fails writes nothing, and is one error of the program's own. */
static void refused(GLuint program)
{
	F(void, glBegin, GLenum);
	F(void, glEnd, void);
	get *any = (get *)find("glGetUniformfvARB");
	get_bounded *bounded = (get_bounded *)find("glGetnUniformfvARB");
	uint8_t *p = fenced(64), before[64];
	GLint matrix = at(program, "m4");

	memcpy(before, p, 64);
	any(program, -1, p);
	print_errors("no location");
	any(program, 12345, p);
	print_errors("no uniform");
	any(54321, matrix, p);
	print_errors("no program");
	any(program, -1, NULL);
	print_errors("no memory either");
	bounded(program, matrix, 60, p);
	print_errors("no space");
	bounded(program, matrix, -1, p);
	print_errors("less than none");
	glBegin(4);
	any(program, matrix, p);
	glEnd();
	print_errors("begun");
	printf("memory is as it was: %d\n", !memcmp(p, before, 64));
}

/* Bits that are hardly a value, last and alone. */
static void odd(GLuint program)
{
	static const uint32_t bits[] = {
		0x7fa00001, 0x7f800001, 0xffffffff, 0x7fc00000, 0x7f800000,
		0x72000000, 0x7effffff, 0x7a5a5a5a, 0,		0x80000000};
	const unsigned n_bits = sizeof(bits) / sizeof(bits[0]);
	get *get_float = (get *)find("glGetUniformfvARB");
	get *get_int = (get *)find("glGetUniformivARB");
	GLint one = at(program, "f"), three = at(program, "f3");
	GLint whole = at(program, "i");
	unsigned n_right = 0;

	for (unsigned i = 0; i < n_bits; i++) {
		const uint32_t last[3] = {0, bits[i], bits[i]};
		uint32_t *p = fenced(4);

		((set *)find("glUniform1fv"))(one, 1, &bits[i]);
		get_float(program, one, p);
		n_right += !memcmp(p, &bits[i], 4);
		((set *)find("glUniform1iv"))(whole, 1, &bits[i]);
		get_int(program, whole, p);
		n_right += !memcmp(p, &bits[i], 4);
		((set *)find("glUniform3fv"))(three, 1, last);
		p = fenced(12);
		get_float(program, three, p);
		n_right += !memcmp(p, last, 12);
	}
	printf("odd values that are right: %u of %u\n", n_right, 3 * n_bits);
}

int main(int argc, char **argv)
{
	GLuint program;

	if (!start(0)) {
		printf("no context\n");
		return 77;
	}
	program = linked();
	if (argc > 2 && !strcmp(argv[2], "nowhere"))
		((get *)find("glGetUniformfv"))(program, at(program, "f"),
						NULL);
	for (unsigned i = 0; i < N_UNIFORMS; i++) {
		GLint location = at(program, uniforms[i].name);

		set_values(location, uniforms[i].setter);
		read_back(program, location, uniforms[i].n);
	}
	refused(program);
	odd(program);
	printf("error %x\n", ((GLenum(*)(void))find("glGetError"))());
	return 0;
}
