/* SPDX-License-Identifier: MIT */
/*
 * Triggers: what makes a provider send ALERT, and what the manager does then.
 * A list is
 *
 *	list      := item ("," item)*
 *	item      := ("snapshot" | "start" | "stop") ":" condition (";" option)*
 *	condition := CALLS                one of these has returned
 *	           | CALLS ">" TIME       it took longer: 10ms; ns, us, ms, s
 *	           | CALLS "=" ERROR      it failed so: ENOENT
 *	           | SIGNAL               it came: SIGUSR1
 *	option    := "every=" TIME        at most one snapshot in that time
 *	           | "max=" NUMBER        so many of its snapshots are kept
 *	           | "wait"               calls that wait may be slow as well
 *
 * where CALLS is a function's name, glob, %category or %group. A glob, category
 * or group is not about the time of calls whose purpose is to wait, unless the
 * item says so. An alert's name is the condition, as much as fits into the
 * packet.
 *
 * Pure: shared by the recorder and the tools.
 */
#ifndef WRITER_ALERT_H
#define WRITER_ALERT_H

#include <stdbool.h>
#include <stdint.h>

#define FXW_ALERT_BYTES 14u
#define FXW_TRIGGERS 8u /* at most, in a list */
/* Unless the trigger says something else. */
#define FXW_TRIGGER_EVERY_NS 10000000000ull

enum fxw_action { FXW_SNAPSHOT = 1, FXW_START = 2, FXW_STOP = 3 };

enum fxw_condition {
	FXW_ON_CALL = 1,
	FXW_ON_SLOW = 2,
	FXW_ON_ERROR = 3,
	FXW_ON_SIGNAL = 4,
};

struct fxw_trigger {
	uint8_t action;		    /* enum fxw_action */
	uint8_t condition;	    /* enum fxw_condition */
	char name[FXW_ALERT_BYTES]; /* padded with zeroes */
	const char *text;	    /* of the item, in the list */
	uint32_t n_text;
	char what[64];	   /* CALLS, or the signal's name */
	char error[16];	   /* the error's name */
	uint64_t least_ns; /* of a slow call */
	uint64_t every_ns; /* between two snapshots */
	uint32_t max;	   /* of its snapshots; 0: any number */
	bool is_exact;	   /* CALLS is the name of one function */
	bool has_wait;	   /* calls that wait count as slow, too */
};

/*
 * Reads a list. Whether its errors and signals exist is for the caller to see.
 * triggers  space for FXW_TRIGGERS
 * n         out: how many there are
 * Returns NULL or what is wrong, in words that may follow "LIST: ".
 */
const char *fxw_triggers_read(const char *text, struct fxw_trigger *triggers,
			      unsigned *n);

#endif
