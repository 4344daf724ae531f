/* SPDX-License-Identifier: MIT */
/*
 * Completion of command lines in bash and zsh, from the command tables. Two
 * functions say what a command has and what an option takes, in words that
 * both shells know. A part for each shell uses them.
 */
#include "tools/command/help.h"

#include <string.h>

#include "tools/select/triggers.h"

const char *help_argument_kind(const struct option *option)
{
	static const char *const files[] = {"FILE", "OUT", "LIBRARY"};

	if (option->choices)
		return option->choices;
	if (strcmp(option->name, "calls") == 0 ||
	    strcmp(option->name, "stack") == 0)
		return "@calls";
	if (strcmp(option->name, "trigger") == 0)
		return "@triggers";
	if (strcmp(option->arg, "DIR") == 0 ||
	    strcmp(option->arg, "FOLDERS") == 0)
		return "@folders";
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		if (strcmp(option->arg, files[i]) == 0)
			return "@files";
	return "@nothing";
}

/* By the command's synopsis. */
const char *help_operand_kind(const struct cmd *cmd)
{
	static const char *const kinds[][2] = {
		{"PROGRAM", "@program"}, {"SESSION start", "@control"},
		{"SESSION", "@session"}, {"TOPIC", "@topics"},
		{"LIST", "@calls"},	 {"FILE", "@files"},
		{"IN OUT", "@files"},	 {"A B", "@files"},
		{"LIB", "@files"},
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (strstr(cmd->synopsis, kinds[i][0]))
			return kinds[i][1];
	return "@nothing";
}

static void put_options(FILE *out, const struct cmd *cmd)
{
	const struct option *option = cmd->options;

	fprintf(out, "\t%s) echo '--help", cmd->name);
	for (; option && option->name; option++) {
		fprintf(out, " --%s", option->name);
		if (option->kind == OPTION_SWITCH)
			fprintf(out, " --no-%s", option->name);
	}
	fputs("' ;;\n", out);
}

static void put_arguments(FILE *out, const struct cmd *cmd)
{
	const struct option *option = cmd->options;

	for (; option && option->name; option++) {
		if (!option->arg)
			continue;
		fprintf(out, "\t%s:--%s", cmd->name, option->name);
		if (option->letter)
			fprintf(out, " | %s:-%c", cmd->name, option->letter);
		fprintf(out, ") echo '%s' ;;\n", help_argument_kind(option));
	}
	fprintf(out, "\t%s:) echo '%s' ;;\n", cmd->name,
		help_operand_kind(cmd));
}

static void put_topics(FILE *out)
{
	const char *gap = "";
	struct page page;

	for (size_t i = 0; page_topic_at(i, &page); i++) {
		fprintf(out, "%s%s", gap, page.name);
		gap = " ";
	}
}

void help_put_words(FILE *out, const char *(*next)(uint32_t *at))
{
	const char *gap = "", *word;
	uint32_t at = 0;

	while ((word = next(&at))) {
		fprintf(out, "%s%s", gap, word);
		gap = " ";
	}
}

static void put_tables(FILE *out)
{
	fputs("\n_fxtrace_commands='", out);
	for (size_t i = 0; cmd_table[i]; i++)
		fprintf(out, "%s%s", i ? " " : "", cmd_table[i]->name);
	fputs("'\n_fxtrace_topics='", out);
	put_topics(out);
	fputs("'\n_fxtrace_errors='", out);
	help_put_words(out, triggers_error);
	fputs("'\n_fxtrace_signals='", out);
	help_put_words(out, triggers_signal);
	fputs("'\n\n# _fxtrace_options COMMAND\n"
	      "_fxtrace_options() {\n\tcase $1 in\n",
	      out);
	for (size_t i = 0; cmd_table[i]; i++)
		put_options(out, cmd_table[i]);
	fputs("\tesac\n}\n\n"
	      "# _fxtrace_argument COMMAND:OPTION: words, or a kind; of its "
	      "operands COMMAND:\n"
	      "_fxtrace_argument() {\n\tcase $1 in\n",
	      out);
	for (size_t i = 0; cmd_table[i]; i++)
		put_arguments(out, cmd_table[i]);
	fputs("\tesac\n}\n", out);
}

/* Of both shells. */
static const char common[] =
	"\n"
	"# functions and groups\n"
	"_fxtrace_calls() {\n"
	"\t{\n"
	"\t\t\"$1\" list --json | sed -n 's/^{\"name\":\"\\([^\"]*\\)\","
	"\"category\":\"\\([^\"]*\\)\".*/\\1 %\\2/p' | tr ' ' '\\n'\n"
	"\t\t\"$1\" list --groups | grep -o '%[^ ]*'\n"
	"\t} 2>/dev/null | sort -u\n"
	"}\n"
	"\n"
	"# _fxtrace_list FXTRACE WORD: what may follow in a list of functions "
	"or,\n"
	"# if $kind is @triggers, of triggers: $offered, and in $part what it "
	"completes\n"
	"_fxtrace_list() {\n"
	"\tpart=${2##*,} offered=''\n"
	"\tcase $kind:$part in\n"
	"\t@calls:[-+]*) part=${part#?} ;;\n"
	"\t@triggers:*';'*) part=${part##*;} offered='every= max= wait' ;;\n"
	"\t@triggers:*:*=*) part=${part##*=} offered=$_fxtrace_errors ;;\n"
	"\t@triggers:*:*) part=${part#*:} offered=$_fxtrace_signals ;;\n"
	"\t@triggers:*) offered='snapshot: start: stop:' ;;\n"
	"\tesac\n"
	"\tcase $offered in\n"
	"\t'' | SIG*) offered=\"$offered $(_fxtrace_calls \"$1\")\" ;;\n"
	"\tesac\n"
	"}\n"
	"\n"
	"# sessions that run\n"
	"_fxtrace_sessions() {\n"
	"\t\"$1\" ps 2>/dev/null | sed -n 's/^ *\\([0-9][0-9]*\\) .*/\\1/p'\n"
	"}\n"
	"\n"
	"# _fxtrace_find COMMAND [WORD...]: what may follow, in $kind,\n"
	"# and in $last the option that it is the argument of\n"
	"_fxtrace_find() {\n"
	"\tlocal command=$1 n=0\n"
	"\tkind=$(_fxtrace_argument \"$command:\")\n"
	"\tshift\n"
	"\twhile [ $# -gt 0 ]; do\n"
	"\t\tcase $last:$1 in\n"
	"\t\t:-?*) [ -z \"$(_fxtrace_argument \"$command:$1\")\" ] || "
	"last=$1 ;;\n"
	"\t\t:*)\n"
	"\t\t\tn=$((n + 1))\n"
	"\t\t\t[ \"$kind\" != @program ] || return 0\n"
	"\t\t\t;;\n"
	"\t\t*) last='' ;;\n"
	"\t\tesac\n"
	"\t\tshift\n"
	"\tdone\n"
	"\tif [ -n \"$last\" ]; then\n"
	"\t\tkind=$(_fxtrace_argument \"$command:$last\")\n"
	"\telif [ \"$kind\" = @control ]; then\n"
	"\t\tcase $n in\n"
	"\t\t0) kind=@session ;;\n"
	"\t\t1) kind='start stop status calls' ;;\n"
	"\t\t*) kind=@calls ;;\n"
	"\t\tesac\n"
	"\telif [ \"$kind\" = @program ]; then\n"
	"\t\tkind=@start\n"
	"\tfi\n"
	"}\n";

static const char bash[] =
	"\n"
	"# _fxtrace_reply WORDS CURRENT: those that begin so\n"
	"_fxtrace_reply() {\n"
	"\tlocal line\n"
	"\twhile IFS= read -r line; do\n"
	"\t\tCOMPREPLY+=(\"$line\")\n"
	"\tdone < <(compgen \"$@\")\n"
	"}\n"
	"\n"
	"# _fxtrace_words: $before and $full, the words and the last one, "
	"which "
	"bash\n"
	"# divides at : and =; --option=VALUE are two\n"
	"_fxtrace_words() {\n"
	"\tlocal i piece glue=''\n"
	"\tfor ((i = 2; i <= COMP_CWORD; i++)); do\n"
	"\t\tpiece=${COMP_WORDS[i]}\n"
	"\t\tif [[ $piece == = && ${#before[@]} != 0 && "
	"${before[${#before[@]} - 1]} == --* ]]; then\n"
	"\t\t\tpiece=''\n"
	"\t\t\t((i == COMP_CWORD)) || continue\n"
	"\t\tfi\n"
	"\t\tif [[ ${#before[@]} != 0 && ($glue || $piece == [:=]*) ]]; then\n"
	"\t\t\tbefore[${#before[@]} - 1]+=$piece\n"
	"\t\telse\n"
	"\t\t\tbefore+=(\"$piece\")\n"
	"\t\tfi\n"
	"\t\t[[ $piece == *[:=] ]] && glue=1 || glue=''\n"
	"\tdone\n"
	"\tfull=${before[${#before[@]} - 1]#[\\'\\\"]}\n"
	"\tunset \"before[${#before[@]} - 1]\"\n"
	"}\n"
	"\n"
	"# _fxtrace_reply_list FXTRACE: items of a list, as far as bash does "
	"not "
	"have\n"
	"# them before the word\n"
	"_fxtrace_reply_list() {\n"
	"\tlocal part offered i base=${full%\"$word\"}\n"
	"\tcompopt -o nospace 2>/dev/null\n"
	"\t_fxtrace_list \"$1\" \"$full\"\n"
	"\t_fxtrace_reply -P \"${full%\"$part\"}\" -W \"$offered\" -- "
	"\"$part\"\n"
	"\tfor i in \"${!COMPREPLY[@]}\"; do\n"
	"\t\tCOMPREPLY[i]=${COMPREPLY[i]#\"$base\"}\n"
	"\tdone\n"
	"}\n"
	"\n"
	"_fxtrace() {\n"
	"\tlocal word=${2#[\\'\\\"]} kind='' last='' before=() full=''\n"
	"\tCOMPREPLY=()\n"
	"\tif [ \"$COMP_CWORD\" = 1 ]; then\n"
	"\t\t_fxtrace_reply -W \"$_fxtrace_commands --help --version -V\" -- "
	"\"$word\"\n"
	"\t\treturn\n"
	"\tfi\n"
	"\t[[ $word != [:=] ]] || word=''\n"
	"\t_fxtrace_words\n"
	"\t_fxtrace_find \"${COMP_WORDS[1]}\" \"${before[@]}\"\n"
	"\tif [[ -z $last && $word == -* && $kind != @program ]]; then\n"
	"\t\t_fxtrace_reply -W \"$(_fxtrace_options \"${COMP_WORDS[1]}\")\" "
	"-- \"$word\"\n"
	"\t\t[ \"${#COMPREPLY[@]}\" = 0 ] || return\n"
	"\tfi\n"
	"\tcase $kind in\n"
	"\t@files | @program)\n"
	"\t\tcompopt -o filenames 2>/dev/null\n"
	"\t\t_fxtrace_reply -f -- \"$word\"\n"
	"\t\t;;\n"
	"\t@folders)\n"
	"\t\tcompopt -o filenames 2>/dev/null\n"
	"\t\t_fxtrace_reply -d -- \"$word\"\n"
	"\t\t;;\n"
	"\t@start) _fxtrace_reply -c -- \"$word\" ;;\n"
	"\t@session) _fxtrace_reply -W \"$(_fxtrace_sessions \"$1\")\" -- "
	"\"$word\" ;;\n"
	"\t@topics) _fxtrace_reply -W \"$_fxtrace_commands "
	"$_fxtrace_topics\" -- \"$word\" ;;\n"
	"\t@calls | @triggers) _fxtrace_reply_list \"$1\" ;;\n"
	"\t@*) ;;\n"
	"\t*) _fxtrace_reply -W \"$kind\" -- \"$word\" ;;\n"
	"\tesac\n"
	"}\n"
	"complete -F _fxtrace fxtrace\n";

static const char zsh[] =
	"\n"
	"_fxtrace() {\n"
	"\tlocal kind='' last='' part\n"
	"\tif ((CURRENT == 2)); then\n"
	"\t\tcompadd -- ${=_fxtrace_commands} --help --version -V\n"
	"\t\treturn\n"
	"\tfi\n"
	"\t_fxtrace_find \"${(@)words[2,CURRENT-1]}\"\n"
	"\tif [[ $PREFIX == --*=* ]]; then\n"
	"\t\tkind=$(_fxtrace_argument \"$words[2]:${PREFIX%%=*}\")\n"
	"\t\tcompset -P '*='\n"
	"\telif [[ -z $last && $PREFIX == -* && $kind != @program ]]; then\n"
	"\t\tcompadd -- ${=$(_fxtrace_options $words[2])} && return\n"
	"\tfi\n"
	"\tcase $kind in\n"
	"\t@files | @program) _files ;;\n"
	"\t@folders) _files -/ ;;\n"
	"\t@start) _command_names -e ;;\n"
	"\t@session) compadd -- ${=$(_fxtrace_sessions $words[1])} ;;\n"
	"\t@topics) compadd -- ${=_fxtrace_commands} ${=_fxtrace_topics} ;;\n"
	"\t@calls | @triggers)\n"
	"\t\tlocal program=$words[1] offered n\n"
	"\t\t_fxtrace_list $program ${(Q)PREFIX}\n"
	"\t\tn=$((${#PREFIX} - ${#${(q)part}}))\n"
	"\t\tIPREFIX+=${PREFIX[1,n]} PREFIX=${PREFIX[n+1,-1]}\n"
	"\t\tcompadd -S '' -- ${=offered}\n"
	"\t\t;;\n"
	"\t@*) ;;\n"
	"\t*) compadd -- ${=kind} ;;\n"
	"\tesac\n"
	"}\n"
	"_fxtrace \"$@\"\n";

void help_completion(FILE *out, const char *shell)
{
	bool is_zsh = strcmp(shell, "zsh") == 0;

	if (strcmp(shell, "fish") == 0) {
		help_completion_fish(out);
		return;
	}
	fprintf(out,
		"%s# made by `fxtrace help --completion %s`, do not edit\n",
		is_zsh ? "#compdef fxtrace\n" : "# shellcheck shell=bash\n",
		shell);
	put_tables(out);
	fputs(common, out);
	fputs(is_zsh ? zsh : bash, out);
}
