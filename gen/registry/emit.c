/* SPDX-License-Identifier: MIT */
/*
 * gl.api, the description of all commands, and gl_registry.h, the C types and
 * constants in it. So no header of the system is needed.
 */
#include "gen/registry/registry.h"

#include <stdlib.h>
#include <string.h>

/* In the order of their numbers, so that tables are read in order. */
static int by_number(const void *a, const void *b)
{
	const struct reg_constant *const *x = a, *const *y = b;

	if ((*x)->number != (*y)->number)
		return (*x)->number < (*y)->number ? -1 : 1;
	return strcmp((*x)->name, (*y)->name);
}

static void put_names(struct fxg_buffer *out, const struct reg_list *constants)
{
	size_t i;

	for (i = 0; i < constants->n; i++) {
		const struct reg_constant *c = constants->items[i];

		fxg_put(out, "%s%s", i % 3 ? " " : "\n\t", c->name);
	}
	fxg_put(out, "\n");
}

static bool is_preferred(const struct reg_registry *registry, const char *name)
{
	size_t i;

	for (i = 0; i < registry->preferred.n; i++)
		if (!strcmp(registry->preferred.items[i], name))
			return true;
	return false;
}

static bool goes_before(const struct reg_registry *registry,
			const struct reg_constant *a,
			const struct reg_constant *b)
{
	bool x = is_preferred(registry, a->name);
	bool y = is_preferred(registry, b->name);

	if (x != y)
		return x;
	if (a->has_vendor != b->has_vendor)
		return b->has_vendor;
	return strlen(a->name) < strlen(b->name);
}

/* Of every value one name: of the constants of a family, but for bits. */
static struct reg_list all_of(const struct reg_registry *registry,
			      const char *prefix)
{
	struct reg_list all = {0};
	size_t i, kept = 0;

	for (i = 0; i < registry->constants.n; i++) {
		struct reg_constant *c = registry->constants.items[i];

		if (!c->is_bit && !strncmp(c->name, prefix, strlen(prefix)) &&
		    c->number <= UINT32_MAX)
			reg_add(registry->arena, &all, c);
	}
	if (all.n)
		qsort(all.items, all.n, sizeof(void *), by_number);
	for (i = 0; i < all.n; i++) {
		struct reg_constant *c = all.items[i];
		struct reg_constant *last = kept ? all.items[kept - 1] : NULL;

		if (!last || last->number != c->number)
			all.items[kept++] = c;
		else if (goes_before(registry, c, last))
			all.items[kept - 1] = c;
	}
	all.n = kept;
	return all;
}

static void put_all(const struct reg_registry *registry, const char *prefix,
		    const char *name, const char *c_type,
		    struct fxg_buffer *out)
{
	struct reg_list all = all_of(registry, prefix);

	if (!all.n)
		return;
	fxg_put(out, "type enum %s %s", name, c_type);
	put_names(out, &all);
}

static void put_group(struct reg_group *group, struct fxg_buffer *out)
{
	qsort(group->constants.items, group->constants.n, sizeof(void *),
	      by_number);
	if (group->is_flags)
		fxg_put(out, "type flags %s GLbitfield", group->name);
	else
		fxg_put(out, "type enum %s GLenum\n\tor gl_constant",
			group->name);
	put_names(out, &group->constants);
	if (!group->is_used_plain)
		return;
	fxg_put(out, "type enum %s_number GLint", group->name);
	put_names(out, &group->constants);
}

static const char *c_declaration(struct fxg_arena *arena,
				 const struct reg_param *p)
{
	size_t n = strlen(p->before);
	const char *space = n && strchr("* ", p->before[n - 1]) ? "" : " ";

	return fxg_format(arena, "%s%s%s%s", p->before, space, p->name,
			  p->after);
}

static void put_note(const char *name, const char *note, struct fxg_buffer *out)
{
	if (note && *note)
		fxg_put(out, "\t%s: %s\n", name, note);
}

static const char *group_name(const struct reg_registry *registry,
			      const struct reg_command *c)
{
	return fxg_format(registry->arena, "%s-%s", c->family,
			  c->is_core ? "core" : "ext");
}

static void put_words(const struct reg_registry *registry,
		      const struct reg_command *c, struct fxg_buffer *out)
{
	bool is_tracked = false, is_custom = false;
	size_t i;

	for (i = 0; i < c->words.n; i++) {
		const char *word = c->words.items[i];

		fxg_put(out, "\t%s\n", word);
		is_tracked |= !strncmp(word, "track ", 6) ||
			      !strncmp(word, "alongside ", 10) ||
			      !strncmp(word, "before ", 7);
		is_custom |= strstr(word, "custom") != NULL;
	}
	fxg_put(out, "\tcategory %s group %s\n", c->family,
		group_name(registry, c));
	if (is_tracked || is_custom)
		return;
	if (reg_is_leaf(c))
		fxg_put(out, "\tleaf\n");
	if (c->is_hot)
		fxg_put(out, "\tcompact off\n");
}

static void put_command(const struct reg_registry *registry,
			const struct reg_command *c, struct fxg_buffer *out)
{
	size_t i;

	fxg_put(out, "%s(", c_declaration(registry->arena, &c->ret));
	for (i = 0; i < c->n_params; i++)
		fxg_put(out, "%s%s", i ? ", " : "",
			c_declaration(registry->arena, &c->params[i]));
	fxg_put(out, "%s)\n", c->n_params ? "" : "void");
	for (i = 0; i < c->n_params; i++)
		put_note(c->params[i].name,
			 c->notes[i] ? c->notes[i]
				     : reg_note(registry, c, &c->params[i]),
			 out);
	put_note("ret",
		 c->notes[i] ? c->notes[i] : reg_note(registry, c, &c->ret),
		 out);
	put_words(registry, c, out);
}

void reg_emit_api(const struct reg_registry *registry, struct fxg_buffer *out)
{
	struct fxg_buffer commands = {.arena = registry->arena};
	size_t i;

	/* first: they say which groups are used how */
	for (i = 0; i < registry->commands.n; i++)
		put_command(registry, registry->commands.items[i], &commands);
	fxg_put(out, "# Written by fxregistry from Khronos' registries and the "
		     "overlays.\n"
		     "api gl\nsoname libGL.so.1\ninclude \"gl_registry.h\"\n"
		     "error none\ncompact on\n");
	put_all(registry, "GL_", "gl_constant", "GLenum", out);
	put_all(registry, "GLX_", "glx_constant", "int", out);
	put_all(registry, "EGL_", "egl_constant", "EGLenum", out);
	for (i = 0; i < registry->groups.n; i++) {
		struct reg_group *group = registry->groups.items[i];

		if (group->is_flags || group->is_used || group->is_used_plain)
			put_group(group, out);
	}
	fxg_put(out, "%s", commands.bytes ? commands.bytes : "");
}

void reg_emit_header(const struct reg_registry *registry,
		     struct fxg_buffer *out)
{
	size_t i;

	fxg_put(out, "/* Written by fxregistry from Khronos' registries. */\n"
		     "#ifndef GL_REGISTRY_H\n#define GL_REGISTRY_H\n\n"
		     "#include \"gen/api/gl/platform.h\"\n\n"
		     "#define EGL_CAST(type, value) ((type)(value))\n");
	for (i = 0; i < registry->types.n; i++)
		fxg_put(out, "%s\n", (const char *)registry->types.items[i]);
	for (i = 0; i < registry->constants.n; i++) {
		const struct reg_constant *c = registry->constants.items[i];

		fxg_put(out, "#define %s %s\n", c->name, c->value);
	}
	fxg_put(out, "\n#endif\n");
}
