/* SPDX-License-Identifier: MIT */
/*
 * A registry's XML, as expat reads it, into the model. Elements that are not
 * of interest are passed over with all that is in them.
 */
#include "gen/registry/registry.h"

#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
	struct reg_registry *registry;
	XML_Parser parser;
	const char *file, *family;
	const char *group; /* that is being read, or NULL */
	unsigned depth;
	bool in_type, in_commands, in_feature, is_bits;
	struct reg_command *command;
	struct reg_param *param; /* or proto, that is being read */
	bool in_name;
	struct fxg_buffer text; /* of a type */
	struct fxg_buffer before, after, name;
	bool is_behind; /* the name */
};

static const char *find_attribute(const char **attributes, const char *name)
{
	for (; *attributes; attributes += 2)
		if (!strcmp(attributes[0], name))
			return attributes[1];
	return NULL;
}

static const char *copy_of(struct reader *r, const char *text)
{
	return text ? fxg_copy(r->registry->arena, text, strlen(text)) : NULL;
}

static struct fxg_buffer empty_buffer(struct reader *r)
{
	struct fxg_buffer buffer = {.arena = r->registry->arena};

	fxg_put(&buffer, "%s", "");
	return buffer;
}

/* The same constant may mean something else in another API: the first counts.
 */
static void add_constant(struct reader *r, const char **attributes)
{
	struct reg_constant *c = fxg_alloc(r->registry->arena, sizeof(*c));

	c->name = copy_of(r, find_attribute(attributes, "name"));
	c->value = copy_of(r, find_attribute(attributes, "value"));
	c->groups = copy_of(r, find_attribute(attributes, "group"));
	c->is_bit = r->is_bits;
	if (c->name && c->value)
		reg_add(r->registry->arena, &r->registry->constants, c);
}

static void add_member(struct reader *r, const char *constant)
{
	struct reg_member *member =
		fxg_alloc(r->registry->arena, sizeof(*member));

	member->constant = copy_of(r, constant);
	member->group = r->group;
	if (constant)
		reg_add(r->registry->arena, &r->registry->members, member);
}

static void begin_declaration(struct reader *r, struct reg_param *param,
			      const char **attributes)
{
	r->param = param;
	param->group = copy_of(r, find_attribute(attributes, "group"));
	param->class = copy_of(r, find_attribute(attributes, "class"));
	param->len = copy_of(r, find_attribute(attributes, "len"));
	r->before = empty_buffer(r);
	r->after = empty_buffer(r);
	r->name = empty_buffer(r);
	r->is_behind = false;
}

static void begin_in_command(struct reader *r, const char *element,
			     const char **attributes)
{
	struct reg_command *c = r->command;

	if (!strcmp(element, "proto")) {
		begin_declaration(r, &c->ret, attributes);
	} else if (!strcmp(element, "param")) {
		c->params = fxg_grow(r->registry->arena, c->params, c->n_params,
				     sizeof(*c->params));
		begin_declaration(r, &c->params[c->n_params++], attributes);
	} else if (!strcmp(element, "name")) {
		r->in_name = true;
	}
}

static void begin_command(struct reader *r)
{
	r->command = fxg_alloc(r->registry->arena, sizeof(*r->command));
	r->command->family = copy_of(r, r->family);
}

static void begin_enum(struct reader *r, const char **attributes)
{
	if (r->group)
		add_member(r, find_attribute(attributes, "name"));
	else if (find_attribute(attributes, "value"))
		add_constant(r, attributes);
}

/* "GL_NV_fence": NV */
static void add_vendor(struct reader *r, const char *extension)
{
	const char *from = extension ? strchr(extension, '_') : NULL;
	const char *to = from ? strchr(from + 1, '_') : NULL;

	if (to)
		reg_add(r->registry->arena, &r->registry->vendors,
			fxg_copy(r->registry->arena, from,
				 (size_t)(to - from)));
}

