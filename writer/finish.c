/* SPDX-License-Identifier: MIT */
/*
 * The end of an archive: every span revoked, every gap padded, losses emitted,
 * the file cut.
 *
 * Finishing is reversible (an exec may fail) and leaves the recorder usable.
 * Later calls go to a tail of 16 KiB, padded in pieces of 1 KiB beforehand. So
 * the file stays a chain of whole records, whatever part of the tail is used.
 */
#include "writer/engine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <sys/mman.h>

#include "writer/loss.h"
#include "writer/rolling.h"
#include "writer/stream.h"
#include "writer/sweep.h"
#include "writer/sys.h"
#include "writer/thread.h"
#include "writer/wall.h"

#define PAGE_BYTES 4096u
#define TAIL_PIECE_WORDS (1024u / 8)
/* A writer that has not come out after 100 ms is stuck: dead, stopped, or
 * interrupted by a handler that does not return. */
#define YIELDS 20
#define STUCK_TRIES (YIELDS + 1000)
#define NAP_NS 100000

static bool is_inside(const struct fxw_slot *slot)
{
	uint32_t inside = FXW_AWAY;

	/* acquire: pairs with the release in fxw_window_close */
	for (unsigned i = 0; i < FXW_LEVELS; i++)
		inside |= __atomic_load_n(&slot->inside[i], __ATOMIC_ACQUIRE);
	return inside != FXW_AWAY;
}

/* Whether another thread, still alive, is inside a record. */
static bool somebody_writes(uint32_t self)
{
	const struct fxw_slot *slot;

	for (uint32_t i = 0; (slot = fxw_slot_used(i)); i++) {
		uint32_t tid = __atomic_load_n(&slot->tid, __ATOMIC_RELAXED);

		if (!tid || !is_inside(slot))
			continue;
		if (tid != self &&
		    sys_tgkill((int)fxw_engine.pid, (int)tid, 0) != -ESRCH)
			return true;
		fxw_engine.n_gaps++; /* we interrupt ourselves, or it is dead */
	}
	return false;
}

/* Waits, but not for long, until no other thread is inside a record. Their
 * spans are whole chains all the time. Only a span just taken and not yet begun
 * would look like a gap. */
static void wait_for_writers(void)
{
	uint32_t self = (uint32_t)sys_gettid();

	for (int tries = 0; tries < STUCK_TRIES; tries++) {
		if (!somebody_writes(self))
			return;
		if (tries < YIELDS)
			(void)sys_sched_yield();
		else
			(void)sys_sleep_ns(NAP_NS);
	}
	fxw_engine.n_gaps++; /* somebody is stuck: look for the gap */
}

/* The rolling buffer that was written last; once it is closed. */
static struct fxw_region *current_region(void)
{
	return fxw_rolling_of(fxw_engine.last_sequence);
}

/* Nobody may write from here on. Returns rolling words handed out. */
static uint32_t revoke_writers(void)
{
	struct fxw_control *control = fxw_engine.control;
	uint32_t used;

	__atomic_store_n(&control->live, 0, __ATOMIC_SEQ_CST);
	used = fxw_rolling_close();
	/* pairs with the compiler barrier (or fence) behind the store of
	 * `inside` in fxw_window_enter. After it, a writer is seen inside, or
	 * sees that the buffer is no longer live. */
	if (!fxw_engine.fences && !fxw_engine.no_system_calls &&
	    sys_membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0) != 0)
		/* refused only now; stores are seen long before that is over */
		(void)sys_sleep_ns(NAP_NS);
	if (!fxw_engine.no_system_calls)
		wait_for_writers();
	return used;
}

static void format_tail(uint32_t from, uint32_t to)
{
	while (from < to) {
		uint32_t piece_end = from + TAIL_PIECE_WORDS;

		if (piece_end > to)
			piece_end = to;
		fxw_region_pad(current_region(), from, piece_end);
		from = piece_end;
	}
}

/* Cuts the file, or lengthens it again, through its name, because we have no
 * descriptor. Only if the name is still this very file. */
static int resize_file(uint64_t bytes)
{
	struct sys_stat st;
	int rc;
	int fd = sys_openat(AT_FDCWD, fxw_engine.path,
			    O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0);

	if (fd < 0)
		return fd;
	rc = sys_fstat(fd, &st);
	if (rc == 0 &&
	    (st.dev != fxw_engine.device || st.ino != fxw_engine.inode))
		rc = -ESTALE;
	if (rc == 0)
		rc = sys_ftruncate(fd, (int64_t)bytes);
	if (rc == 0 && fxw_engine.is_allocated &&
	    bytes == fxw_engine.layout.file_bytes)
		rc = sys_fallocate(fd, 0, 0, (int64_t)bytes);
	(void)sys_close(fd);
	return rc;
}

