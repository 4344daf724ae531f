/* SPDX-License-Identifier: MIT */
/*
 * Classes of objects for registries that have none: those of 2020 and before
 * do not say which number is a texture. The names of parameters do, as newer
 * registries show (tests/gen/registry.t compares both).
 */
#include "gen/registry/registry.h"

#include <string.h>

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/* By the name of a parameter, wherever it occurs. */
static const char *class_of_name(const char *name)
{
	static const char *const rows[][2] = {
		{"array", "vertex array"},
		{"arrays", "vertex array"},
		{"vaobj", "vertex array"},
		{"buffer", "buffer"},
		{"buffers", "buffer"},
		{"readBuffer", "buffer"},
		{"writeBuffer", "buffer"},
		{"framebuffer", "framebuffer"},
		{"framebuffers", "framebuffer"},
		{"drawFramebuffer", "framebuffer"},
		{"readFramebuffer", "framebuffer"},
		{"texture", "texture"},
		{"textures", "texture"},
		{"origtexture", "texture"},
		{"pipeline", "program pipeline"},
		{"pipelines", "program pipeline"},
		{"program", "program"},
		{"programs", "program"},
		{"renderbuffer", "renderbuffer"},
		{"renderbuffers", "renderbuffer"},
		{"shader", "shader"},
		{"shaders", "shader"},
		{"sampler", "sampler"},
		{"samplers", "sampler"},
		{"xfb", "transform feedback"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!strcmp(rows[i][0], name))
			return rows[i][1];
	return NULL;
}

/* Of a name that means many things: by the function. */
static const char *class_of_id(const char *function)
{
	if (strstr(function, "TransformFeedback"))
		return "transform feedback";
	return strstr(function, "Quer") && !strstr(function, "Occlusion")
		       ? "query"
		       : NULL;
}

static const char *class_of_ret(const char *function)
{
	if (begins(function, "glCreateProgram") ||
	    begins(function, "glCreateShaderProgram"))
		return "program";
	if (!strcmp(function, "glCreateShader"))
		return "shader";
	return strcmp(function, "glGenLists") ? NULL : "display list";
}

static const char *infer(const struct reg_command *c, const struct reg_param *p)
{
	if (!strcmp(p->base, "GLsync"))
		return "sync";
	if (strcmp(p->base, "GLuint"))
		return NULL;
	if (p == &c->ret)
		return class_of_ret(c->name);
	if (!strcmp(p->name, "id") || !strcmp(p->name, "ids"))
		return class_of_id(c->name);
	if (!strcmp(p->name, "list") &&
	    (!strcmp(c->name, "glDeleteLists") || !strcmp(c->name, "glIsList")))
		return "display list";
	return class_of_name(p->name);
}

static bool has_class(const struct reg_command *c)
{
	for (size_t i = 0; i < c->n_params; i++)
		if (c->params[i].class)
			return true;
	return c->ret.class != NULL;
}

void reg_infer_classes(struct reg_registry *registry)
{
	size_t i, k;

	for (i = 0; i < registry->commands.n; i++)
		if (has_class(registry->commands.items[i]))
			return;
	for (i = 0; i < registry->commands.n; i++) {
		struct reg_command *c = registry->commands.items[i];

		if (strcmp(c->family, "gl"))
			continue;
		for (k = 0; k < c->n_params; k++)
			c->params[k].class = infer(c, &c->params[k]);
		c->ret.class = infer(c, &c->ret);
	}
}