static void XMLCALL begin_element(void *data, const char *element,
				  const char **attributes)
{
	struct reader *r = data;

	if (r->command) {
		begin_in_command(r, element, attributes);
	} else if (r->in_feature && !strcmp(element, "command")) {
		reg_add(r->registry->arena, &r->registry->core,
			(void *)copy_of(r, find_attribute(attributes, "name")));
	} else if (r->in_commands && !strcmp(element, "command")) {
		begin_command(r);
	} else if (!strcmp(element, "commands")) {
		r->in_commands = true;
	} else if (!strcmp(element, "feature")) {
		r->in_feature = true;
	} else if (!strcmp(element, "extension")) {
		add_vendor(r, find_attribute(attributes, "name"));
	} else if (!strcmp(element, "enums")) {
		const char *type = find_attribute(attributes, "type");

		r->is_bits = type && !strcmp(type, "bitmask");
	} else if (!strcmp(element, "group")) {
		r->group = copy_of(r, find_attribute(attributes, "name"));
	} else if (!strcmp(element, "enum")) {
		begin_enum(r, attributes);
	} else if (!strcmp(element, "type") && !r->in_feature) {
		r->in_type = true;
		r->text = empty_buffer(r);
	}
}

static void end_declaration(struct reader *r)
{
	struct reg_param *p = r->param;
	const char *at;

	p->name = r->name.bytes;
	p->before = r->before.bytes;
	p->after = r->after.bytes;
	p->is_const = !strncmp(p->before, "const ", 6);
	for (at = p->before; *at; at++)
		p->n_stars += *at == '*';
	at = p->before + (p->is_const ? 6 : 0);
	p->base = fxg_copy(r->registry->arena, at, strcspn(at, "*"));
	for (at = p->base + strlen(p->base); at > p->base && at[-1] == ' ';)
		*(char *)--at = '\0';
	r->param = NULL;
}

/* Headers of the system's, and types that those define, are left out. */
static void end_type(struct reader *r)
{
	const char *text = r->text.bytes + strspn(r->text.bytes, " \n\t");

	r->in_type = false;
	if (*text && strncmp(text, "#include", 8))
		reg_add(r->registry->arena, &r->registry->types, (void *)text);
}

static void XMLCALL end_element(void *data, const char *element)
{
	struct reader *r = data;

	if (!strcmp(element, "proto") || !strcmp(element, "param")) {
		if (r->param)
			end_declaration(r);
	} else if (!strcmp(element, "name")) {
		r->is_behind |= r->in_name;
		r->in_name = false;
	} else if (!strcmp(element, "command") && r->command) {
		r->command->name = r->command->ret.name;
		reg_add(r->registry->arena, &r->registry->commands, r->command);
		r->command = NULL;
	} else if (!strcmp(element, "commands")) {
		r->in_commands = false;
	} else if (!strcmp(element, "feature")) {
		r->in_feature = false;
	} else if (!strcmp(element, "group")) {
		r->group = NULL;
	} else if (!strcmp(element, "type") && r->in_type) {
		end_type(r);
	}
}

static void XMLCALL element_text(void *data, const char *bytes, int n)
{
	struct reader *r = data;
	struct fxg_buffer *to = NULL;

	if (r->param && r->in_name)
		to = &r->name;
	else if (r->param)
		to = r->is_behind ? &r->after : &r->before;
	else if (r->in_type)
		to = &r->text;
	if (to)
		fxg_put(to, "%.*s", n, bytes);
}

/* Where the parser is. */
static unsigned long line_of(XML_Parser parser)
{
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
	return (unsigned long)XML_GetCurrentLineNumber64(parser);
#else
	return (unsigned long)XML_GetCurrentLineNumber(parser);
#endif
}

void reg_read_xml(struct reg_registry *registry, const char *file,
		  const char *family)
{
	struct reader r = {
		.registry = registry, .file = file, .family = family};
	size_t n;
	const char *bytes = reg_read_file(registry->arena, file, &n);

	r.parser = XML_ParserCreate(NULL);
	if (!r.parser)
		reg_die(file, "no memory for its parser");
	XML_SetUserData(r.parser, &r);
	XML_SetElementHandler(r.parser, begin_element, end_element);
	XML_SetCharacterDataHandler(r.parser, element_text);
	if (XML_Parse(r.parser, bytes, (int)n, 1) != XML_STATUS_OK)
		reg_die(file, "line %lu: %s", line_of(r.parser),
			XML_ErrorString(XML_GetErrorCode(r.parser)));
	XML_ParserFree(r.parser);
}
