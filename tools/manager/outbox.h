/* SPDX-License-Identifier: MIT */
/*
 * What is on its way into a pipe or a device. It is in memory that a manager
 * shares with its standby, at the archive's own offsets. The kernel sends it
 * from there and moves the memory's file position along, in one call. So
 * whoever takes over knows to the byte what the reader has.
 *
 * Bytes are only ever appended: a pipe refers to these pages until they are
 * read. Pages that were sent are given back.
 */
#ifndef TOOLS_MANAGER_OUTBOX_H
#define TOOLS_MANAGER_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

struct outbox {
	int fd;
	uint64_t freed; /* bytes, from the beginning on */
};

/* Whether somebody may read what goes there. */
bool outbox_is_wanted(int to_fd);

/* Makes an empty one. Returns NULL if there cannot be one. */
struct outbox *outbox_open(void);

/* A former manager's, with n_bytes that count. Dies if memory runs out.
 * fd  taken over */
struct outbox *outbox_adopt(int fd, uint64_t n_bytes);

/* outbox: may be NULL */
void outbox_close(struct outbox *outbox);

/* Appends at that offset; changes the parts. Returns 0 or errno. */
int outbox_put(struct outbox *outbox, struct iovec *parts, int n_parts,
	       uint64_t at);

/* Sends all before `end`, however long the reader takes. Returns 0 or errno.
 * is_copying: shared; true while a kill would leave it unknown how much was
 * sent, since the output does not take it in the usual way */
int outbox_send(struct outbox *outbox, int to_fd, uint64_t end,
		uint64_t *is_copying);

#endif
