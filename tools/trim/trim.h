/* SPDX-License-Identifier: MIT */
/*
 * A part of an archive as an archive: selected calls, what is needed to read
 * them and, if frames were selected, to draw them again. For convert.h it is a
 * format; its context is the settings.
 */
#ifndef TOOLS_TRIM_TRIM_H
#define TOOLS_TRIM_TRIM_H

#include "tools/convert/convert.h"
#include "tools/select/filter.h"

#define TRIM_TEXT_BYTES 1000u

struct trim_settings {
	const char *calls;	    /* a list of select.h; NULL: all */
	const char *numbers;	    /* one of numbers.h; NULL: all */
	const char *redact;	    /* one of writer/redact.h; NULL: none */
	struct filter_words filter; /* no outcome, duration or pattern */
	const char *text; /* all of this as text for the fact `trimmed`, at most
			     TRIM_TEXT_BYTES */
};

extern const struct convert_format trim_format;

#endif
