/* SPDX-License-Identifier: MIT */
/*
 * fxgen: descriptions of an API into the C that records it.
 *	fxgen -o DIR FILE.api...	writes table_, wrap_, tail_, map_, ids_
 *					and exports_ of the API they name
 *	fxgen --print-model FILE.api...	shows what was understood
 * With --cc what the headers of this compiler lack is left out.
 * Nothing is written unless every file is right.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen/emit.h"
#include "gen/parse.h"
#include "gen/probe.h"

static const char usage_text[] =
	"usage: fxgen [--parts N] [--late] [--oldest VERSION] [--cc COMMAND]\n"
	"             -o DIR FILE...\n"
	"       fxgen --print-model FILE...\n"
	"Generates the tables and wrappers of the API that FILE... describe;\n"
	"the wrappers in N files, wrap_API.c and wrap_API_1.c onwards; with\n"
	"--late the recorder's table is filled in when it is first needed.\n"
	"VERSION replaces all that are older: a machine's first one.\n"
	"COMMAND is the compiler of the tables, with its options: what its\n"
	"headers lack is left out, and listed in DIR/absent_API.txt.\n";

#define MAX_PARTS 64u

struct options {
	const char *directory, *cc, *oldest;
	unsigned n_parts; /* files of wrappers */
	bool print_model, is_late;
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
			const char *directory, const char *before,
			const char *after)
{
	struct fxg_arena *arena = tables->arena;

	output->name = fxg_format(arena, "%s/%s_%s%s", directory, before,
				  tables->api->name, after);
	output->temporary =
		fxg_format(arena, "%s.%ld.tmp", output->name, (long)getpid());
	output->text.arena = arena;
}

static void generate_wrappers(const struct fxg_tables *tables,
			      const struct options *options,
			      struct output *outputs)
{
	unsigned i;

	for (i = 0; i < options->n_parts; i++) {
		init_output(&outputs[i], tables, options->directory, "wrap",
			    i ? fxg_format(tables->arena, "_%u.c", i) : ".c");
		fxg_emit_wrap(tables, i, options->n_parts, &outputs[i].text);
	}
}

static void generate(const struct fxg_tables *tables,
		     const struct options *options, const char *build_id)
{
	static const struct {
		const char *before, *after;
		void (*emit)(const struct fxg_tables *tables,
			     struct fxg_buffer *out);
	} others[] = {
		{"tail", ".S", fxg_emit_tail},
		{"map", ".ld", fxg_emit_map},
		{"exports", ".txt", fxg_emit_exports},
		{"ids", ".h", fxg_emit_ids},
	};
	enum { N = sizeof(others) / sizeof(others[0]) };
	struct output outputs[N + 1 + MAX_PARTS] = {0};
	size_t i;

	for (i = 0; i < N; i++) {
		init_output(&outputs[i], tables, options->directory,
			    others[i].before, others[i].after);
		others[i].emit(tables, &outputs[i].text);
	}
	init_output(&outputs[N], tables, options->directory, "table", ".c");
	fxg_emit_table(tables, build_id, &outputs[N].text);
	generate_wrappers(tables, options, outputs + N + 1);
	write_outputs(outputs, N + 1 + options->n_parts);
}

static void write_file(const char *name, const struct fxg_buffer *text)
{
	struct output output = {.name = name, .text = *text};

	output.temporary =
		fxg_format(text->arena, "%s.%ld.tmp", name, (long)getpid());
	write_temporary(&output);
	if (rename(output.temporary, name))
		die(name, "cannot replace it");
}

/* Runs the compiler over the questions. Returns what it says; *is_content if it
 * rejects none. */
