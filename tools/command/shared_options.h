/* SPDX-License-Identifier: MIT */
/*
 * Rows that the option tables (option.h) of several commands share. Each ROW
 * macro has all fields of one row that are the same everywhere; its arguments
 * are the words that differ. The table adds `.value`, and `.fallback` or other
 * fields that the macro leaves out:
 *
 *	{ROW_JSON("call"), .value = &chosen.is_json},
 *
 * A ROWS macro is a group of such rows with their values.
 */
#ifndef TOOLS_COMMAND_SHARED_OPTIONS_H
#define TOOLS_COMMAND_SHARED_OPTIONS_H

#include "tools/base/option.h"
#include "tools/select/filter.h"
#include "tools/select/select.h"
#include "writer/path_globs.h"

/* What --calls takes, where it chooses among an archive's calls (select_check),
 * and where it chooses what is recorded (list_check). */
#define CALLS_GLOBS                                                            \
	"comma list of function globs and %category, - excludes, + adds"
#define CALLS_ITEMS                                                            \
	"function names, globs, %categories and %groups between commas; "      \
	"+ITEM and -ITEM change "

/* const char * */
#define ROW_CALLS(text, checker)                                               \
	.name = "calls", .letter = 'c', .kind = OPTION_STRING, .arg = "LIST",  \
	.help = text, .check = checker

/* const char *; file: the argument's name */
#define ROW_OUTPUT(file, text)                                                 \
	.name = "output", .letter = 'o', .kind = OPTION_STRING, .arg = file,   \
	.help = text

/* bool; file: the argument's name */
#define ROW_OVERWRITE(file)                                                    \
	.name = "overwrite", .kind = OPTION_FLAG,                              \
	.help = "replace an older " file " instead of keeping it as " file     \
		"~1, " file "~2 ..."

/* const char *; when: the option on which it depends, or "" */
#define ROW_DEBUG_PATH(when)                                                   \
	.name = "debug-path", .kind = OPTION_STRING, .arg = "FOLDERS",         \
	.help = when "also look for debug files in FOLDER/.build-id/..., "     \
		     "several between colons",                                 \
	.fallback = "/usr/lib/debug"

/* const char *, which pack.h reads. file: what is compressed; more: what
 * follows, after a semicolon, or "" */
#define ROW_COMPRESS(file, more)                                               \
	.name = "compress", .kind = OPTION_STRING, .arg = "HOW",               \
	.help = "compress " file " with gzip or zstd, or not (none)" more,     \
	.choices = "none gzip zstd"

/* const char * */
#define ROW_TRIGGER(text)                                                      \
	.name = "trigger", .kind = OPTION_STRING, .arg = "LIST", .help = text, \
	.check = triggers_check

/* const char *, which manager_block_max reads */
#define ROW_BLOCK_MAX                                                          \
	.name = "block-max", .kind = OPTION_STRING, .arg = "TIME",             \
	.help = "a manager that makes no progress for that long is killed, "   \
		"and its standby takes over; if that cannot be, calls that "   \
		"wait for space are dropped after twice that time, or 2s "     \
		"later: 100ms to 1000s",                                       \
	.fallback = "2s", .check = manager_check_block_max

/* const char * */
#define ROW_SNAPSHOTS_MAX                                                      \
	.name = "snapshots-max", .kind = OPTION_STRING, .arg = "LIMIT",        \
	.help = "how many snapshots by triggers the session keeps, the "       \
		"newest ones: a number, a size in all (with K, M, G), both "   \
		"with a comma between them, or all",                           \
	.fallback = "20,1G", .is_variable = true, .check = shots_check

/* uint64_t */
#define ROW_TOP(text)                                                          \
	.name = "top", .letter = 'n', .kind = OPTION_NUMBER, .arg = "N",       \
	.help = text

/* bool; what: what each line is */
#define ROW_JSON(what)                                                         \
	.name = "json", .letter = 'j', .kind = OPTION_FLAG,                    \
	.help = "one " what " per line as a JSON object"

/* bool */
#define ROW_QUIET(text)                                                        \
	.name = "quiet", .letter = 'q', .kind = OPTION_FLAG, .help = text

/* const char *, which color_is_wanted reads, "auto" to begin with */
#define ROW_COLOR                                                              \
	.name = "color", .kind = OPTION_STRING, .arg = "WHEN",                 \
	.help = "auto: on a terminal, unless NO_COLOR is set; always; never",  \
	.fallback = "auto", .choices = "auto always never"

/* bool, true to begin with */
#define ROW_PAGER                                                              \
	.name = "pager", .kind = OPTION_FLAG,                                  \
	.help = "on a terminal show the output through $FXTRACE_PAGER, "       \
		"$PAGER or less; --no-pager writes it directly",               \
	.fallback = "yes"

