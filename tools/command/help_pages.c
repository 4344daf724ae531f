/* SPDX-License-Identifier: MIT */
/*
 * The man page and the README's lists, from the command tables. The Makefile
 * writes build/fxtrace.1 from `fxtrace help --man`; a test compares README.md
 * with `fxtrace help --readme`. Neither holds a date: same tables, same bytes.
 */
#include "tools/command/help.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/option.h"
#include "tools/base/version.h"

/* Text of n bytes for roff: a minus that stays one, no escape, no request. */
static void roff(FILE *out, const char *text, size_t n)
{
	if (n && (text[0] == '.' || text[0] == '\''))
		fputs("\\&", out);
	for (size_t i = 0; i < n; i++) {
		if (text[i] == '-')
			fputs("\\-", out);
		else if (text[i] == '\\')
			fputs("\\e", out);
		else
			fputc(text[i], out);
	}
}

static void roff_text(FILE *out, const char *text)
{
	roff(out, text, strlen(text));
}

/* Paragraphs; lines that begin with two spaces are shown as they stand. */
static void roff_description(FILE *out, const char *text)
{
	bool is_example = false;

	while (*text) {
		size_t n = strcspn(text, "\n");

		if (n && (text[0] == ' ') != is_example) {
			is_example = !is_example;
			fputs(is_example ? ".RS 4\n.nf\n.sp\n" : ".fi\n.RE\n",
			      out);
		}
		if (n)
			roff(out, text + (is_example ? 2 : 0),
			     n - (is_example ? 2 : 0));
		else if (!is_example && text[1] != ' ')
			fputs(".PP", out);
		if (n || (!is_example && text[1] != ' '))
			fputc('\n', out);
		text += n + (text[n] == '\n');
	}
	if (is_example)
		fputs(".fi\n.RE\n", out);
}

static void roff_help(FILE *out, const struct option *option)
{
	roff_text(out, option->help);
	if (option->fallback) {
		fputs(" (default: ", out);
		roff_text(out, option->fallback);
		fputc(')', out);
	}
	fputc('\n', out);
}

static void man_option(FILE *out, const struct option *option)
{
	fputs(".TP\n\\fB", out);
	if (option->letter)
		fprintf(out, "\\-%c\\fR, \\fB", option->letter);
	fputs("\\-\\-", out);
	fputs(option->kind == OPTION_SWITCH ? "\\fR[\\fBno\\-\\fR]\\fB" : "",
	      out);
	roff_text(out, option->name);
	fputs("\\fR", out);
	if (option->arg)
		fprintf(out, " \\fI%s\\fR", option->arg);
	fputc('\n', out);
	roff_help(out, option);
}

static void man_command(FILE *out, const struct cmd *cmd)
{
	const struct option *option = cmd->options;

	fputs(".SS \"fxtrace ", out);
	roff_text(out, cmd->name);
	fputc(' ', out);
	roff_text(out, cmd->synopsis);
	fputs("\"\n", out);
	fputc(toupper(cmd->purpose[0]), out);
	roff_text(out, cmd->purpose + 1);
	fputs(".\n.PP\n", out);
	if (cmd->description)
		roff_description(out, cmd->description);
	for (; option && option->name; option++)
		man_option(out, option);
}

static void man_variables(FILE *out)
{
	char name[64];

	for (size_t i = 0; cmd_table[i]; i++) {
		const struct option *option = cmd_table[i]->options;

		for (; option && option->name; option++) {
			if (!option->is_variable)
				continue;
			option_variable(option, name, sizeof(name));
			fprintf(out, ".TP\n.B %s\n", name);
			roff_help(out, option);
		}
	}
}

void help_man(FILE *out)
{
	fprintf(out, ".\\\" made by `fxtrace help --man`, do not edit\n"
		     ".TH FXTRACE 1 \"\" \"fxtrace " FXTRACE_VERSION "\"\n"
		     ".SH NAME\n"
		     "fxtrace \\- record the library calls of a program\n"
		     ".SH SYNOPSIS\n"
		     ".B fxtrace\n"
		     ".I COMMAND\n"
		     "[options] [arguments]\n"
		     ".PP\n"
		     "LD_PRELOAD=libfxtrace.so\n"
		     ".I PROGRAM\n"
		     "[arguments]\n"
		     ".SH DESCRIPTION\n");
	roff_text(out, help_about);
	fputs("\n.SH COMMANDS\n", out);
	for (size_t i = 0; cmd_table[i]; i++)
		man_command(out, cmd_table[i]);
	fputs(".SH ENVIRONMENT\nRead once by the recorder in the traced "
	      "program, unless it is set-user-ID. A malformed value is told on "
	      "standard error and turns recording off.\n",
	      out);
	man_variables(out);
	fputs(".SH EXIT STATUS\n", out);
	roff_text(out, help_status);
	fputs("\n.SH SEE ALSO\n.BR ld.so (8)\n", out);
}

/* A cell of a markdown table. */
static void cell(FILE *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '|')
			fputc('\\', out);
		fputc(*text, out);
	}
}

static void readme_variable(FILE *out, const struct option *option)
{
	char name[64];

	option_variable(option, name, sizeof(name));
	fprintf(out, "| `%s` | `--%s", name, option->name);
	if (option->arg)
		fprintf(out, " %s", option->arg);
	if (option->kind == OPTION_SWITCH)
		fprintf(out, "`, `--no-%s", option->name);
	fputs("` | ", out);
	cell(out, option->fallback ? option->fallback : "");
	fputs(" | ", out);
	cell(out, option->help);
	fputs(" |\n", out);
}

void help_readme(FILE *out)
{
	fputs("<!-- made by `fxtrace help --readme` -->\n"
	      "| command | purpose |\n|---|---|\n",
	      out);
	for (size_t i = 0; cmd_table[i]; i++) {
		fprintf(out, "| `fxtrace %s ", cmd_table[i]->name);
		cell(out, cmd_table[i]->synopsis);
		fputs("` | ", out);
		cell(out, cmd_table[i]->purpose);
		fputs(" |\n", out);
	}
	fputs("\n| variable | option of `fxtrace record` | default | meaning "
	      "|\n|---|---|---|---|\n",
	      out);
	for (size_t i = 0; cmd_table[i]; i++) {
		const struct option *option = cmd_table[i]->options;

		for (; option && option->name; option++)
			if (option->is_variable)
				readme_variable(out, option);
	}
	fputs("<!-- end of `fxtrace help --readme` -->\n", out);
}
