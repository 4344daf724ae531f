/* SPDX-License-Identifier: MIT */
/*
 * Overlay files: what the registry lacks or has wrong, in the words of the
 * description language (API.md). A line in column 1 names functions, by name or
 * by glob. The indented ones below it annotate them. "NAME: ..." is for a
 * parameter or ret, in place of what the registry says of it. Other words are
 * for the function.
 *	glTexImage2D glTexSubImage2D
 *		pixels: in bytes count unpack2d(format, type, width, height)
 *		track texture
 * Other lines in column 1 are statements. "busy GLOB..." names functions that
 * may take long or call back though they look simple. "hot GLOB..." names those
 * that programs call all the time. "prefer NAME..." names constants that go
 * before others of the same value. "rename OLD NEW GLOB..." names a parameter
 * as later registries do, for what comes behind. What it says about functions
 * and parameters that this registry does not have is left out, and listed.
 */
#include "gen/registry/registry.h"

#include <fnmatch.h>
#include <string.h>

struct overlay {
	struct reg_registry *registry;
	const char *file;
	unsigned line;
	struct reg_list commands; /* that the indented lines are about */
	bool is_absent;		  /* the registry has none of the commands */
};

static _Noreturn void reject_line(const struct overlay *o, const char *what,
				  const char *text)
{
	reg_die(o->file, "line %u: %s %.80s", o->line, what, text);
}

static void add_absent(struct overlay *o, const char *what, const char *name)
{
	fxg_put(&o->registry->absent, "%s %s (%s:%u)\n", what, name, o->file,
		o->line);
}

static void add_matches(struct overlay *o, struct reg_list *list,
			const char *glob)
{
	struct reg_registry *registry = o->registry;
	size_t n = list->n, i;

	for (i = 0; i < registry->commands.n; i++) {
		struct reg_command *c = registry->commands.items[i];

		if (!fnmatch(glob, c->name, 0))
			reg_add(registry->arena, list, c);
	}
	if (list->n == n)
		add_absent(o, "function", glob);
}

static char *next_word(char **at)
{
	char *word = *at + strspn(*at, " \t");
	size_t n = strcspn(word, " \t");

	*at = word + n;
	if (**at)
		*(*at)++ = '\0';
	return n ? word : NULL;
}

static void take_names(struct overlay *o, struct reg_list *list, char *line)
{
	char *word;

	while ((word = next_word(&line)))
		reg_add(o->registry->arena, list, word);
}

/* Whether the command has the parameter, by its new name then. */
static bool rename_param(struct reg_command *c, const char *old,
			 const char *name)
{
	size_t i;

	for (i = 0; i < c->n_params; i++) {
		struct reg_param *p = &c->params[i];

		if (!strcmp(p->name, old)) {
			p->former = old;
			p->name = name;
		}
		if (!strcmp(p->name, name))
			return true;
	}
	return false;
}

static void rename_params(struct overlay *o, char *line)
{
	struct reg_list list = {0};
	char *old = next_word(&line), *name = next_word(&line), *word;
	bool is_found = false;
	size_t i;

	while ((word = next_word(&line)))
		add_matches(o, &list, word);
	if (!name)
		reject_line(o, "no new name is said of", old ? old : "rename");
	for (i = 0; i < list.n; i++)
		is_found |= rename_param(list.items[i], old, name);
	if (list.n && !is_found)
		add_absent(o, "parameter", name);
}

static void read_statement(struct overlay *o, char *line)
{
	struct reg_list list = {0};
	char *first = next_word(&line), *word;
	bool is_busy = !strcmp(first, "busy"), is_hot = !strcmp(first, "hot");
	size_t i;

	o->commands.n = 0;
	o->is_absent = false;
	if (!strcmp(first, "prefer")) {
		take_names(o, &o->registry->preferred, line);
		return;
	}
	if (!strcmp(first, "rename")) {
		rename_params(o, line);
		return;
	}
	if (!is_busy && !is_hot)
		add_matches(o, &list, first);
	while ((word = next_word(&line)))
		add_matches(o, &list, word);
	for (i = 0; i < list.n; i++) {
		struct reg_command *c = list.items[i];

		c->is_busy |= is_busy;
		c->is_hot |= is_hot;
	}
	if (is_busy || is_hot)
		return;
	o->commands = list;
	o->is_absent = !list.n;
}

/* The place of a parameter's note, NULL if the command has none such. */
static const char **note_of(struct reg_command *c, const char *name)
{
	size_t i;

	for (i = 0; i < c->n_params; i++)
		if (!strcmp(c->params[i].name, name))
			return &c->notes[i];
	return strcmp(name, "ret") ? NULL : &c->notes[i];
}

static void annotate_commands(struct overlay *o, char *line)
{
	size_t n = strcspn(line, ": \t"), n_found = 0, i;
	bool is_param = line[n] == ':';

	if (o->is_absent)
		return;
	if (!o->commands.n)
		reject_line(o, "no function comes before", line);
	if (is_param)
		line[n] = '\0';
	for (i = 0; i < o->commands.n; i++) {
		struct reg_command *c = o->commands.items[i];
		const char **note = is_param ? note_of(c, line) : NULL;

		if (!is_param)
			reg_add(o->registry->arena, &c->words, line);
		else if (note)
			*note = line + n + 1 + strspn(line + n + 1, " \t");
		n_found += !is_param || note;
	}
	if (!n_found)
		add_absent(o, "parameter", line);
}

static void read_line(struct overlay *o, char *line)
{
	char *comment = strchr(line, '#');
	size_t n;

	if (comment)
		*comment = '\0';
	for (n = strlen(line); n && strchr(" \t", line[n - 1]); n--)
		line[n - 1] = '\0';
	if (!*line)
		return;
	if (strchr(" \t", *line))
		annotate_commands(o, line + strspn(line, " \t"));
	else
		read_statement(o, line);
}

void reg_read_overlay(struct reg_registry *registry, const char *file)
{
	struct overlay o = {.registry = registry, .file = file};
	size_t n_bytes;
	char *at = reg_read_file(registry->arena, file, &n_bytes);

	while (*at) {
		size_t n = strcspn(at, "\n");
		char *next = at + n + (at[n] == '\n');

		at[n] = '\0';
		o.line++;
		read_line(&o, at);
		at = next;
	}
}
