/* SPDX-License-Identifier: MIT */
/*
 * Help texts for the terminal, from the command tables: 80 columns, no colour,
 * the same on a terminal and in a pipe.
 */
#include "tools/command/help.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "tools/man/page.h"
#include "tools/base/option.h"

enum { OPTION_COLUMN = 27 };

const char help_about[] =
	"fxtrace records the library calls of a program, with arguments, "
	"results and times, in an archive of the Fuchsia trace format, and "
	"reads it. The program needs no rebuilding; the archive opens in "
	"Perfetto and survives a kill.";

const char help_status[] =
	"0: done. 1: a file or the system is wrong (of `fxtrace diff` 3, and "
	"1: they differ). 2: the command line is wrong. `fxtrace record` "
	"returns the program's status, 128 + N if signal N killed it; 125 if "
	"fxtrace failed, 126 if the program cannot be executed, 127 if not "
	"found.";

static void put_description(FILE *out, const char *text)
{
	char line[2048];

	while (*text) {
		size_t n = strcspn(text, "\n");

		snprintf(line, sizeof(line), "%.*s", (int)n, text);
		if (n && line[0] != ' ')
			page_wrap(out, line, 0, 0);
		else
			fprintf(out, "%s\n", line);
		text += n + (text[n] == '\n');
	}
}

static void option_row(FILE *out, const struct option *option)
{
	char text[1024];
	char letter[] = {'-', option->letter, ',', '\0'};
	const char *no = option->kind == OPTION_SWITCH ? "[no-]" : "";
	int at = fprintf(out, "  %3s --%s%s%s%s", option->letter ? letter : "",
			 no, option->name, option->arg ? " " : "",
			 option->arg ? option->arg : "");

	if (at > OPTION_COLUMN - 2) {
		fputc('\n', out);
		at = 0;
	}
	fprintf(out, "%*s", OPTION_COLUMN - at, "");
	snprintf(text, sizeof(text), "%s%s%s%s", option->help,
		 option->fallback ? " (default: " : "",
		 option->fallback ? option->fallback : "",
		 option->fallback ? ")" : "");
	page_wrap(out, text, OPTION_COLUMN, OPTION_COLUMN);
}

const struct option help_option = {
	.name = "help",
	.letter = 'h',
	.help = "show this help and exit",
};

bool help_has_variables(const struct cmd *cmd)
{
	const struct option *option = cmd->options;

	for (; option && option->name; option++)
		if (option->is_variable)
			return true;
	return false;
}

static bool has_letter(const struct cmd *cmd, char letter)
{
	const struct option *option = cmd->options;

	for (; option && option->name; option++)
		if (option->letter == letter)
			return true;
	return false;
}

void help_command(FILE *out, const struct cmd *cmd)
{
	const struct option *option = cmd->options;
	struct option help = help_option;

	if (has_letter(cmd, 'h'))
		help.letter = '\0';
	fprintf(out, "usage: fxtrace %s %s\n\n", cmd->name, cmd->synopsis);
	fprintf(out, "%c%s.\n\n", toupper(cmd->purpose[0]), cmd->purpose + 1);
	if (cmd->description) {
		put_description(out, cmd->description);
		fputc('\n', out);
	}
	fputs("Options:\n", out);
	for (; option && option->name; option++)
		option_row(out, option);
	option_row(out, &help);
}

/* Which variable is which option. */
static void put_variables(FILE *out, const struct cmd *cmd)
{
	const struct option *option = cmd->options;
	char name[64];

	fputs("\nVariables, and their options:\n", out);
	for (; option && option->name; option++) {
		if (!option->is_variable)
			continue;
		option_variable(option, name, sizeof(name));
		fprintf(out, "  %-*s--%s%s", OPTION_COLUMN - 2, name,
			option->kind == OPTION_SWITCH ? "[no-]" : "",
			option->name);
		if (option->arg)
			fprintf(out, " %s", option->arg);
		fputc('\n', out);
	}
}

void help_page(FILE *out, const struct cmd *cmd)
{
	struct page page;

	help_command(out, cmd);
	if (help_has_variables(cmd))
		put_variables(out, cmd);
	if (!page_find(cmd->name, &page))
		return;
	fputc('\n', out);
	page_text(out, page.text);
}

void help_topic(FILE *out, const struct page *page)
{
	fprintf(out, "fxtrace-%s(%c): %s\n\n", page->name, page->section,
		page->purpose);
	page_text(out, page->text);
}

/* "calls, gl, formats, limits" */
static void put_topics(FILE *out)
{
	const char *gap = "\nTopics: ";
	struct page page;

	for (size_t i = 0; page_topic_at(i, &page); i++) {
		fprintf(out, "%s%s", gap, page.name);
		gap = ", ";
	}
	fputs("\n`fxtrace help NAME` shows the page of a command or topic. "
	      "`fxtrace --version`\nnames the version. Exit status: ",
	      out);
}

void help_overview(FILE *out)
{
	fputs("usage: fxtrace COMMAND [options] [arguments]\n\n", out);
	page_wrap(out, help_about, 0, 0);
	fputs("\nCommands:\n", out);
	for (size_t i = 0; cmd_table[i]; i++)
		fprintf(out, "  %-10s %s\n", cmd_table[i]->name,
			cmd_table[i]->purpose);
	put_topics(out);
	page_wrap(out, help_status, strlen("names the version. Exit status: "),
		  0);
}
