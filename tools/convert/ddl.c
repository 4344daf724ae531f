/* SPDX-License-Identifier: MIT */
/*
 * Statements for databases, see ddl.h. Those of ddl/ have @FILES@ where the
 * names of files belong. What follows a certain comment is there once for each
 * file.
 */
#include "tools/convert/ddl.h"

#include <stdbool.h>
#include <string.h>

#include "tools/convert/schema.h"

#define MARK "@FILES@"
#define EACH "-- each file\n"
#define TEXT extern const char __attribute__((visibility("hidden")))

TEXT ddl_duckdb[]; /* ddl_texts.S, as the two below */
TEXT ddl_clickhouse[];
TEXT ddl_spark[];

struct engine {
	const char *name, *text;
	const char *all; /* if no files are named */
	bool is_list;	 /* of names: ['a', 'b'] */
	/* its escape for a quote, and characters that \ comes before */
	const char *quote, *special;
};

static const struct engine engines[] = {
	{"duckdb", ddl_duckdb, "'*.jsonl'", true, "''", ""},
	{"clickhouse", ddl_clickhouse, "'*.avro'", false, "\\'", "\\"},
	{"spark", ddl_spark, "'*.avro'", false, "\\'", "\\"},
};

static void put_name(FILE *out, const struct engine *engine, const char *name)
{
	for (; *name; name++) {
		if (*name == '\'')
			fputs(engine->quote, out);
		else if (strchr(engine->special, *name))
			fprintf(out, "\\%c", *name);
		else
			fputc(*name, out);
	}
}

static void put_files(FILE *out, const struct engine *engine,
		      char *const *files, size_t n)
{
	if (!n)
		fputs(engine->all, out);
	for (size_t i = 0; i < n; i++) {
		fputs(!i && engine->is_list ? "['" : i ? ", '" : "'", out);
		put_name(out, engine, files[i]);
		fputs("'", out);
	}
	fputs(n && engine->is_list ? "]" : "", out);
}

/* The text up to `end`, with the names. */
static void put_text(FILE *out, const struct engine *engine, const char *from,
		     const char *end, char *const *files, size_t n)
{
	const char *mark;

	while ((mark = strstr(from, MARK)) && mark < end) {
		fwrite(from, 1, (size_t)(mark - from), out);
		put_files(out, engine, files, n);
		from = mark + strlen(MARK);
	}
	fwrite(from, 1, (size_t)(end - from), out);
}

static void put_engine(FILE *out, const struct engine *engine,
		       char *const *files, size_t n)
{
	const char *end = engine->text + strlen(engine->text);
	const char *each = strstr(engine->text, EACH);

	put_text(out, engine, engine->text, each ? each : end, files, n);
	if (!each)
		return;
	each += strlen(EACH);
	if (!n)
		put_text(out, engine, each, end, NULL, 0);
	for (size_t i = 0; i < n; i++)
		put_text(out, engine, each, end, &files[i], 1);
}

/* SQL with each statement on lines of its own. */
static void put_statements(FILE *out, const char *text)
{
	for (; *text; text++) {
		fputc(*text, out);
		if (*text == ';')
			fputc('\n', out);
	}
}

/* One view of all that is attached. */
static void put_union(FILE *out, const char *view, size_t n)
{
	fprintf(out, "create temp view all_%s as", view);
	for (size_t i = 0; i < n; i++)
		fprintf(out, "%s select %zu as archive, * from archive%zu.%s",
			i ? " union all" : "", i + 1, i + 1, view);
	fputs(";\n", out);
}

static void put_sqlite(FILE *out, char *const *files, size_t n)
{
	static const struct engine quoting = {.quote = "''", .special = ""};

	fputs("-- fxtrace convert a.fxt a.db makes a database with these "
	      "tables and views.\n",
	      out);
	if (!n) {
		put_statements(out, sqlite_tables);
		put_statements(out, sqlite_indices);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		fputs("attach database '", out);
		put_name(out, &quoting, files[i]);
		fprintf(out, "' as archive%zu;\n", i + 1);
	}
	put_union(out, "calls", n);
	put_union(out, "args", n);
}

void ddl_print(FILE *out, const char *engine, char *const *files, size_t n)
{
	for (size_t i = 0; i < sizeof(engines) / sizeof(engines[0]); i++)
		if (strcmp(engine, engines[i].name) == 0)
			put_engine(out, &engines[i], files, n);
	if (strcmp(engine, "sqlite") == 0)
		put_sqlite(out, files, n);
}
