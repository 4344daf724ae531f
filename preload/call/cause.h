/* SPDX-License-Identifier: MIT */
/*
 * Why a trigger has fired: a record of the call or signal, in memory that the
 * manager reads when the alert has come (struct fxw_cause). It does not depend
 * on what the buffers still hold by then. Any thread, any signal handler.
 */
#ifndef PRELOAD_CALL_CAUSE_H
#define PRELOAD_CALL_CAUSE_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/symbol/slot.h"
#include "writer/alert.h"

/* A call that has met a condition, or a signal. */
struct fxp_cause {
	struct fxp_slot *cell; /* NULL: a signal */
	const uint64_t *slot;  /* its arguments and result; NULL: none */
	bool is_over;	       /* it has returned */
	bool failed;
	int error;
	uint64_t begin_ticks; /* 0: it is not recorded */
	uint64_t n_ns;	      /* its duration; 0: unknown */
	int signo;
};

/* Records it for a trigger, the i-th of its list. Values are read from the
 * program's memory as it is now, where there is some. */
void fxp_cause_put(const struct fxw_trigger *trigger, unsigned i,
		   const struct fxp_cause *cause);

#endif
