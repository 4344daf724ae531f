/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace convert`: archives from and to other formats.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/archive/archive.h"
#include "tools/command/cmd.h"
#include "tools/command/listed.h"
#include "tools/command/shared_options.h"
#include "tools/command/formats.h"
#include "tools/convert/convert.h"
#include "tools/convert/ddl.h"
#include "tools/base/die.h"
#include "tools/select/select.h"
#include "tools/trim/trim.h"

#define ARCHIVE "fxt"

static struct {
	const char *from, *to, *calls, *paths, *binary, *compress, *ddl;
	bool for_spreadsheet, overwrite;
} chosen;

/* Of --from and --to. */
static const char *check_format(const char *name)
{
	static char error[1024];
	size_t n;

	if (strcmp(name, ARCHIVE) == 0 || formats_by_name(name))
		return NULL;
	n = (size_t)snprintf(error, sizeof(error),
			     "no such format; there are " ARCHIVE);
	for (size_t i = 0; formats_at(i) && n < sizeof(error); i++)
		n += (size_t)snprintf(error + n, sizeof(error) - n, ", %s",
				      formats_at(i)->name);
	return error;
}

static const struct option options[] = {
	{.name = "from",
	 .letter = 'f',
	 .kind = OPTION_STRING,
	 .value = &chosen.from,
	 .arg = "FORMAT",
	 .help = "IN's format",
	 .fallback = "by its first bytes, or its name",
	 .check = check_format},
	{.name = "to",
	 .letter = 't',
	 .kind = OPTION_STRING,
	 .value = &chosen.to,
	 .arg = "FORMAT",
	 .help = "OUT's format",
	 .fallback = "by its name",
	 .check = check_format},
	{ROW_CALLS("convert only calls of these: " CALLS_ITEMS "all",
		   select_check),
	 .value = &chosen.calls},
	{ROW_PATH("convert only calls"), .value = &chosen.paths},
	{.name = "binary",
	 .letter = 'b',
	 .kind = OPTION_STRING,
	 .value = &chosen.binary,
	 .arg = "FILE",
	 .help = "the program that an XRay log is of, whose symbols name the "
		 "functions; or what `llvm-xray extract --symbolize` printed",
	 .fallback = "IN.elf, if it is there"},
	{.name = "spreadsheet",
	 .kind = OPTION_FLAG,
	 .value = &chosen.for_spreadsheet,
	 .help = "of csv: a ' before each text that a spreadsheet would "
		 "evaluate as a formula"},
	{ROW_COMPRESS("OUT", "; not for avro, sqlite, fdr and apitrace"),
	 .value = &chosen.compress, .fallback = "by OUT's name: .gz, .zst"},
	{ROW_OVERWRITE("OUT"), .value = &chosen.overwrite},
	{.name = "ddl",
	 .kind = OPTION_STRING,
	 .value = &chosen.ddl,
	 .arg = "ENGINE",
	 .help = "convert nothing; print the statements by which a database "
		 "(duckdb, clickhouse, spark, sqlite) gets a table of calls "
		 "and "
		 "loads the files that are named: .jsonl for duckdb, .db for "
		 "sqlite, else .avro",
	 .choices = DDL_ENGINES},
	{0},
};

static const struct convert_format *by_name(const char *name)
{
	return strcmp(name, ARCHIVE) == 0 ? NULL : formats_by_name(name);
}

static bool is_archive_name(const char *path)
{
	const char *dot = strrchr(path, '.');

	return dot && strcmp(dot, "." ARCHIVE) == 0;
}

/* By the name, without the suffix that says how it is packed. */
static const struct convert_format *to_format(const struct cmd *cmd,
					      const char *path)
{
	const struct convert_format *to;
	size_t n_bytes;
	char *name;

	if (chosen.to)
		return by_name(chosen.to);
	(void)pack_by_suffix(path, &n_bytes);
	name = strndup(path, n_bytes);
	if (!name)
		die("out of memory");
	to = formats_by_suffix(name);
	if (!to && !is_archive_name(name))
		usage(cmd,
		      "%s: the name has no known format; give one with --to",
		      path);
	free(name);
	return to;
}

static enum packing packing_of(const struct cmd *cmd,
			       const struct convert_job *job)
{
	enum packing packing = pack_wanted(chosen.compress, job->out);

	if (packing != PACKING_NONE && job->to && !job->to->is_packable)
		usage(cmd, "%s: %s cannot be packed", job->out, job->to->name);
	return packing;
}

/* Archives alone know the time of day, by which they are merged. */
static void check_archive(const struct cmd *cmd, const char *path)
{
	struct convert_job job = {.in = path};

	if (strcmp(path, "-") == 0 ||
	    (access(path, F_OK) == 0 && !archive_is_file(path)))
		usage(cmd, "%s: several INs are files", path);
	convert_detect(&job, formats_find);
	if (job.from)
		usage(cmd, "%s: several INs are archives", path);
}

static int run_several(const struct cmd *cmd, struct convert_job *job,
		       char **argv, size_t n)
{
	if (chosen.from || chosen.binary)
		usage(cmd, "several INs are archives: neither --from nor "
			   "--binary goes with them");
	job->to = to_format(cmd, job->out);
	if (!job->to || !job->to->takes_several)
		usage(cmd,
		      "%s: several archives become one of jsonl, csv, avro, "
		      "sqlite",
		      job->out);
	if (job->to->is_named && strcmp(job->out, "-") == 0)
		usage(cmd, "%s cannot go to standard output", job->to->name);
	if (chosen.for_spreadsheet && job->to != &convert_csv)
		usage(cmd, "--spreadsheet goes with csv");
	for (size_t i = 0; i < n; i++)
		check_archive(cmd, argv[i]);
	listed_check_all(cmd, "--calls", chosen.calls, argv, n);
	job->packing = packing_of(cmd, job);
	job->more_in = argv;
	job->n_in = n;
	return convert_run(job);
}

/* What becomes an archive has all that its calls need. */
static int trim_to_paths(struct convert_job *job)
{
	static char text[TRIM_TEXT_BYTES];
	struct trim_settings settings = {.calls = chosen.calls,
					 .filter.paths = chosen.paths,
					 .text = text};

	snprintf(text, sizeof(text), "%s%s%spath %s",
		 chosen.calls ? "calls " : "", chosen.calls ?: "",
		 chosen.calls ? ", " : "", chosen.paths);
	job->to = &trim_format;
	job->context = &settings;
	job->calls = job->paths = NULL;
	job->packing = pack_wanted(chosen.compress, job->out);
	return convert_run(job);
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	struct convert_job job = {.calls = chosen.calls,
				  .paths = chosen.paths,
				  .companion = chosen.binary,
				  .for_spreadsheet = chosen.for_spreadsheet,
				  .overwrite = chosen.overwrite};

	if (chosen.ddl && strcmp(chosen.ddl, "sqlite") == 0 &&
	    argc > DDL_MAX_DATABASES)
		usage(cmd,
		      "sqlite shows at most %d databases as one; convert "
		      "merges archives: IN... OUT.db",
		      DDL_MAX_DATABASES);
	if (chosen.ddl) {
		ddl_print(stdout, chosen.ddl, argv, (size_t)argc);
		flush_stdout();
		return EXIT_SUCCESS;
	}
	if (argc < 2)
		usage(cmd, "takes the names of two files or more, IN and OUT");
	job.in = argv[0];
	job.out = argv[argc - 1];
	if (argc > 2)
		return run_several(cmd, &job, argv, (size_t)argc - 1);
	if (chosen.from)
		job.from = by_name(chosen.from);
	else
		convert_detect(&job, formats_find);
	if (!job.from) /* other formats have functions of any name */
		listed_check(cmd, "--calls", chosen.calls, job.in);
	job.to = to_format(cmd, job.out);
	if (job.from && !job.from->read)
		usage(cmd, "%s: %s is only written", job.in, job.from->name);
	if (job.to && !job.to->write && !job.to->write_rows)
		usage(cmd, "%s: %s is only read", job.out, job.to->name);
	if (job.to && job.to->is_named && strcmp(job.out, "-") == 0)
		usage(cmd, "%s cannot go to standard output", job.to->name);
	if (!job.to && (!job.from || job.calls || job.paths))
		job.to = &convert_copy;
	if (job.to == &convert_copy && job.paths)
		return trim_to_paths(&job);
	if (chosen.for_spreadsheet && job.to != &convert_csv)
		usage(cmd, "--spreadsheet goes with csv");
	job.packing = packing_of(cmd, &job);
	if (job.companion && (!job.from || !job.from->has_companion))
		usage(cmd, "%s: there is nothing that --binary could name",
		      job.in);
	return convert_run(&job);
}

const struct cmd cmd_convert = {
	.name = "convert",
	.synopsis = "[options] IN... OUT",
	.purpose = "turn an archive into another format, or back",
	.description =
		"The first bytes of IN decide what it is, or its name. OUT's "
		"name decides what it becomes. - is standard input or output. "
		"OUT is written under another name first, and gets its own "
		"only if all of IN could be converted. An older OUT is kept as "
		"OUT~1, OUT~2 and so on.\n"
		"\n"
		"Formats, and the names of files that are taken for them:\n"
		"\n"
		"  fxt       .fxt              an archive; from another one: a "
		"copy without\n"
		"                              padding and what --calls leaves "
		"out\n"
		"  jsonl     .jsonl .ndjson    one JSON object per call, as "
		"dump --json\n"
		"  csv       .csv              a heading and one call per line"
		"\n"
		"  avro      .avro             typed records, for databases: "
		"see --ddl\n"
		"  folded    .folded           stacks of nested calls, for "
		"flame graphs\n"
		"  pprof     .pb .pprof        a profile for pprof: calls, "
		"times, bytes\n"
		"  speedscope  .speedscope.json  a profile for speedscope, in "
		"the order of\n"
		"                              time\n"
		"  firefox   .firefox.json     a profile for the Firefox "
		"Profiler, with a\n"
		"                              marker for each call\n"
		"  fxt-compat                  an archive for readers that "
		"know less of the\n"
		"                              format: memory and structs are "
		"text\n"
		"  chrome    .json             trace event JSON; also read, "
		"also packed\n"
		"                              as gzip or zstd\n"
		"  sqlite    .sqlite .db       a database: see `fxtrace help "
		"query`\n"
		"  fdr       .fdr .xray        log of LLVM's XRay, and OUT.elf "
		"with the names;\n"
		"                              also read\n"
		"  apitrace  .trace            for and from apitrace; into it "
		"only OpenGL,\n"
		"                              GLX and EGL, unless --calls "
		"says otherwise\n"
		"\n"
		"Several archives become one jsonl, csv, avro or sqlite: their "
		"calls "
		"in the order of the time of day, each with its host. Calls "
		"are numbered from 0 again; other times are since the start of "
		"their own session. Archives of one boot of one machine have "
		"one clock, which orders them to a nanosecond. Those of other "
		"machines are ordered as well as the machines' clocks agree. "
		"Where a clock was set back, the calls of its machine stay in "
		"their order.\n"
		"\n"
		"If .gz or .zst follows, as in a.fxt.zst, OUT is packed. zstd "
		"packs in pieces that readers find without unpacking what "
		"comes before them.",
	.options = options,
	.run = run,
};