/* Memory for one filler header every FXT_RECORD_MAX_WORDS words. */
static bool populate_fillers(const struct fxw_region *region, uint32_t from,
			     uint32_t to)
{
	for (; from < to; from += FXT_RECORD_MAX_WORDS) {
		uintptr_t page = (uintptr_t)(region->words + from) &
				 ~(uintptr_t)(PAGE_BYTES - 1);

		if (!fxw_engine.is_allocated &&
		    sys_madvise((void *)page, PAGE_BYTES,
				MADV_POPULATE_WRITE) != 0)
			return false;
	}
	return true;
}

/* Losses, then padding to the region's end. False: the disk is full. */
static bool finish_durable(void)
{
	struct fxw_region *durable = &fxw_engine.durable;
	uint32_t used;

	fxw_region_limit(durable,
			 (uint32_t)(fxw_engine.layout.durable_bytes / 8), 1);
	fxw_losses_emit();
	fxw_wall_emit();
	used = fxw_region_close(durable);
	fxw_region_pad_gaps(durable, used);
	fxw_engine.durable_used = used;
	fxw_engine.header->durable_end_bytes = used * 8ull;
	if (!populate_fillers(durable, used, durable->limit_words))
		return false;
	fxw_region_pad(durable, used, durable->limit_words);
	return true;
}

static uint32_t tail_end(uint32_t used)
{
	struct fxw_region *rolling = current_region();
	uint64_t capacity = fxw_engine.layout.rolling_bytes / 8;
	uint32_t end = used + FXW_TAIL_WORDS;

	if (end > capacity)
		end = (uint32_t)capacity;
	if (end > rolling->populated_words &&
	    sys_madvise((void *)((uintptr_t)(rolling->words + used) &
				 ~(uintptr_t)(PAGE_BYTES - 1)),
			(end - used) * 8ull + PAGE_BYTES,
			MADV_POPULATE_WRITE) != 0)
		return used; /* disk full: no tail */
	return end;
}

/* The other buffer is behind the current one, and nobody uses its rest. */
static bool is_wrapped_to_first(void)
{
	return fxw_engine.takes_turns &&
	       current_region() == &fxw_engine.rolling[0] &&
	       fxw_engine.control->lap_first[1];
}

/* Gaps of the rolling buffers. */
static bool pad_rolling(uint32_t used)
{
	if (fxw_engine.takes_turns)
		return fxw_sweep(used);
	if (fxw_engine.n_gaps)
		fxw_region_pad_gaps(&fxw_engine.rolling[0], used);
	return true;
}

static void set_ends(uint32_t used)
{
	struct fxw_header *header = fxw_engine.header;
	unsigned i = (unsigned)(current_region() - fxw_engine.rolling);

	header->rolling_end_bytes[i] = used * 8ull;
	if (fxw_engine.takes_turns)
		header->rolling_end_bytes[!i] =
			fxw_engine.control->lap_first[!i]
				? fxw_engine.layout.rolling_bytes
				: 0;
}

/* Pads everything. Returns where the current rolling buffer now ends, or 0 if
 * the disk has no space for the padding. */
static uint32_t pad_all(uint32_t used)
{
	uint32_t capacity = (uint32_t)(fxw_engine.layout.rolling_bytes / 8);
	uint32_t end;

	fxw_engine_tick();
	if (!pad_rolling(used) || !finish_durable())
		return 0;
	end = tail_end(used);
	format_tail(used, end);
	if (is_wrapped_to_first() &&
	    !fxw_sweep_rest(current_region(), end, capacity))
		return 0;
	set_ends(used);
	return end;
}

/* Size of the finished file whose current buffer ends at `end`. */
static uint64_t finished_bytes(uint32_t end)
{
	uint64_t off = (uint64_t)((uint8_t *)(current_region()->words + end) -
				  fxw_engine.map);

	return is_wrapped_to_first() ? fxw_engine.layout.file_bytes : off;
}

/* Memory behind the cut is gone. */
static void forget_cut(uint32_t end)
{
	if (is_wrapped_to_first() && fxw_engine.is_allocated)
		return;
	__atomic_store_n(&current_region()->populated_words, end,
			 __ATOMIC_RELAXED);
	if (current_region() == &fxw_engine.rolling[0] &&
	    !is_wrapped_to_first())
		__atomic_store_n(&fxw_engine.rolling[1].populated_words, 0,
				 __ATOMIC_RELAXED);
}

/* Set before it is true: a handler that interrupts us then waits for nobody. */
static uint8_t say_finishes(uint8_t finishes)
{
	struct fxw_thread *t = fxw_self;
	uint8_t before = t ? t->finishes : 0;

	if (t)
		*(volatile uint8_t *)&t->finishes = finishes;
	return before;
}

