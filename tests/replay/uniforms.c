/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * A uniform of each type: plain, in a block, by rows in a block, and the second
 * of two in a block. All hold 1, 2, 3 and so on, or 1, 0, 1 if they are bools.
 * Those in blocks are at the places that the driver names. See
 * ../replay_state.t.
 *	uniforms [glx|egl]
 */
#include "tests/replay/draw.h"

static const struct {
	const char *name, *set; /* of GLSL, and behind glUniform */
	char kind;		/* as values are stored: f, d, i, u; b: of i */
	int columns, rows;
} types[] = {
	{"float", "1fv", 'f', 1, 1},
	{"vec2", "2fv", 'f', 1, 2},
	{"vec3", "3fv", 'f', 1, 3},
	{"vec4", "4fv", 'f', 1, 4},
	{"mat2", "Matrix2fv", 'f', 2, 2},
	{"mat3", "Matrix3fv", 'f', 3, 3},
	{"mat4", "Matrix4fv", 'f', 4, 4},
	{"mat2x3", "Matrix2x3fv", 'f', 2, 3},
	{"mat2x4", "Matrix2x4fv", 'f', 2, 4},
	{"mat3x2", "Matrix3x2fv", 'f', 3, 2},
	{"mat3x4", "Matrix3x4fv", 'f', 3, 4},
	{"mat4x2", "Matrix4x2fv", 'f', 4, 2},
	{"mat4x3", "Matrix4x3fv", 'f', 4, 3},
	{"double", "1dv", 'd', 1, 1},
	{"dvec2", "2dv", 'd', 1, 2},
	{"dvec3", "3dv", 'd', 1, 3},
	{"dvec4", "4dv", 'd', 1, 4},
	{"dmat2", "Matrix2dv", 'd', 2, 2},
	{"dmat3", "Matrix3dv", 'd', 3, 3},
	{"dmat4", "Matrix4dv", 'd', 4, 4},
	{"dmat2x3", "Matrix2x3dv", 'd', 2, 3},
	{"dmat2x4", "Matrix2x4dv", 'd', 2, 4},
	{"dmat3x2", "Matrix3x2dv", 'd', 3, 2},
	{"dmat3x4", "Matrix3x4dv", 'd', 3, 4},
	{"dmat4x2", "Matrix4x2dv", 'd', 4, 2},
	{"dmat4x3", "Matrix4x3dv", 'd', 4, 3},
	{"int", "1iv", 'i', 1, 1},
	{"ivec2", "2iv", 'i', 1, 2},
	{"ivec3", "3iv", 'i', 1, 3},
	{"ivec4", "4iv", 'i', 1, 4},
	{"bool", "1iv", 'b', 1, 1},
	{"bvec2", "2iv", 'b', 1, 2},
	{"bvec3", "3iv", 'b', 1, 3},
	{"bvec4", "4iv", 'b', 1, 4},
	{"uint", "1uiv", 'u', 1, 1},
	{"uvec2", "2uiv", 'u', 1, 2},
	{"uvec3", "3uiv", 'u', 1, 3},
	{"uvec4", "4uiv", 'u', 1, 4},
};
enum { N_TYPES = sizeof(types) / sizeof(types[0]) };

static const char vertex[] =
	"#version 430 compatibility\n"
	"void main() { gl_Position = vec4(gl_VertexID & 1, gl_VertexID >> 1,\n"
	"0, 1) * 4.0 - 1.0; }\n";

static GLuint program, buffer;
static uint8_t block[16384];

static void put_text(char *text, const char *format, int i)
{
	const char *one = types[i].columns > 1 ? "[0].x"
			  : types[i].rows > 1  ? ".x"
					       : "";
	size_t n = strlen(text);

	/* the last one is what follows a name to be a single number */
	snprintf(text + n, 32768 - n, format, types[i].name, i, one);
}