/* const char *, which grow_by reads; picture: what each of them is */
#define ROW_GROW_BY(picture)                                                   \
	.name = "by", .letter = 'b', .kind = OPTION_STRING, .arg = "WHAT",     \
	.help = picture " for each thread, for each process, or for all; "     \
			"stack: for each process, by the stacks of its calls", \
	.fallback = "thread", .choices = "thread process all",                 \
	.check = grow_check_by

/* bool; what: "draw" */
#define ROW_WAIT(what)                                                         \
	.name = "wait", .kind = OPTION_FLAG,                                   \
	.help = what " calls of functions whose purpose is to wait, too "      \
		     "(poll, nanosleep, waitpid, sem_wait ...)"

/* const char *, which grow_percent reads */
#define ROW_GROW_MIN                                                           \
	.name = "min", .letter = 'm', .kind = OPTION_STRING, .arg = "PERCENT", \
	.help = "leave out what is less than this share of the whole",         \
	.check = grow_check_percent

/* Fields of struct filter_words. what: "show only calls of these"; of times
 * "show only calls that". */
#define ROW_SINCE(what)                                                        \
	.name = "since", .kind = OPTION_STRING, .arg = "TIME",                 \
	.help = what                                                           \
		" began at this time or later: 0.5 (seconds), 10ms, "          \
		"3us, 250ns after the session's start; or a time of day, "     \
		"16:20:00.5 or 2026-11-26T16:20:00+01:00",                     \
	.check = filter_check_moment

#define ROW_UNTIL(what)                                                        \
	.name = "until", .kind = OPTION_STRING, .arg = "TIME",                 \
	.help = what " began before this time", .check = filter_check_moment

#define ROW_PROCESS(what)                                                      \
	.name = "process", .letter = 'p', .kind = OPTION_STRING,               \
	.arg = "LIST",                                                         \
	.help = what ": comma list of process ids and globs of process names", \
	.check = filter_check_list

#define ROW_THREAD(what)                                                       \
	.name = "thread", .letter = 't', .kind = OPTION_STRING, .arg = "LIST", \
	.help = what ": comma list of thread ids and globs of thread names",   \
	.check = filter_check_list

#define ROW_FRAMES(what, more)                                                 \
	.name = "frames", .letter = 'f', .kind = OPTION_STRING, .arg = "LIST", \
	.help = what " frames, counted from 0 in each process: 4, 2-7, 2-, "   \
		     "-7, several between commas" more,                        \
	.check = filter_check_frames

#define ROW_PATH(what)                                                         \
	.name = "path", .letter = 'P', .kind = OPTION_STRING, .arg = "GLOBS",  \
	.help = what " that name one of these files, or use a descriptor or "  \
		     "stream that was opened from it: comma list of paths "    \
		     "with * and ?, which fit slashes, too; hosts fits "       \
		     "/etc/hosts",                                             \
	.check = fxw_path_globs_check

/* words: a struct filter_words; verb: "show only" */
#define ROWS_OUTCOME(words, verb)                                              \
	{.name = "errors",                                                     \
	 .letter = 'e',                                                        \
	 .kind = OPTION_FLAG,                                                  \
	 .help = verb " calls that failed",                                    \
	 .value = &(words).is_failed},                                         \
	{                                                                      \
		.name = "min-time", .kind = OPTION_STRING, .arg = "TIME",      \
		.help = verb                                                   \
			" calls that took at least this long: 10ms, 3us, "     \
			"250ns, 0.5 (seconds)",                                \
		.check = filter_check_time, .value = &(words).min_time         \
	}

#define ROWS_SPAN(words, verb)                                                 \
	{ROW_SINCE(verb " calls that"), .value = &(words).since},              \
	{                                                                      \
		ROW_UNTIL(verb " calls that"), .value = &(words).until         \
	}

#define ROWS_OF_THREADS(words, verb)                                           \
	{ROW_PROCESS(verb " calls of these"), .value = &(words).processes},    \
	{                                                                      \
		ROW_THREAD(verb " calls of these"), .value = &(words).threads  \
	}

#define ROWS_FILTER(words, verb)                                               \
	ROWS_SPAN(words, verb), ROWS_OF_THREADS(words, verb),                  \
		{ROW_FRAMES(verb " calls of these", ""),                       \
		 .value = &(words).frames},                                    \
	{                                                                      \
		ROW_PATH(verb " calls"), .value = &(words).paths               \
	}

/* The paragraph of descriptions that says what FILE may be. */
#define ARCHIVE_OPERAND                                                        \
	"FILE may be compressed (gzip, zstd), or - for standard input. "       \
	"Without FILE the newest *.fxt of the current directory is taken. "    \
	"If the archive is damaged, what comes before the fault is used, and " \
	"the status is 1."

#endif
