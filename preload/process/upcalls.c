/* SPDX-License-Identifier: MIT */
#include "preload/process/upcalls.h"

#include <stdbool.h>
#include <stdint.h>

/* Hidden functions need no relocation for their addresses, others one each. */
#pragma GCC visibility push(hidden)
#include "ids_gl.h"
#include "ids_libc.h"
#include "preload/process/first_call.h"
#include "preload/process/process.h"
#include "preload/runtime/upcalls.h"
#include "preload/shadow/stream.h"
#pragma GCC visibility pop

static int64_t measure(const struct fxg_table *table, unsigned what,
		       const int64_t *args)
{
	return table == fxp_libc.table ? fxp_libc_measure(what, args)
				       : fxp_gl_measure(what, args);
}

void fxp_upcalls_fill(void)
{
	fxp_upcalls.child = fxp_process_child;
	fxp_upcalls.fake = fxp_first_call_fake;
	fxp_upcalls.decide = fxp_decide;
	fxp_upcalls.stream_before = fxp_stream_before;
	fxp_upcalls.stream_after = fxp_stream_after;
	fxp_upcalls.stream_tail = fxp_stream_tail;
	fxp_upcalls.stream_unwound = fxp_stream_unwound;
	fxp_upcalls.stream_of = fxp_stream_of;
	fxp_upcalls.measure = measure;
}
