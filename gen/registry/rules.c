/* SPDX-License-Identifier: MIT */
/*
 * What follows from the registry's words about a parameter: the meaning from
 * its group or class, the direction from const, the count from len. What needs
 * more than the registry knows is an address, unless an overlay knows it.
 */
#include "gen/registry/registry.h"

#include <ctype.h>
#include <string.h>

static bool is_one_of(const char *text, const char *const *words)
{
	for (; *words; words++)
		if (!strcmp(text, *words))
			return true;
	return false;
}

static bool is_text(const struct reg_param *p)
{
	static const char *const bases[] = {"GLchar", "GLcharARB", "char",
					    NULL};

	return is_one_of(p->base, bases);
}

/* "enum GROUP" and the like: what one value is; NULL: its C type says it. */
static const char *meaning(const struct reg_registry *registry,
			   const struct reg_param *p)
{
	static const char *const integers[] = {"GLint", "GLuint", "GLsizei",
					       NULL};
	struct reg_group *group = reg_find_group(registry, p->group);
	bool is_bits = !strcmp(p->base, "GLbitfield");
	char *class;

	if (p->class) {
		class = fxg_format(registry->arena, "handle gl_%s", p->class);
		for (char *at = class + 7; *at; at++)
			*at = *at == ' ' ? '_' : *at;
		return class;
	}
	if (is_bits)
		return group && group->is_flags
			       ? fxg_format(registry->arena, "flags %s",
					    group->name)
			       : "hex";
	if (group && !group->is_flags && !strcmp(p->base, "GLenum")) {
		group->is_used = true;
		return fxg_format(registry->arena, "enum %s hex", group->name);
	}
	if (!strcmp(p->base, "GLenum"))
		return "enum gl_constant hex";
	if (group && !group->is_flags && is_one_of(p->base, integers) &&
	    !strcmp(group->name, "InternalFormat")) {
		group->is_used_plain = true;
		return fxg_format(registry->arena, "enum %s_number",
				  group->name);
	}
	return NULL;
}

/* By the registry's name of it. */
static const struct reg_param *find_param(const struct reg_command *c,
					  const char *name, size_t n)
{
	size_t i;

	for (i = 0; i < c->n_params; i++) {
		const struct reg_param *p = &c->params[i];
		const char *said = p->former ? p->former : p->name;

		if (strlen(said) == n && !memcmp(said, name, n))
			return p;
	}
	return NULL;
}

/*
 * The registry's len as an expression; NULL: it is none. Numbers, parameters
 * and their products and quotients are: 4, count, count*16, bufSize / 4.
 */
static const char *count_of(const struct reg_registry *registry,
			    const struct reg_command *c, const char *len)
{
	struct fxg_buffer out = {.arena = registry->arena};

	while (*len) {
		size_t n = 0;

		while (isalnum((unsigned char)len[n]) || len[n] == '_')
			n++;
		if (n && isdigit((unsigned char)*len)) {
			fxg_put(&out, "%.*s", (int)n, len);
		} else if (n) {
			const struct reg_param *p = find_param(c, len, n);

			if (!p || p->n_stars > 1)
				return NULL;
			fxg_put(&out, "%s%s", p->n_stars ? "*" : "", p->name);
		} else if (strchr("*/ ", *len)) {
			n = 1;
			fxg_put(&out, "%s%c%s", *len == ' ' ? "" : " ", *len,
				*len == ' ' ? "" : " ");
		} else {
			return NULL;
		}
		len += n;
	}
	return out.bytes;
}

static const char *text_note(const struct reg_registry *registry,
			     const struct reg_param *p, const char *count)
{
	if (p->n_stars > 1)
		return NULL;
	if (p->is_const)
		return count ? fxg_format(registry->arena,
					  "string count strlen_or(%s, %s)",
					  count, p->name)
			     : "string";
	return count ? fxg_format(registry->arena,
				  "out string count text_in(%s, %s)", p->name,
				  count)
		     : NULL;
}

static const char *pointer_note(const struct reg_registry *registry,
				const struct reg_command *c,
				const struct reg_param *p)
{
	const char *count = p->len ? count_of(registry, c, p->len) : NULL;
	const char *what = meaning(registry, p);
	const char *way = p->is_const ? "in" : "out";

	if (is_text(p))
		return text_note(registry, p, count);
	if (p->n_stars > 1 || !count)
		return NULL; /* the address is recorded, and list says so */
	if (!strcmp(p->base, "void"))
		return fxg_format(registry->arena, "%s bytes count %s", way,
				  count);
	if (what)
		way = fxg_format(registry->arena, "%s %s", way, what);
	return strcmp(count, "1")
		       ? fxg_format(registry->arena, "%s count %s", way, count)
		       : way;
}

const char *reg_note(const struct reg_registry *registry,
		     const struct reg_command *command,
		     const struct reg_param *param)
{
	if (!param->n_stars)
		return meaning(registry, param);
	if (param != &command->ret)
		return pointer_note(registry, command, param);
	/* glGetString and its like say so by the group */
	return (param->group && !strcmp(param->group, "String")) ||
			       (param->is_const && is_text(param))
		       ? "string"
		       : NULL;
}

bool reg_is_leaf(const struct reg_command *command)
{
	size_t i;

	if (strcmp(command->family, "gl") || command->is_busy ||
	    command->n_params > 8 || command->ret.n_stars ||
	    strcmp(command->ret.base, "void"))
		return false;
	for (i = 0; i < command->n_params; i++)
		if (command->params[i].n_stars)
			return false;
	return true;
}
