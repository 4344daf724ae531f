/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace doctor`: whether a program can be recorded, and why not.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/command/cmd.h"
#include "tools/base/die.h"
#include "tools/elf/library.h"
#include "tools/elf/machine.h"
#include "tools/elf/needed.h"
#include "tools/elf/program.h"
#include "tools/print/undescribed.h"
#include "tools/select/catalogue.h"

static const struct option options[] = {{0}};

static void print_report(const char *name, const struct program_report *report)
{
	const char *path = *report->path ? report->path : name;

	printf("%s: %s\n", path,
	       program_obstacle(report) ? "cannot be recorded"
					: "can be recorded");
	for (size_t i = 0; i < report->n; i++) {
		const struct program_finding *finding = &report->findings[i];

		printf("  %s: it %s\n",
		       finding->weight == PROGRAM_OBSTACLE ? "obstacle"
							   : "note",
		       finding->text);
		if (finding->advice)
			printf("    what to do: %s\n", finding->advice);
	}
}

/* What the program and its libraries call, and no archive has. */
static void print_undescribed(const char *path)
{
	struct imports *imports = imports_open(catalogue_covers);
	struct pen out = {.out = stdout};

	needed_add(imports, path);
	undescribed_print(&out, "  note: ", imports);
	pen_flush(&out);
	pen_fini(&out);
	imports_close(imports);
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	static struct program_report report;
	char library[PATH_MAX];

	if (argc == 0)
		usage(cmd, "doctor: PROGRAM is missing");
	library_find(library, sizeof(library));
	program_examine(argv[0], library, &report);
	machine_examine(&report);
	print_report(argv[0], &report);
	if (*report.path && !program_obstacle(&report))
		print_undescribed(report.path);
	flush_stdout();
	return program_obstacle(&report) ? EXIT_FAILURE : EXIT_SUCCESS;
}

const struct cmd cmd_doctor = {
	.name = "doctor",
	.synopsis = "PROGRAM [ARGS...]",
	.purpose = "say whether a program can be recorded, and why not",
	.description =
		"Looks at PROGRAM as the shell would find it, without running "
		"it, and at this machine. It says whether `fxtrace record` "
		"will record it. For a script, the program that runs it "
		"counts. ARGS are ignored: a command line that is to be "
		"recorded can be given as it is.\n"
		"\n"
		"An obstacle is a reason why nothing at all would be recorded. "
		"There is no such program, or it may not be executed. It is "
		"statically linked, made for 32 bits or another processor, "
		"linked to another libc than glibc or musl, or damaged. It "
		"runs with "
		"raised rights (set-user-ID, file capabilities). Or the "
		"recorder cannot be loaded. A note is what would not be "
		"recorded, or not so well: also functions of libc and OpenGL "
		"that the program or its libraries call and that are not "
		"described. The status is 0 if there is no "
		"obstacle, 1 if there is one.\n"
		"\n"
		"  fxtrace doctor ls\n"
		"  fxtrace doctor ./configure --prefix=/usr",
	.options = options,
	.stops_at_operand = true,
	.run = run,
};