static const char *fragment(void)
{
	static char text[32768];

	strcpy(text, "#version 430 compatibility\n");
	for (int i = 0; i < N_TYPES; i++)
		put_text(text, "uniform %s plain_%d;\n", i);
	strcat(text, "layout(std140) uniform Block {\n");
	for (int i = 0; i < N_TYPES; i++) {
		put_text(text, "%s block_%d;\n", i);
		if (types[i].columns > 1)
			put_text(text, "layout(row_major) %s row_%d;\n", i);
		put_text(text, "%s pair_%d[2];\n", i);
	}
	strcat(text, "};\nvoid main() { float sum = 0;\n");
	for (int i = 0; i < N_TYPES; i++) {
		put_text(text, "/* %s */ sum += float(plain_%d%s);\n", i);
		put_text(text, "/* %s */ sum += float(block_%d%s);\n", i);
		if (types[i].columns > 1)
			put_text(text, "/* %s */ sum += float(row_%d%s);\n", i);
		put_text(text, "/* %s */ sum += float(pair_%d[1]%s);\n", i);
	}
	/* drivers know that whole numbers do not change fract(sum) */
	strcat(text, "gl_FragColor = vec4(fract(sum * 0.37)); }\n");
	return text;
}

static int value_of(int i, int element)
{
	return types[i].kind == 'b' ? !(element & 1) : element + 1;
}

static void put_value(void *at, int i, int element)
{
	int32_t number = value_of(i, element);
	float f = (float)number;
	double d = number;

	if (types[i].kind == 'd')
		memcpy(at, &d, 8);
	else
		memcpy(at, types[i].kind == 'f' ? (void *)&f : &number, 4);
}

static int element_bytes(int i)
{
	return types[i].kind == 'd' ? 8 : 4;
}

static void set_plain(int i)
{
	int n = types[i].columns * types[i].rows;
	char name[32], set[32];
	uint8_t values[16 * 8];
	GLint location;
	void *f;

	for (int k = 0; k < n; k++)
		put_value(values + k * element_bytes(i), i, k);
	snprintf(name, sizeof(name), "plain_%d", i);
	snprintf(set, sizeof(set), "glUniform%s", types[i].set);
	location = glGetUniformLocation(program, name);
	f = function(set);
	if (types[i].columns > 1)
		((void (*)(GLint, GLsizei, GLboolean, void *))f)(location, 1, 0,
								 values);
	else
		((void (*)(GLint, GLsizei, void *))f)(location, 1, values);
}

static GLint asked(GLuint index, GLenum what)
{
	GLint value = 0;

	glGetActiveUniformsiv(program, 1, &index, what, &value);
	return value;
}

static void put_in_block(const char *format, int i, int nth)
{
	char text[32];
	const char *name = text;
	GLuint index = GL_INVALID_INDEX;
	int size = element_bytes(i), line, is_by_row, offset;

	snprintf(text, sizeof(text), format, i);
	glGetUniformIndices(program, 1, &name, &index);
	if (index == GL_INVALID_INDEX)
		return;
	line = asked(index, GL_UNIFORM_MATRIX_STRIDE);
	is_by_row = asked(index, GL_UNIFORM_IS_ROW_MAJOR);
	offset = asked(index, GL_UNIFORM_OFFSET) +
		 nth * asked(index, GL_UNIFORM_ARRAY_STRIDE);
	for (int column = 0; column < types[i].columns; column++)
		for (int row = 0; row < types[i].rows; row++)
			put_value(
				block + offset +
					(is_by_row
						 ? row * line + column * size
						 : column * line + row * size),
				i, column * types[i].rows + row);
}

static void of_all_types(int frame)
{
	(void)frame;
	glUseProgram(program);
	for (int i = 0; i < N_TYPES; i++) {
		set_plain(i);
		put_in_block("block_%d", i, 0);
		put_in_block("row_%d", i, 0);
		put_in_block("pair_%d[0]", i, 1);
	}
	glBindBufferBase(GL_UNIFORM_BUFFER, 3, buffer);
	glBufferData(GL_UNIFORM_BUFFER, sizeof(block), block, GL_STREAM_DRAW);
	glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Block"),
			      3);
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void prepare(void)
{
	program = new_program(vertex, fragment());
	glGenBuffers(1, &buffer);
}

int main(int argc, char **argv)
{
	static scene *const scenes[] = {of_all_types};

	return draw_old(argc, argv, prepare, scenes, 1);
}