static bool begin_finishing(uint32_t from_state)
{
	uint8_t before = say_finishes(1);

	/* One finisher; pairs with the release in end_finishing */
	if (!__atomic_compare_exchange_n(&fxw_engine.state, &from_state,
					 FXW_ENGINE_FINISHING, false,
					 __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
		(void)say_finishes(before);
		return false;
	}
	fxw_engine.finisher =
		fxw_engine.no_system_calls ? 0 : (uint64_t)sys_gettid();
	return true;
}

static void end_finishing(uint32_t state)
{
	__atomic_store_n(&fxw_engine.state, state, __ATOMIC_RELEASE);
	(void)say_finishes(0);
}

/* The manager finishes the archive. Recording goes on until the very end. */
static void finish_lent(void)
{
	fxw_engine_tick();
	fxw_losses_emit();
	fxw_engine.control->state = FXW_ENDED;
	end_finishing(FXW_ENGINE_FINISHED);
	if (fxw_engine.streams)
		fxw_stream_flush();
}

void fxw_engine_finish(void)
{
	struct fxw_control *control = fxw_engine.control;
	uint32_t used, end;

	if (!begin_finishing(FXW_ENGINE_ON))
		return;
	if (fxw_engine.is_damaged) { /* what is there is for `recover` */
		end_finishing(FXW_ENGINE_FINISHED);
		return;
	}
	if (fxw_engine.is_lent) {
		finish_lent();
		return;
	}
	if (fxw_engine.no_system_calls) { /* `recover` pads and cuts it */
		control->state = FXW_ENDED;
		end_finishing(FXW_ENGINE_FINISHED);
		return;
	}
	used = revoke_writers();
	fxw_set_may_turn(false);
	end = pad_all(used);
	if (end && resize_file(finished_bytes(end)) == 0) {
		control->state = FXW_FINISHED;
		forget_cut(end);
		fxw_region_limit(current_region(), end, TAIL_PIECE_WORDS);
		fxw_rolling_open(used);
	} else {
		control->state = FXW_ENDED;
		fxw_rolling_open(end ? end : used);
	}
	end_finishing(FXW_ENGINE_FINISHED);
}

/* Names and signatures continue behind those that are there. */
static void reopen_durable(uint32_t sequence)
{
	struct fxw_region *durable = &fxw_engine.durable;
	uint32_t used = fxw_engine.durable_used;

	fxw_region_unpad(durable, used, durable->limit_words);
	fxw_region_limit(durable,
			 durable->limit_words - FXW_DURABLE_RESERVE_WORDS, 1);
	fxw_engine.header->durable_end_bytes = 0;
	fxw_region_open(durable, sequence, used);
}

/* All of the buffer, as it was before it was finished. */
static void limit_rolling(struct fxw_region *rolling)
{
	uint32_t capacity = (uint32_t)(fxw_engine.layout.rolling_bytes / 8);

	for (unsigned i = 0; fxw_engine.is_allocated && i < 2; i++)
		fxw_engine.rolling[i].populated_words = capacity;
	if (fxw_engine.takes_turns)
		fxw_region_limit(rolling, capacity - FXW_TAIL_WORDS,
				 FXW_UNIT_WORDS);
	else
		fxw_region_limit(rolling, capacity, 1);
}

void fxw_engine_unfinish(void)
{
	struct fxw_header *header = fxw_engine.header;
	struct fxw_region *rolling = current_region();
	uint32_t end = rolling->limit_words;

	if (!begin_finishing(FXW_ENGINE_FINISHED))
		return;
	if (fxw_engine.is_damaged) {
		end_finishing(FXW_ENGINE_ON);
		return;
	}
	if (!fxw_engine.is_lent && fxw_engine.control->state == FXW_FINISHED) {
		(void)revoke_writers();
		/* not past RLIMIT_FSIZE: SIGXFSZ would kill the program */
		if (fxw_engine.layout.file_bytes <= sys_file_limit() &&
		    resize_file(fxw_engine.layout.file_bytes) == 0)
			limit_rolling(rolling);
		header->rolling_end_bytes[rolling - fxw_engine.rolling] = 0;
		reopen_durable(fxw_engine.last_sequence + 1);
		/* before anybody writes: late ends are not settled any more */
		fxw_engine.control->state = FXW_RUNNING;
		if (fxw_engine.takes_turns)
			fxw_sweep_back();
		/* the rest of the tail stays padding: spans go on behind it */
		fxw_rolling_open(end);
	}
	fxw_set_may_turn(fxw_engine.takes_turns);
	fxw_engine.control->state = FXW_RUNNING;
	end_finishing(FXW_ENGINE_ON);
}
