/* SPDX-License-Identifier: MIT */
/*
 * A command's order to a running session: one message to its socket, one reply
 * (writer/wire.h says how providers use the same socket). Both ends are this
 * program, of the same user; other versions are refused.
 */
#ifndef TOOLS_MANAGER_ORDER_H
#define TOOLS_MANAGER_ORDER_H

#include <stdint.h>

#include "writer/wire.h"

#define ORDER_MAGIC 0x726564726f747866ull
#define ORDER_VERSION 1u

enum order_kind {
	ORDER_LOOK = 6,	  /* the same, as of the last flush: takes nothing */
	ORDER_STATUS = 1, /* as of now: takes everything first */
	/* Records again; `clear`: see there. The reply is sent when it is done.
	 * EBUSY: another start is clearing; EIO: the archive could not be
	 * written before; ENOTSUP: it is not a file, so that it cannot be
	 * cleared. */
	ORDER_START = 2,
	ORDER_STOP = 3,	 /* records nothing until a start */
	ORDER_CALLS = 4, /* `text`: the list; empty: what was chosen first */
	/* The reply is sent when it is done. Circular: writes into the regular
	 * file that comes along; `calls` and `processes` describe its contents.
	 * Streaming: the first `bytes` of `archive` have it all. EBUSY: too
	 * many are being written. */
	ORDER_SNAPSHOT = 5,
};

enum order_clear {
	ORDER_CLEAR_NONE = 0,
	ORDER_CLEAR_CALLS = 1,
	/* Also the names that only they used. Streaming: the same as calls,
	 * since later calls may use the names of living processes. */
	ORDER_CLEAR_ALL = 2,
};

struct order {
	uint64_t magic;
	uint32_t version;
	uint32_t kind; /* enum order_kind */
	/* start: discards earlier records; streaming: the archive is begun
	 * again */
	uint32_t clear; /* enum order_clear */
	uint32_t reserved;
	char text[sizeof(((struct fxw_choice *)0)->calls)];
};

/* n_text bytes of `text` are sent. */
#define ORDER_TEXT_BYTES 32768u

struct order_answer {
	uint64_t magic;
	uint32_t version;
	int32_t error; /* errno, 0 = done */
	uint64_t n_text;
	/* lines "key: value" */
	char text[ORDER_TEXT_BYTES];
};

#endif
