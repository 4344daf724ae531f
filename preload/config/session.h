/* SPDX-License-Identifier: MIT */
/*
 * Values that all processes of one recording share: clock, epoch and the name
 * of the first archive. They are inherited in FXTRACE_SESSION:
 *	1,CLOCK,EPOCH,BASE	CLOCK and EPOCH in hex; BASE the first archive's
 *				absolute path without .fxt
 *	3,CLOCK,EPOCH,SOCKET,SECRET,BASE
 *				the same with a manager, which listens on the
 *				abstract socket SOCKET, and lets in who knows
 *				SECRET. It is only in the environment, which
 *				other users cannot read
 *	off			an ancestor does not want its children recorded
 */
#ifndef PRELOAD_CONFIG_SESSION_H
#define PRELOAD_CONFIG_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "writer/wire.h"

#define FXP_SESSION_BASE_BYTES 4096
#define FXP_SESSION_SOCKET_BYTES 64

struct fxp_session {
	bool is_joined; /* else: this process is the first */
	uint32_t clock; /* enum fxw_clock */
	uint64_t epoch; /* the clock's value at tick 0 */
	char socket[FXP_SESSION_SOCKET_BYTES]; /* empty: no manager */
	char secret[FXW_SECRET_BYTES];	       /* likewise */
	char base[FXP_SESSION_BASE_BYTES];
};

/* Space for FXTRACE_FLOW=PARENT,ID, with numbers in hex. */
#define FXP_SESSION_FLOW_BYTES 48

extern struct fxp_session fxp_session __attribute__((visibility("hidden")));

/*
 * Reads the variable's value (NULL: unset; malformed counts as unset).
 * False: "off".
 */
bool fxp_session_read(struct fxp_session *session, const char *value);

/* This process is the first, and this is its archive. */
void fxp_session_found(struct fxp_session *session, const char *archive);

/*
 * Puts the variable into libc's environ itself, for exec, system and popen.
 * environment  address of environ; the array is replaced by a copy in our own
 *              memory
 * Once, from the constructor.
 */
void fxp_session_export(const struct fxp_session *session, char ***environment,
			bool follow);

/* The variable that takes a flow from a process to a program that it spawns. */
void fxp_session_put_flow(char text[FXP_SESSION_FLOW_BYTES], uint32_t parent,
			  uint64_t id);

/* Takes that variable out of the environment, in place. False: there was none,
 * or it is malformed. environment may be NULL. */
bool fxp_session_take_flow(char **environment, uint32_t *parent, uint64_t *id);

#endif
