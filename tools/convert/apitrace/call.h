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

/* As of arguments that are no parameters. */
#define APITRACE_NO_PARAMETER (-1)

/* A value to write in place of an argument's recorded one. */
struct apitrace_instead {
	int32_t parameter; /* APITRACE_NO_PARAMETER: of none */
	struct apitrace_pack value;
};

/* Makes both of the archive's current call; free them with apitrace_pack_free.
 * thread: apitrace's number. */
void apitrace_call_make(struct apitrace_values *values,
			const struct fxtrace_call *call, unsigned thread,
			const struct apitrace_instead *instead,
			struct apitrace_call *made);

/* The argument of that name before the call, or NULL. */
const struct fxtrace_arg *apitrace_call_arg(const struct fxtrace_call *call,
					    const char *name);

/* The beginning of a call's enter event. */
void apitrace_call_begin(struct apitrace_pack *enter, unsigned thread,
			 struct apitrace_sig *function, bool is_fake);

#endif
