/* SPDX-License-Identifier: MIT */
/*
 * The man pages and the README's list, from the command tables and the texts of
 * tools/man. The Makefile writes build/man from `fxtrace help --man`; a test
 * compares README.md with `fxtrace help --readme`. Neither depends on when or
 * where it is made: same tables, same bytes.
 */
#include "tools/command/help.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "tools/man/page.h"
#include "tools/base/option.h"
#include "tools/base/version.h"

static void roff_text(FILE *out, const char *text)
{
	roff_plain(out, text, strlen(text));
}

/* Paragraphs. Lines that begin with two spaces are shown as they are. */
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
			roff_plain(out, text + (is_example ? 2 : 0),
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

static void man_variables(FILE *out, const struct cmd *cmd)
{
	const struct option *option = cmd->options;
	char name[64];

	for (; option && option->name; option++) {
		if (!option->is_variable)
			continue;
		option_variable(option, name, sizeof(name));
		fprintf(out, ".TP\n.B %s\n", name);
		roff_help(out, option);
	}
}

/* The variables of all commands. */
static void man_environment(FILE *out)
{
	fputs(".SH ENVIRONMENT\nThe recorder in the traced program reads these "
	      "variables once, unless the program is set\\-user\\-ID.\n"
	      "If a value is malformed, or a name is mistyped "
	      "(FXTRACE_CALL), it says so on standard error and records "
	      "nothing.\n",
	      out);
	for (size_t i = 0; cmd_table[i]; i++)
		man_variables(out, cmd_table[i]);
}

/* "fxtrace-record", or "fxtrace" of the page of no name. */
static void put_name(FILE *out, const char *name, bool is_title)
{
	fputs(is_title ? "FXTRACE" : "fxtrace", out);
	fputs(*name ? "\\-" : "", out);
	for (; *name; name++)
		fputc(is_title ? toupper(*name) : *name, out);
}

static void man_title(FILE *out, const char *name, char section,
		      const char *purpose)
{
	struct page page;

	if (page_find(name, &page) && page_has_table(page.text))
		fputs("'\\\" t\n", out);
	fputs(".\\\" made by `fxtrace help --man`, do not edit\n.TH ", out);
	put_name(out, name, true);
	fprintf(out,
		" %c \"" FXTRACE_DATE "\" \"fxtrace " FXTRACE_VERSION "\"\n"
		/* AD, HY: since groff 1.23 each paragraph resets the modes */
		".ad l\n.nh\n.ds AD l\n.nr HY 0\n.SH NAME\n",
		section);
	put_name(out, name, false);
	fputs(" \\- ", out);
	roff_text(out, purpose);
	fputc('\n', out);
}

/* The pages that are about more than one command, and fxtrace(1). */
static void man_see_also(FILE *out, const char *name)
{
	struct page page;

	fputs(".SH SEE ALSO\n", out);
	if (*name)
		fputs(".BR fxtrace (1),\n", out);
	for (size_t i = 0; page_topic_at(i, &page); i++) {
		if (strcmp(page.name, name) == 0)
			continue;
		fputs(".BR ", out);
		put_name(out, page.name, false);
		fprintf(out, " (%c),\n", page.section);
	}
	fputs(".BR ld.so (8)\n", out);
}

static void man_status(FILE *out)
{
	fputs(".SH EXIT STATUS\n", out);
	roff_text(out, help_status);
	fputc('\n', out);
}

/* Names of all pages but fxtrace(1), with what they are about. */
static void man_list(FILE *out)
{
	struct page page;

	fputs(".SH COMMANDS\n", out);
	for (size_t i = 0; cmd_table[i]; i++) {
		fputs(".TP\n.BR ", out);
		put_name(out, cmd_table[i]->name, false);
		fputs(" (1)\n", out);
		roff_text(out, cmd_table[i]->purpose);
		fputc('\n', out);
	}
	fputs(".SH TOPICS\n", out);
	for (size_t i = 0; page_topic_at(i, &page); i++) {
		fputs(".TP\n.BR ", out);
		put_name(out, page.name, false);
		fprintf(out, " (%c)\n", page.section);
		roff_text(out, page.purpose);
		fputc('\n', out);
	}
}

void help_man(FILE *out)
{
	man_title(out, "", '1', "record the library calls of a program");
	fputs(".SH SYNOPSIS\n"
	      ".B fxtrace\n"
	      ".I COMMAND\n"
	      "[options] [arguments]\n"
	      ".PP\n"
	      "LD_PRELOAD=libfxtrace.so\n"
	      ".I PROGRAM\n"
	      "[arguments]\n"
	      ".SH DESCRIPTION\n",
	      out);
	roff_text(out, help_about);
	fputc('\n', out);
	man_list(out);
	man_environment(out);
	man_status(out);
	man_see_also(out, "");
}

void help_man_command(FILE *out, const struct cmd *cmd)
{
	const struct option *option = cmd->options;
	struct page page;

	man_title(out, cmd->name, '1', cmd->purpose);
	fputs(".SH SYNOPSIS\n.B fxtrace ", out);
	roff_text(out, cmd->name);
	fputc('\n', out);
	roff_text(out, cmd->synopsis);
	fputc('\n', out);
	if (cmd->description) {
		fputs(".SH DESCRIPTION\n", out);
		roff_description(out, cmd->description);
	}
	fputs(".SH OPTIONS\n", out);
	for (; option && option->name; option++)
		man_option(out, option);
	man_option(out, &help_option);
	if (page_find(cmd->name, &page))
		page_roff(out, page.text);
	if (help_has_variables(cmd))
		man_environment(out);
	man_status(out);
	man_see_also(out, cmd->name);
}

void help_man_topic(FILE *out, const struct page *page)
{
	man_title(out, page->name, page->section, page->purpose);
	page_roff(out, page->text);
	man_see_also(out, page->name);
}

void help_list(FILE *out)
{
	struct page page;

	fputs("fxtrace.1\n", out);
	for (size_t i = 0; cmd_table[i]; i++)
		fprintf(out, "fxtrace-%s.1\n", cmd_table[i]->name);
	for (size_t i = 0; page_topic_at(i, &page); i++)
		fprintf(out, "fxtrace-%s.%c\n", page.name, page.section);
}

/* A cell of a markdown table. */
static void put_cell(FILE *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '|')
			fputc('\\', out);
		fputc(*text, out);
	}
}

void help_readme(FILE *out)
{
	fputs("<!-- made by `fxtrace help --readme` -->\n"
	      "| command | purpose |\n|---|---|\n",
	      out);
	for (size_t i = 0; cmd_table[i]; i++) {
		fprintf(out, "| `%s` | ", cmd_table[i]->name);
		put_cell(out, cmd_table[i]->purpose);
		fputs(" |\n", out);
	}
	fputs("<!-- end of `fxtrace help --readme` -->\n", out);
}
