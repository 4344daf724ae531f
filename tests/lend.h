/* SPDX-License-Identifier: MIT */
/*
 * A provider made by hand: a small buffer as a recorder would lend it, in which
 * a test then puts whatever it likes.
 */
#ifndef TESTS_LEND_H
#define TESTS_LEND_H

#include <stdbool.h>
#include <stdint.h>

#include "writer/wire.h"

#define LEND_UNITS 64u /* of each rolling buffer */
#define LEND_DURABLE_WORDS 128u

struct lend {
	int fd;
	uint64_t n_bytes;
	uint8_t *map;
	struct fxw_header *header;
	struct fxw_control *control;
	uint64_t *durable;
	uint64_t *rolling[2];
	uint32_t n_units[2]; /* handed out of each */
	uint64_t n_calls;    /* put there so far */
};

/* Makes a buffer of the session's clock, not sealed yet. */
void lend_make(struct lend *lend, uint32_t clock, const char *name);
void lend_free(struct lend *lend);

void lend_seal(const struct lend *lend);

/* Puts a string into the durable region. */
void lend_string(struct lend *lend, uint16_t index, const char *string);

/* Puts a span of n_units with n calls into the lap of the sequence, which
 * becomes the one that is written. Their argument counts on. */
void lend_calls(struct lend *lend, uint32_t sequence, uint32_t n_units,
		uint32_t n);

/* Fills a cell; false: none is empty. */
bool lend_packet(struct lend *lend, struct fxw_packet packet);

/* Connects to the socket of the variable FXTRACE_SESSION = text, whose secret
 * the next lend_join says. */
int lend_connect(const char *text);

/*
 * Requests to join. fd: a connection; closed.
 * Returns 0 and maps the session's area, or the errno that came back.
 */
int lend_join(const struct lend *lend, int fd, struct fxw_session_area **area);

/* What the manager gave the last one that joined to ring; its control area's
 * own, if it is of another user. */
extern uint32_t *lend_bell;

/* The session area's descriptor, if it is set to -1 before: stays open. */
extern int lend_area_fd;

/* Wakes the manager. */
void lend_ring(void);

#endif
