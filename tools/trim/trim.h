/* SPDX-License-Identifier: MIT */
/*
 * A part of an archive as an archive: calls that are chosen, what they need to
 * be read and, if frames were chosen, to be drawn again. A format of its own to
 * convert.h's machinery; its context is the wishes.
 */
#ifndef TOOLS_TRIM_TRIM_H
#define TOOLS_TRIM_TRIM_H

#include "tools/convert/convert.h"
#include "tools/select/filter.h"

#define TRIM_TEXT_BYTES 1000u

struct trim_wishes {
	const char *calls;	    /* a list of select.h; NULL: all */
	const char *numbers;	    /* one of numbers.h; NULL: all */
	struct filter_words filter; /* no outcome, duration or pattern */
	const char *text; /* all of this, for the archive to tell, which
			   * takes TRIM_TEXT_BYTES */
};

extern const struct convert_format trim_format;

#endif