static const char *ask_compiler(const struct options *options,
				struct fxg_api_def *api,
				const struct fxg_probe *probe, bool *is_content)
{
	struct fxg_arena *arena = api->arena;
	struct fxg_buffer questions = {.arena = arena};
	const char *base =
		fxg_format(arena, "%s/probe_%s", options->directory, api->name);
	const char *source = fxg_format(arena, "%s.c", base);
	const char *said = fxg_format(arena, "%s.txt", base);
	size_t n_bytes;

	fxg_put_questions(probe, api, &questions);
	write_file(source, &questions);
	/* clang would stop after 20 errors; gcc does not know the option */
	*is_content = !system(
		fxg_format(arena,
			   "export LC_ALL=C; all=-ferror-limit=0; "
			   "%s $all -E -x c /dev/null >/dev/null 2>&1 || all=; "
			   "%s $all -w -fsyntax-only '%s' 2>'%s'",
			   options->cc, options->cc, source, said));
	return read_file(arena, said, &n_bytes);
}

static size_t count_lines(const char *text)
{
	size_t n = 0;

	while ((text = strchr(text, '\n')))
		text++, n++;
	return n;
}

/* Leaves out what the headers lack, and says how much that is. */
static void leave_out_absent(const struct options *options,
			     struct fxg_api_def *api)
{
	struct fxg_probe *probe = fxg_alloc(api->arena, sizeof(*probe));
	struct fxg_buffer absent = {.arena = api->arena};
	const char *list = fxg_format(api->arena, "%s/absent_%s.txt",
				      options->directory, api->name);
	const char *said, *wrong;
	bool is_content;

	probe->arena = api->arena;
	fxg_prune(api, probe, &absent);
	said = ask_compiler(options, api, probe, &is_content);
	wrong = fxg_take_answers(probe, said);
	fxg_put(&absent, "%s", "");
	fxg_prune(api, probe, &absent);
	if (wrong || is_content != !probe->n_lacking) {
		fprintf(stderr, "fxgen: the compiler gives no answer: %s\n%s",
			options->cc, wrong ? wrong : said);
		exit(1);
	}
	write_file(list, &absent);
	if (absent.n_bytes)
		printf("fxgen: these headers lack %zu things of %s, which are "
		       "left out: %s\n",
		       count_lines(absent.bytes), api->name, list);
}

static unsigned parse_parts(const char *text)
{
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	if (*end || n < 1 || n > MAX_PARTS)
		die_usage("expected --parts 1 to 64");
	return (unsigned)n;
}

static struct options parse_options(int argc, char **argv)
{
	struct options options = {.n_parts = 1};
	int i = 1;

	for (; i < argc && argv[i][0] == '-'; i++) {
		if (!strcmp(argv[i], "--help")) {
			fputs(usage_text, stdout);
			exit(0);
		}
		if (!strcmp(argv[i], "--print-model"))
			options.print_model = true;
		else if (!strcmp(argv[i], "--late"))
			options.is_late = true;
		else if (!strcmp(argv[i], "-o") && i + 1 < argc)
			options.directory = argv[++i];
		else if (!strcmp(argv[i], "--cc") && i + 1 < argc)
			options.cc = argv[++i];
		else if (!strcmp(argv[i], "--oldest") && i + 1 < argc)
			options.oldest = argv[++i];
		else if (!strcmp(argv[i], "--parts") && i + 1 < argc)
			options.n_parts = parse_parts(argv[++i]);
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

static void raise_version(const char **version, const char *oldest)
{
	if (*version && strverscmp(*version, oldest) < 0)
		*version = oldest;
}

/* The library has no older version than that on the target's machine. */
static void raise_versions(struct fxg_api_def *api, const char *oldest)
{
	for (size_t i = 0; i < api->n_functions; i++) {
		struct fxg_function_def *f = api->functions[i];

		raise_version(&f->symver, oldest);
		raise_version(&f->since, oldest);
		raise_version(&f->older, oldest);
		if (f->older && !strcmp(f->older, f->symver))
			f->older = NULL;
	}
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
	if (options.oldest)
		raise_versions(&api, options.oldest);
	if (options.cc && options.directory)
		leave_out_absent(&options, &api);
	tables.error = &error;
	tables.is_late = options.is_late;
	if (!fxg_lower(&tables))
		die_error(&error);
	fxg_emit_model(&tables, &model);
	if (options.print_model)
		fwrite(model.bytes, 1, model.n_bytes, stdout);
	if (options.directory)
		generate(&tables, &options, fxg_build_id(&model));
	fxg_free(&arena);
	return 0;
}
