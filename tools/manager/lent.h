/* SPDX-License-Identifier: MIT */
/*
 * A provider's buffer as it was lent to us (writer/wire.h): a memfd that
 * cannot shrink, whose program may write anywhere in it at any time. Its
 * layout is copied, checked once and believed from then on; records are read
 * with pread into our own memory, or, of one that fills its buffers again and
 * again, copied from a mapping. What both sides store to, packets and slots, is
 * mapped.
 *
 * The buffer of a process whose manager is gone is only looked at: through a
 * source of the caller's, nothing mapped and nothing stored.
 */
#ifndef TOOLS_MANAGER_LENT_H
#define TOOLS_MANAGER_LENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "writer/wire.h"

/* Another way to a buffer's bytes than its descriptor. */
struct lent_source {
	void *context;
	/* n bytes from file offset off; false: they are not there */
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
	uint32_t rolling_words; /* of each of the two, whole units */
	uint64_t nonce;
	uint64_t epoch_ticks;
	uint32_t clock; /* enum fxw_clock */
	bool fences;
	bool overwrites; /* circular: nothing of it is saved while it runs */
	char name[FXT_PROVIDER_NAME_MAX_BYTES + 1]; /* printable or UTF-8 */
	uint64_t slots_off; /* of the slots beyond the control area's */
	uint32_t n_more_slots;
	/* Shared with the program: never read twice what is acted upon. */
	struct fxw_control *control;
	struct fxw_slot *more_slots; /* NULL = none */
	void *maps[3];
	size_t map_bytes[3];
	/* lent_map_rolling's, to be copied from: of each buffer so many bytes
	 */
	const char *rolling;
	uint64_t n_mapped[2];
};

/* One level of one thread, by where its slot stands. */
struct lent_writer {
	uint32_t slot, level;
	uint32_t place; /* of what it writes to, as fxw_place() has it */
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
 * Checks a buffer of n_bytes that is only to be looked at: of the functions
 * below, those that read and count may be used.
 * source   borrowed
 * control  out: the control area as it was then, of either clock
 * Returns NULL, or what is wrong with it.
 */
const char *lent_look(struct lent *lent, const struct lent_source *source,
		      uint64_t n_bytes, struct fxw_control *control);

/* From now on what has been stored to the rolling buffers by now is copied from
 * a mapping, if one can be had: that costs the kernel less than pread. */
void lent_map_rolling(struct lent *lent);

/* Copies n bytes from file offset off. False: they are not there. */
bool lent_read(const struct lent *lent, void *to, size_t n, uint64_t off);

/* Where the next memory is from off on; behind it there was never anything
 * stored. UINT64_MAX: nowhere. */
uint64_t lent_memory(const struct lent *lent, uint64_t off);

/* The control area's alloc, and both of its lap_first. False: they cannot be
 * read. */
bool lent_alloc(const struct lent *lent, uint64_t *alloc);
bool lent_lap_first(const struct lent *lent, uint32_t *lap_first);

/* Turns to the lap behind that of the sequence, as a writer would who finds no
 * room there; the buffer for it must be free. False: it is not the one that is
 * being written any more, or somebody takes space from it. */
bool lent_turn(const struct lent *lent, uint32_t sequence);

/* Makes the sequence the one that may be written, unless a later one is. */
void lent_go_live(const struct lent *lent, uint32_t sequence);

/* Takes the packet out of a cell (below FXW_CELLS). False: it is empty. */
bool lent_packet(const struct lent *lent, unsigned cell,
		 struct fxw_packet *packet);

/* Answers a SAVE_BUFFER and wakes who waits for that. */
void lent_answer(const struct lent *lent, uint32_t data32, uint64_t data64);

/* Puts a held span into the program's sight, or 0 = none. */
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

/* Calls that found no room so far; threads beyond FXW_SLOTS are left out. Not
 * of a buffer that is only looked at. */
uint64_t lent_n_lost(const struct lent *lent);

/* Whether its process may not wake the manager (seccomp). */
bool lent_is_quiet(const struct lent *lent);

/* Copies the control area, made fit to be looked at: counts of all slots are
 * in it. False: it cannot be read. */
bool lent_control(const struct lent *lent, struct fxw_control *copy);

#endif
