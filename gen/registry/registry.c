/* SPDX-License-Identifier: MIT */
/*
 * fxregistry: see registry.h.
 *	fxregistry -o DIR [OVERLAY...] FAMILY=REGISTRY.xml...
 * writes DIR/gl.api and DIR/gl_registry.h. FAMILY is gl, glx or egl. What the
 * overlays say of names that no registry has is left out: DIR/absent_registry.txt.
 */
#include "gen/registry/registry.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage_text[] =
	"usage: fxregistry -o DIR [OVERLAY...] FAMILY=REGISTRY.xml...\n"
	"Writes gl.api and gl_registry.h: what Khronos' registries of the\n"
	"families gl, glx and egl say, with the overlays' corrections.\n";

_Noreturn void reg_die(const char *where, const char *format, ...)
{
	va_list ap;

	fprintf(stderr, "fxregistry: %s: ", where);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

void reg_add(struct fxg_arena *arena, struct reg_list *list, void *item)
{
	list->items = fxg_grow(arena, list->items, list->n, sizeof(void *));
	list->items[list->n++] = item;
}

char *reg_read_file(struct fxg_arena *arena, const char *name, size_t *n)
{
	FILE *f = fopen(name, "rb");
	char *text;
	long size;

	if (!f || fseek(f, 0, SEEK_END) || (size = ftell(f)) < 0 ||
	    fseek(f, 0, SEEK_SET))
		reg_die(name, "cannot open it to read: %s", strerror(errno));
	text = fxg_alloc(arena, (size_t)size + 1);
	*n = fread(text, 1, (size_t)size, f);
	if (ferror(f))
		reg_die(name, "cannot read: %s", strerror(errno));
	fclose(f);
	return text;
}

static void write_file(struct fxg_arena *arena, const char *directory,
		       const char *name, const struct fxg_buffer *text)
{
	const char *path = fxg_format(arena, "%s/%s", directory, name);
	const char *temporary =
		fxg_format(arena, "%s.%ld.tmp", path, (long)getpid());
	FILE *f = fopen(temporary, "wb");

	if (!f)
		reg_die(temporary, "cannot create it: %s", strerror(errno));
	fwrite(text->bytes, 1, text->n_bytes, f);
	if (ferror(f) | fclose(f) || rename(temporary, path)) {
		unlink(temporary);
		reg_die(path, "cannot write: %s", strerror(errno));
	}
}

static bool is_overlay(const char *argument)
{
	const char *dot = strrchr(argument, '.');

	return dot && !strcmp(dot, ".overlay");
}

/* All registries first: overlays speak of what is in them. */
static void read_all(struct reg_registry *registry, char **files, int n)
{
	int i;

	for (i = 0; i < n; i++) {
		char *equals = strchr(files[i], '=');

		if (is_overlay(files[i]))
			continue;
		if (!equals)
			reg_die(files[i], "expected FAMILY=REGISTRY.xml");
		*equals = '\0';
		reg_read_xml(registry, equals + 1, files[i]);
	}
	reg_close(registry);
	for (i = 0; i < n; i++)
		if (is_overlay(files[i]))
			reg_read_overlay(registry, files[i]);
}

/* In a file, and in one line how much it is. */
static void say_absent(struct reg_registry *registry, const char *directory)
{
	const char *at;
	size_t n = 0;

	fxg_put(&registry->absent, "%s", "");
	write_file(registry->arena, directory, "absent_registry.txt",
		   &registry->absent);
	for (at = registry->absent.bytes; *at; at++)
		n += *at == '\n';
	if (n)
		printf("fxregistry: these registries lack %zu names that are "
		       "described: %s/absent_registry.txt\n",
		       n, directory);
}

int main(int argc, char **argv)
{
	struct fxg_arena arena = {0};
	struct reg_registry registry = {.arena = &arena,
					.absent = {.arena = &arena}};
	struct fxg_buffer api = {.arena = &arena}, header = {.arena = &arena};

	if (argc == 2 && !strcmp(argv[1], "--help")) {
		fputs(usage_text, stdout);
		return 0;
	}
	if (argc < 4 || strcmp(argv[1], "-o")) {
		fputs(usage_text, stderr);
		return 2;
	}
	read_all(&registry, argv + 3, argc - 3);
	reg_emit_api(&registry, &api);
	reg_emit_header(&registry, &header);
	write_file(&arena, argv[2], "gl.api", &api);
	write_file(&arena, argv[2], "gl_registry.h", &header);
	say_absent(&registry, argv[2]);
	fxg_free(&arena);
	return 0;
}
