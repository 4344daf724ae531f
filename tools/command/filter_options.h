/* SPDX-License-Identifier: MIT */
/*
 * Rows of option tables (cmd.h) that choose among an archive's calls, the same
 * for all commands that do: their arguments are filter.h's words.
 *
 * words  a struct filter_words
 * verb   what the command does with calls, as a text: "show only"
 * start  what --since is counted from, behind a comma
 */
#ifndef TOOLS_COMMAND_FILTER_OPTIONS_H
#define TOOLS_COMMAND_FILTER_OPTIONS_H

#include "tools/command/cmd.h"
#include "tools/select/filter.h"

/* --errors, --min-time */
#define FILTER_OUTCOME_OPTIONS(words, verb)                                    \
	{.name = "errors",                                                     \
	 .letter = 'e',                                                        \
	 .kind = OPTION_FLAG,                                                  \
	 .value = &(words).is_failed,                                          \
	 .help = verb " calls that failed"},                                   \
	{                                                                      \
		.name = "min-time", .kind = OPTION_STRING,                     \
		.value = &(words).min_time, .arg = "TIME",                     \
		.help = verb                                                   \
			" calls that took at least this long: 10ms, 3us, "     \
			"250ns, 0.5 (seconds)",                                \
		.check = filter_check_time                                     \
	}

/* --since, --until, --process, --thread, --frames */
#define FILTER_OPTIONS(words, verb, start)                                     \
	{.name = "since",                                                      \
	 .kind = OPTION_STRING,                                                \
	 .value = &(words).since,                                              \
	 .arg = "TIME",                                                        \
	 .help = verb " calls that began then or later, counted from " start,  \
	 .check = filter_check_time},                                          \
		{.name = "until",                                              \
		 .kind = OPTION_STRING,                                        \
		 .value = &(words).until,                                      \
		 .arg = "TIME",                                                \
		 .help = verb " calls that began before then",                 \
		 .check = filter_check_time},                                  \
		{.name = "process",                                            \
		 .letter = 'p',                                                \
		 .kind = OPTION_STRING,                                        \
		 .value = &(words).processes,                                  \
		 .arg = "LIST",                                                \
		 .help = verb                                                  \
		 " calls of these: comma list of process ids and globs "       \
		 "of process names",                                           \
		 .check = filter_check_list},                                  \
		{.name = "thread",                                             \
		 .letter = 't',                                                \
		 .kind = OPTION_STRING,                                        \
		 .value = &(words).threads,                                    \
		 .arg = "LIST",                                                \
		 .help = verb                                                  \
		 " calls of these: comma list of thread ids and globs "        \
		 "of thread names",                                            \
		 .check = filter_check_list},                                  \
	{                                                                      \
		.name = "frames", .letter = 'f', .kind = OPTION_STRING,        \
		.value = &(words).frames, .arg = "LIST",                       \
		.help = verb                                                   \
			" calls of these frames, counted from 0 in each "      \
			"process: 4, 2-7, 2-, -7, several between commas",     \
		.check = filter_check_frames                                   \
	}

#endif
