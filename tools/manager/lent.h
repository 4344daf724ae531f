/* SPDX-License-Identifier: MIT */
/*
 * A provider's buffer as it was lent to us (writer/wire.h): a memfd that cannot
 * shrink. Its program may write anywhere in it at any time. The layout is
 * copied, checked once and trusted from then on. Records are read with pread
 * into our own memory. If a provider fills its buffers repeatedly, they are
 * copied from a mapping instead. Packets and slots, which both sides store to,
 * are mapped.
 *
 * The buffer of a process whose manager is gone is only read: through the
 * caller's source, without a mapping and without a store.
 */
#ifndef TOOLS_MANAGER_LENT_H
#define TOOLS_MANAGER_LENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "writer/wire.h"

/* A way to read a buffer's bytes other than its descriptor. */
struct lent_source {
	void *context;
	/* n bytes from file offset off; false: not available */
	bool (*read)(void *context, void *to, size_t n, uint64_t off);
};

struct lent {
	int fd;			   /* -1 = read through the source */
	struct lent_source source; /* read NULL = none */
	/* From the copy that was checked: */
	uint64_t durable_off; /* file offsets, bytes */
	uint64_t rolling_off;
	uint64_t control_off;
	uint32_t durable_words; /* capacities */
	uint32_t rolling_words; /* of each of the two, in whole units */
	uint64_t nonce;
	uint64_t epoch_ticks;
	uint32_t clock; /* enum fxw_clock */
	bool fences;
	bool is_foreign; /* of another user: its buffers are not mapped, since a
			    hole in them would become memory of ours */
	bool overwrites; /* circular: it is not saved while the program runs */
	char name[FXT_PROVIDER_NAME_MAX_BYTES + 1]; /* printable or UTF-8 */
	uint64_t slots_off; /* of the slots beyond the control area's */
	uint32_t n_more_slots;
	uint64_t n_bytes; /* of the buffer */
	/* Shared with the program: a value that is acted upon is read only
	 * once. */
	struct fxw_control *control;
	struct fxw_slot *more_slots; /* NULL = none */
	void *maps[3];
	size_t map_bytes[3];
	/* of lent_map_rolling, to copy from: so many bytes of each buffer */
	const char *rolling;
	uint64_t n_mapped[2];
};

/* One level of one thread, by its slot. */
struct lent_writer {
	uint32_t slot, level;
	uint32_t place; /* of its span, as in fxw_place() */
};

/*
 * Checks the memfd and maps what is shared.
 * fd     taken over, closed on failure, too
 * clock  the session's enum fxw_clock
 * Returns NULL, or what is wrong with it.
 */
const char *lent_open(struct lent *lent, int fd, uint32_t clock);
void lent_close(struct lent *lent);

/*
 * Checks a buffer of n_bytes that is only read: of the functions below, those
 * that read and count may be used.
 * source   borrowed
 * control  out: the control area as it was then, of either clock
 * Returns NULL, or what is wrong with it.
 */
const char *lent_inspect(struct lent *lent, const struct lent_source *source,
			 uint64_t n_bytes, struct fxw_control *control);

/* From now on copies the written part of the rolling buffers from a mapping, if
 * possible: that is cheaper for the kernel than pread. */
void lent_map_rolling(struct lent *lent);

/* Copies n bytes from file offset off. False: not available. */
bool lent_read(const struct lent *lent, void *to, size_t n, uint64_t off);

/* The offset of the next memory from off on; nothing was ever stored before it.
 * UINT64_MAX: none. */
uint64_t lent_memory(const struct lent *lent, uint64_t off);

/* The control area's alloc, and both of its lap_first. False: they cannot be
 * read. */
bool lent_alloc(const struct lent *lent, uint64_t *alloc);
bool lent_lap_first(const struct lent *lent, uint32_t *lap_first);

/* Turns to the lap after that of the sequence, as a writer does that finds no
 * space there. The buffer for it must be free. False: another lap is being
 * written, or a thread is taking space from it. */
bool lent_turn(const struct lent *lent, uint32_t sequence);

/* Makes the sequence writable, unless a later one is. */
void lent_go_live(const struct lent *lent, uint32_t sequence);

/* Copies the packet in a cell (below FXW_CELLS). False: it is empty. */
bool lent_peek(const struct lent *lent, unsigned cell,
	       struct fxw_packet *packet);

/* Makes a cell with a packet free for the next one. */
void lent_empty(const struct lent *lent, unsigned cell);

/* Answers a SAVE_BUFFER and wakes the threads that wait for it. */
void lent_answer(const struct lent *lent, uint32_t data32, uint64_t data64);

/* Whether that answer is still there. */
bool lent_has_answer(const struct lent *lent, uint32_t data32, uint64_t data64);

/* The last answer: the provider is not looked at any more (FXW_DISMISSED). */
void lent_dismiss(const struct lent *lent);

/* Publishes a held span to the program, or 0 = none. */
void lent_hold(const struct lent *lent, unsigned buffer, unsigned i,
	       uint32_t place);

/* Whether the writer is still inside a span of that sequence at its place. */
bool lent_is_inside(const struct lent *lent, const struct lent_writer *writer,
		    uint32_t sequence);

/* Finds the writers inside spans of the sequence: up to n_room of them into
 * `writers`. Returns how many there are. */
unsigned lent_inside(const struct lent *lent, uint32_t sequence,
		     struct lent_writer *writers, unsigned capacity);

/* Calls recorded so far, by all threads. */
uint64_t lent_n_calls(const struct lent *lent);

/* Calls dropped so far for lack of space; threads beyond FXW_SLOTS are not
 * included. Not for a buffer that is only read. */
uint64_t lent_n_lost(const struct lent *lent);

/* Where the provider's own bell is, as file offset; and whether it has started
 * others. */
uint64_t lent_bell_off(const struct lent *lent);
bool lent_has_started(const struct lent *lent);

/* The offset of the causes of its alerts (struct fxw_cause); 0: none. */
uint64_t lent_causes_off(const struct lent *lent);

/* Whether its recorder has found that the program has overwritten it. */
bool lent_is_damaged(const struct lent *lent);

/* Whether its process may not wake the manager (seccomp). */
bool lent_is_quiet(const struct lent *lent);

/* Whether its process was about to become another program by exec. */
bool lent_is_leaving(const struct lent *lent);

/* Copies the control area, with the counts of all slots included. False: it
 * cannot be read. */
bool lent_control(const struct lent *lent, struct fxw_control *copy);

#endif
