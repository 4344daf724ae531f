/* SPDX-License-Identifier: MIT */
/*
 * Calls of an archive as the two events that apitrace has for each: one with
 * what goes in, and one with what comes out.
 */
#ifndef TOOLS_CONVERT_APITRACE_CALL_H
#define TOOLS_CONVERT_APITRACE_CALL_H

#include "tools/convert/apitrace/value.h"

struct apitrace_call {
	struct apitrace_pack enter,
		leave; /* leave: follows the call's number */
	bool has_leave;
};

/* A value to write in place of an argument's recorded one. */
struct apitrace_instead {
	uint32_t param; /* FXR_NONE: no parameter */
	struct apitrace_pack value;
};

/* Makes both; free them with apitrace_pack_free. thread: apitrace's number. */
void apitrace_call_make(struct apitrace_values *values,
			const struct fxr_call *call, unsigned thread,
			const struct apitrace_instead *instead,
			struct apitrace_call *made);

/* The argument of that name before the call, or NULL. */
const struct fxr_arg *apitrace_call_arg(const struct fxr_call *call,
					const char *name);

/* The beginning of a call's enter event. */
void apitrace_call_begin(struct apitrace_pack *enter, unsigned thread,
			 struct apitrace_sig *function, bool is_fake);

#endif
