/* SPDX-License-Identifier: MIT */
/*
 * Completion of command lines in fish, from the command tables. The words of
 * bash and zsh are not fish's, so each option is a line of its own here.
 */
#include <string.h>

#include "tools/command/help.h"
#include "tools/select/triggers.h"

/* A text between single quotes. */
static void put_quoted(FILE *out, const char *text)
{
	putc('\'', out);
	for (; *text && *text != '\n'; text++) {
		if (*text == '\'' || *text == '\\')
			putc('\\', out);
		putc(*text, out);
	}
	putc('\'', out);
}

/* What an argument may be: kind as of help_kind. */
static void put_kind(FILE *out, const char *kind)
{
	static const struct {
		const char *kind, *words;
	} words[] = {
		{"@calls", "-x -a '(__fxtrace_calls)'"},
		{"@triggers", "-x -a '(__fxtrace_triggers)'"},
		{"@folders", "-x -a '(__fish_complete_directories)'"},
		{"@files", "-r -F"},
		{"@session", "-x -a '(__fxtrace_sessions)'"},
		{"@control", "-x -a '(__fxtrace_sessions) start stop status "
			     "calls'"},
		{"@program", "-x -a '(__fish_complete_subcommand "
			     "--fcs-skip=2)'"},
		{"@topics",
		 "-x -a '(fxtrace help --list | string replace -r "
		 "\"\\\\..*\" \"\" | string replace fxtrace- \"\")'"},
		{"@nothing", "-x"},
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strcmp(kind, words[i].kind) == 0) {
			fputs(words[i].words, out);
			return;
		}
	fputs("-x -a ", out);
	put_quoted(out, kind);
}

/* Up to what is within a command's line. */
static void put_condition(FILE *out, const struct cmd *cmd)
{
	fprintf(out, "complete -c fxtrace -n '__fish_seen_subcommand_from %s' ",
		cmd->name);
}

static void put_option(FILE *out, const struct cmd *cmd,
		       const struct option *option)
{
	put_condition(out, cmd);
	fprintf(out, "-l %s ", option->name);
	if (option->letter)
		fprintf(out, "-s %c ", option->letter);
	if (option->arg)
		put_kind(out, help_argument_kind(option));
	fputs(" -d ", out);
	put_quoted(out, option->help);
	putc('\n', out);
	if (option->kind != OPTION_SWITCH)
		return;
	put_condition(out, cmd);
	fprintf(out, "-l no-%s\n", option->name);
}

static void put_command(FILE *out, const struct cmd *cmd)
{
	const struct option *option = cmd->options;

	fprintf(out,
		"complete -c fxtrace -n __fish_use_subcommand -x -a %s -d ",
		cmd->name);
	put_quoted(out, cmd->purpose);
	putc('\n', out);
	for (; option && option->name; option++)
		put_option(out, cmd, option);
	put_condition(out, cmd);
	put_kind(out, help_operand_kind(cmd));
	putc('\n', out);
}

void help_completion_fish(FILE *out)
{
	fputs("# made by `fxtrace help --completion fish`, do not edit\n"
	      "\n"
	      "function __fxtrace_names\n"
	      "\tfxtrace list --json 2>/dev/null | string replace -rf "
	      "'^{\"name\":\"([^\"]*)\",\"category\":\"([^\"]*)\".*' "
	      "'$1\\n%$2' | sort -u\n"
	      "\tfxtrace list --groups 2>/dev/null | string match -ra "
	      "'%[^ ]+'\n"
	      "end\n"
	      "\n"
	      "# functions and groups, between commas\n"
	      "function __fxtrace_calls\n"
	      "\tset -l before (commandline -ct | string match -r "
	      "'^(?:.*,)?[-+]?')\n"
	      "\t__fxtrace_names | string replace -r '^' -- \"$before\"\n"
	      "end\n"
	      "\n"
	      "# triggers, between commas: action, condition, options\n"
	      "function __fxtrace_triggers\n"
	      "\tset -l item (commandline -ct | string match -r '[^,]*$')\n"
	      "\tset -l before (commandline -ct | string match -r '^.*,')\n"
	      "\tswitch $item\n"
	      "\t\tcase '*;*'\n"
	      "\t\t\tset before \"$before\"(string match -r '^.*;' -- $item)\n"
	      "\t\t\tprintf '%s\\n' \"$before\"{every=,max=,wait}\n"
	      "\t\tcase '*:*=*'\n"
	      "\t\t\tset before \"$before\"(string match -r '^.*=' -- $item)\n"
	      "\t\t\tprintf '%s\\n' \"$before\"(string split ' ' '",
	      out);
	help_put_words(out, triggers_error);
	fputs("')\n"
	      "\t\tcase '*:*'\n"
	      "\t\t\tset before \"$before\"(string match -r '^[^:]*:' -- "
	      "$item)\n"
	      "\t\t\tprintf '%s\\n' \"$before\"(string split ' ' '",
	      out);
	help_put_words(out, triggers_signal);
	fputs("') \"$before\"(__fxtrace_names)\n"
	      "\t\tcase '*'\n"
	      "\t\t\tprintf '%s\\n' \"$before\"{snapshot,start,stop}:\n"
	      "\tend\n"
	      "end\n"
	      "\n"
	      "# sessions that run\n"
	      "function __fxtrace_sessions\n"
	      "\tfxtrace ps 2>/dev/null | string match -rg "
	      "'^ *([0-9]+) '\n"
	      "end\n"
	      "\n"
	      "complete -c fxtrace -n __fish_use_subcommand -f -l help -d "
	      "'what it does'\n"
	      "complete -c fxtrace -n __fish_use_subcommand -f -s V -l version "
	      "-d 'the version'\n",
	      out);
	for (size_t i = 0; cmd_table[i]; i++)
		put_command(out, cmd_table[i]);
}
