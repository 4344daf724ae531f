/* SPDX-License-Identifier: MIT */
/*
 * The row of option tables (cmd.h) that says how a file is packed, the same for
 * all commands that write archives: its argument is pack.h's word.
 *
 * word      takes the argument, a const char *
 * file      what is packed, as a text
 * more      what else there is to say, behind a semicolon, or ""
 * usual     the default in words
 * is_told   whether it is also FXTRACE_COMPRESS
 */
#ifndef TOOLS_COMMAND_PACK_OPTION_H
#define TOOLS_COMMAND_PACK_OPTION_H

#include "tools/command/cmd.h"

#define PACK_OPTION(word, file, more, usual, is_told)                          \
	{                                                                      \
		.name = "compress", .kind = OPTION_STRING, .value = &(word),   \
		.arg = "HOW",                                                  \
		.help = file " as it is (none), or as gzip or zstd makes it "  \
			     "smaller" more,                                   \
		.fallback = usual, .is_variable = is_told,                     \
		.choices = "none gzip zstd"                                    \
	}

#endif
