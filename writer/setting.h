/* SPDX-License-Identifier: MIT */
/*
 * A file of settings, as FXTRACE_CONFIG and `fxtrace record --config` name it:
 *
 *	# a comment
 *	KEY = VALUE
 *	KEY = " VALUE "
 *
 * KEY is a variable's name without FXTRACE_, in upper or lower case, with _ or
 * -. Blanks around KEY and VALUE are no part of them. VALUE goes on to the end
 * of its line. It must be in quotation marks if it begins or ends with a blank,
 * or begins with such a mark. Within them nothing has a special meaning. No key
 * may be given twice.
 *
 * Pure: no memory, no system calls, no recursion.
 */
#ifndef WRITER_SETTING_H
#define WRITER_SETTING_H

#include <stdbool.h>
#include <stddef.h>

#define FXW_SETTINGS_MAX_BYTES (64u << 10)
#define FXW_SETTINGS_MAX 64u

/* Why a file or a line is refused; may follow "FILE:LINE: ". */
#define FXW_SETTINGS_NO_TEXT "expected lines of text"
#define FXW_SETTINGS_NO_KEY                                                    \
	"unknown key, expected the name of a variable without FXTRACE_"
#define FXW_SETTINGS_TWICE "expected each key once"

/* A line; both end with NUL. */
struct fxw_setting {
	char *key; /* "STRING_MAX" */
	char *value;
};

/* Where a reader is. */
struct fxw_settings {
	char *next;    /* at first the text; NUL-terminated, is written to */
	unsigned line; /* at first 0; that of what came last */
	const char *wrong; /* with it, or NULL */
};

/* The next setting; false: there is none, or the line is malformed. */
bool fxw_settings_next(struct fxw_settings *settings,
		       struct fxw_setting *setting);

#endif
