/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Makes and deletes objects, one after the other; OpenGL gives out new names
 * all the time. Prints by how much the process has grown for each.
 */
#include "tests/gl/gl.h"

typedef void names_function(GLsizei, GLuint *);
typedef void bind_function(GLenum, GLuint);

static names_function *gen, *delete_names;
static bind_function *bind;
static GLenum target;

static size_t resident_bytes(void)
{
	unsigned long size = 0, resident = 0;
	FILE *file = fopen("/proc/self/statm", "r");

	if (!file || fscanf(file, "%lu %lu", &size, &resident) != 2)
		resident = 0;
	if (file)
		fclose(file);
	return resident * 4096;
}

static void make_many(unsigned n)
{
	GLuint name;

	for (unsigned i = 0; i < n; i++) {
		gen(1, &name);
		if (bind)
			bind(target, name);
		delete_names(1, &name);
	}
}

static void measure(const char *kind, GLenum of, unsigned n)
{
	char text[64];
	size_t before;

	snprintf(text, sizeof(text), "glGen%s", kind);
	gen = (names_function *)find(text);
	snprintf(text, sizeof(text), "glDelete%s", kind);
	delete_names = (names_function *)find(text);
	snprintf(text, sizeof(text), "glBind%.*s", (int)strlen(kind) - 1, kind);
	bind = of ? (bind_function *)find(text) : NULL;
	target = of;
	make_many(20000);
	before = resident_bytes();
	make_many(n);
	printf("%s %zd\n", kind, (resident_bytes() - before) / n);
}

int main(int argc, char **argv)
{
	unsigned n = argc > 1 ? (unsigned)atoi(argv[argc - 1]) : 0;

	if (!n)
		n = 20000;
	if (!start(0)) {
		printf("no context\n");
		return 77;
	}
	measure("Textures", 0x0de1, n);
	measure("Buffers", 0x8892, n);
	measure("VertexArrays", 0, n);
	measure("Queries", 0, n);
	return 0;
}
