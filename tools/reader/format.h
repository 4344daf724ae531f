/* SPDX-License-Identifier: MIT */
/*
 * The values behind "..." of the printf and scanf families: the format's
 * conversions, each with the values that it took. Formats and values may be
 * anything, and may not fit each other.
 */
#ifndef TOOLS_READER_FORMAT_H
#define TOOLS_READER_FORMAT_H

#include "tools/reader/calls.h"
#include "writer/conversion.h"

struct fxr_format {
	struct fxr_text text; /* of the format, as far as it was recorded */
	bool is_cut;	      /* the format */
	struct fxw_format walk;
	struct fxr_value *values;
	size_t n_values, n_taken;
};

/* A conversion and its values; NULL: it takes none, or there is none. */
struct fxr_conversion {
	struct fxw_conversion conversion;
	struct fxr_text before; /* the text between it and the previous one */
	struct fxr_value *width, *precision, *value;
};

/* False: the call has no format, or its "..." was not recorded. */
bool fxr_format_open(struct fxr_format *format, const struct fxr_call *call);

/* The next conversion. At the end, and where the format is not understood, only
 * `before` is filled in. */
enum fxw_found fxr_format_next(struct fxr_format *format,
			       struct fxr_conversion *found);

/* Sets the values' types, where the format says how to show them, and the sizes
 * of strings that were cut. */
void fxr_format_settle(struct fxr_call *call);

#endif
