/* SPDX-License-Identifier: MIT */
/*
 * fxgen: descriptions of an API into the C that records it.
 *	fxgen -o DIR FILE.api...	writes table_, wrap_, tail_, map_, ids_
 *and exports_ of the API that the files name fxgen --print-model FILE.api...
 *shows what was understood Nothing is written unless every file is right.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen/emit.h"
#include "gen/parse.h"

static const char usage_text[] =
	"usage: fxgen -o DIR FILE...\n"
	"       fxgen --print-model FILE...\n"
	"Generates the tables and wrappers of the API that FILE... describe.\n";

struct options {
	const char *directory;
	bool print_model;
	char **files;
	int n_files;
};

static _Noreturn void die(const char *file, const char *what)
{
	fprintf(stderr, "fxgen: %s: %s: %s\n", file, what, strerror(errno));
	exit(1);
}

static _Noreturn void die_usage(const char *what)
{
	fprintf(stderr, "fxgen: %s\n%s", what, usage_text);
	exit(2);
}

static const char *read_file(struct fxg_arena *arena, const char *name,
			     size_t *n_bytes)
{
	FILE *f = fopen(name, "rb");
	char *text;
	long size;

	if (!f || fseek(f, 0, SEEK_END) || (size = ftell(f)) < 0 ||
	    fseek(f, 0, SEEK_SET))
		die(name, "cannot open it to read");
	text = fxg_alloc(arena, (size_t)size + 1);
	*n_bytes = fread(text, 1, (size_t)size, f);
	if (ferror(f))
		die(name, "cannot read");
	fclose(f);
	return text;
}

static _Noreturn void die_error(const struct fxg_error *error)
{
	fprintf(stderr, "%s:%u:%u: error: %s\n", error->pos.file,
		error->pos.line, error->pos.column, error->text);
	exit(1);
}

static void read_api(struct fxg_api_def *api, const struct options *options)
{
	struct fxg_error error = {0};
	int i;

	for (i = 0; i < options->n_files; i++) {
		const char *file = options->files[i];
		size_t n_bytes;
		const char *text = read_file(api->arena, file, &n_bytes);

		if (!fxg_parse_text(api, file, text, n_bytes, &error))
			die_error(&error);
	}
	if (!api->soname || !api->name) {
		error.pos.file = options->files[0];
		error.pos.line = error.pos.column = 1;
		fxg_fail(&error, error.pos, "no file says the %s",
			 api->name ? "soname" : "api");
		die_error(&error);
	}
	fxg_model_close(api, &error);
	if (error.text[0])
		die_error(&error);
}

/* FNV-1a, 64 bits */
static const char *build_id_of(const struct fxg_buffer *model)
{
	uint64_t h = 0xcbf29ce484222325ull;
	size_t i;

	for (i = 0; i < model->n_bytes; i++) {
		h ^= (unsigned char)model->bytes[i];
		h *= 0x100000001b3ull;
	}
	return fxg_format(model->arena, "%016llx", (unsigned long long)h);
}

struct output {
	const char *name, *temporary;
	struct fxg_buffer text;
};

static void write_temporary(const struct output *output)
{
	FILE *f = fopen(output->temporary, "wb");

	if (!f)
		die(output->temporary, "cannot create it");
	if (output->text.n_bytes)
		fwrite(output->text.bytes, 1, output->text.n_bytes, f);
	if (ferror(f) | fclose(f)) {
		unlink(output->temporary);
		die(output->temporary, "cannot write");
	}
}

/* All files or none: they belong together. */
static void write_outputs(const struct output *outputs, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		write_temporary(&outputs[i]);
	for (i = 0; i < n; i++)
		if (rename(outputs[i].temporary, outputs[i].name))
			die(outputs[i].name, "cannot replace it");
}

static void init_output(struct output *output, const struct fxg_tables *tables,
			const char *directory, const char *format)
{
	struct fxg_arena *arena = tables->arena;
	const char *star = strchr(format, '*');

	output->name = fxg_format(arena, "%s/%.*s%s%s", directory,
				  (int)(star - format), format,
				  tables->api->name, star + 1);
	output->temporary =
		fxg_format(arena, "%s.%ld.tmp", output->name, (long)getpid());
	output->text.arena = arena;
}

static void generate(const struct fxg_tables *tables, const char *directory,
		     const char *build_id)
{
	static const char *const names[] = {
		"table_*.c", "wrap_*.c",      "tail_*.S",
		"map_*.ld",  "exports_*.txt", "ids_*.h",
	};
	struct output outputs[6] = {0};
	size_t i;

	for (i = 0; i < 6; i++)
		init_output(&outputs[i], tables, directory, names[i]);
	fxg_emit_table(tables, build_id, &outputs[0].text);
	fxg_emit_wrap(tables, &outputs[1].text);
	fxg_emit_tail(tables, &outputs[2].text);
	fxg_emit_map(tables, &outputs[3].text);
	fxg_emit_exports(tables, &outputs[4].text);
	fxg_emit_ids(tables, &outputs[5].text);
	write_outputs(outputs, 6);
}

static struct options parse_options(int argc, char **argv)
{
	struct options options = {0};
	int i = 1;

	for (; i < argc && argv[i][0] == '-'; i++) {
		if (!strcmp(argv[i], "--help")) {
			fputs(usage_text, stdout);
			exit(0);
		}
		if (!strcmp(argv[i], "--print-model"))
			options.print_model = true;
		else if (!strcmp(argv[i], "-o") && i + 1 < argc)
			options.directory = argv[++i];
		else
			die_usage("unknown option");
	}
	options.files = argv + i;
	options.n_files = argc - i;
	if (!options.n_files)
		die_usage("expected a description file");
	if (!options.directory && !options.print_model)
		die_usage("expected -o DIR");
	return options;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(int argc, char **argv)
{
	struct options options = parse_options(argc, argv);
	struct fxg_arena arena = {0};
	struct fxg_error error = {0};
	struct fxg_api_def api = {.arena = &arena};
	struct fxg_tables tables = {.arena = &arena, .api = &api};
	struct fxg_buffer model = {.arena = &arena};

	/* the order on the command line is not part of the input */
	qsort(options.files, (size_t)options.n_files, sizeof(char *), by_text);
	read_api(&api, &options);
	tables.error = &error;
	if (!fxg_lower(&tables))
		die_error(&error);
	fxg_emit_model(&tables, &model);
	if (options.print_model)
		fwrite(model.bytes, 1, model.n_bytes, stdout);
	if (options.directory)
		generate(&tables, options.directory, build_id_of(&model));
	fxg_free(&arena);
	return 0;
}
