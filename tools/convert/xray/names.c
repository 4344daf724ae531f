/* SPDX-License-Identifier: MIT */
/*
 * Functions' names, see names.h, and the reader of YAML, where each line is one
 * object:
 *
 * 	- { id: 1, address: 0x2090, ..., function-name: 'f(int)', version: 2 }
 */
#include "tools/convert/xray/names.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BYTES (64u << 10)
#define MAX_NAME_BYTES (4u << 10)

struct xray_names {
	struct fxr_arena arena;
	struct fxr_map map;
	struct fxr_text *texts;
	size_t n, space;
	/* of the C++ library, if it is loaded */
	char *(*demangle)(const char *name, char *to, size_t *n_bytes,
			  int *status);
};

void xray_names_put(struct xray_names *names, uint32_t id, const char *name)
{
	char *plain = NULL;
	int status = 0;

	if (!*name || fxr_map_find(&names->map, id, 0, 0) != FXR_NONE)
		return;
	if (names->demangle && strncmp(name, "_Z", 2) == 0)
		plain = names->demangle(name, NULL, NULL, &status);
	if (plain)
		name = plain;
	names->texts = fxr_grow(names->texts, &names->space, names->n + 1,
				sizeof(*names->texts));
	names->texts[names->n] = fxr_arena_text(
		&names->arena, fxr_text(name, strnlen(name, MAX_NAME_BYTES)));
	fxr_map_put(&names->map, id, 0, 0, (uint32_t)names->n++);
	free(plain);
}

struct fxr_text xray_names_find(const struct xray_names *names, uint32_t id,
				char *space)
{
	uint32_t index = fxr_map_find(&names->map, id, 0, 0);

	if (index != FXR_NONE)
		return names->texts[index];
	return fxr_text(space,
			(size_t)snprintf(space, XRAY_NAME_BYTES, "#%u", id));
}

/* The value of a key, up to its terminator; in place. NULL: no such key. */
static char *find_value(char *line, const char *key)
{
	char *at = strstr(line, key), *to, *value;
	char quote;

	if (!at)
		return NULL;
	at += strlen(key);
	quote = *at == '\'' || *at == '"' ? *at++ : '\0';
	value = to = at;
	while (*at && (quote ? *at != quote || at[1] == quote
			     : !strchr(",}\n", *at))) {
		if (quote && (*at == quote || (quote == '"' && *at == '\\')) &&
		    at[1])
			at++;
		*to++ = *at++;
	}
	while (!quote && to > value && to[-1] == ' ')
		to--;
	*to = '\0';
	return value;
}

/* False: no line of it names a function. */
static bool read_yaml(struct xray_names *names, FILE *in)
{
	char *line = fxr_new(1, LINE_BYTES), *id, *name;
	bool has_any = false;

	while (fgets(line, LINE_BYTES, in)) {
		/* the last key first: the end of its value is set to NUL */
		name = find_value(line, " function-name: ");
		id = find_value(line, "{ id: ");
		has_any = has_any || id;
		if (name && id)
			xray_names_put(names, (uint32_t)strtoul(id, NULL, 0),
				       name);
	}
	free(line);
	return has_any;
}

static bool read_names(struct xray_names *names, FILE *in, const char **what)
{
	int c = getc(in);

	if (c == '-') {
		*what = "expected a map of functions, as llvm-xray extract "
			"makes it";
		ungetc(c, in);
		return read_yaml(names, in);
	}
	return xray_elf_read(names, fileno(in), what);
}

struct xray_names *xray_names_open(const char *path, char *error,
				   size_t error_bytes)
{
	struct xray_names *names = fxr_new(1, sizeof(*names));
	const char *what = NULL;
	void *library;
	FILE *in;

	if (!path)
		return names;
	library = dlopen("libstdc++.so.6", RTLD_LAZY);
	if (library)
		*(void **)&names->demangle = dlsym(library, "__cxa_demangle");
	in = fopen(path, "re");
	if (in && read_names(names, in, &what)) {
		fclose(in);
		return names;
	}
	snprintf(error, error_bytes, "%s: %s", path,
		 in ? what : strerror(errno));
	if (in)
		fclose(in);
	xray_names_close(names);
	return NULL;
}

void xray_names_close(struct xray_names *names)
{
	fxr_arena_fini(&names->arena);
	fxr_map_fini(&names->map);
	free(names->texts);
	free(names);
}
