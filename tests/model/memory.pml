/* SPDX-License-Identifier: MIT */
/*
 * The memory that writers and savers share, for circular.pml and streaming.pml.
 *
 * Store buffers (x86-TSO). A plain store of a thread waits in its first in,
 * first out buffer until process Memory moves it to memory, at any later moment;
 * loads see memory. A locked instruction empties its thread's buffer first, a
 * membarrier everybody's. No thread loads what it has stored plainly itself, so
 * there is no forwarding. A handler shares the buffer of its thread.
 *
 * Buffers. Two rolling buffers of UNITS units (FXW_UNIT_WORDS). A unit is four
 * words here: the stamp's CHECK and {sequence, units} as in lap.h, and one
 * record of two words, BODY and HEAD. So a span of n units has space for n
 * records. A record is written as {sequence, id} in both words: a walk that finds
 * two different ones has found a torn record, one of another lap a stale one.
 * A span's chain goes on in the HEAD of its next unit. The stamps of its other
 * units keep what an earlier lap left there, which is the worst case.
 *
 * Slots. Of each level (struct fxw_slot, places): inside, sequence, place.
 */
#define AWAY	0 /* enum fxw_inside */
#define WRITING 1
#define TAKING	2

#ifndef UNITS
#define UNITS 2
#endif
#define N_LEVELS 3 /* of writer 0, of writer 1, of the handler in writer 0 */
#define N_IDS	 12
#ifndef MAX_SEQUENCE
#define MAX_SEQUENCE 7 /* what a record's word has space for */
#endif

#define N_WORDS (2 * UNITS * 4)
#define CHECK	0
#define STAMP	1
#define BODY	2
#define HEAD	3
#define WORD(b, u, w)	 (((b) * UNITS + (u)) * 4 + (w))
#define SLOT(k, field)	 (N_WORDS + (k) * 3 + (field))
#define INSIDE	 0
#define SEQUENCE 1
#define PLACE	 2

#define FILLER		  1 /* over the rest of the span */
#define RECORD(seq, id)	  ((seq) << 4 | (id))
#define IS_RECORD(word)	  ((word) >= 16)
#define RECORD_LAP(word)  ((word) >> 4)
#define RECORD_ID(word)	  ((word) & 15)
#define SPAN(at, n)	  ((at) << 2 | (n)) /* fxw_place; also a STAMP */
#define SPAN_AT(span)	  ((span) >> 2)
#define SPAN_UNITS(span)  ((span) & 3)
#define BUFFER(seq)	  (((seq) - 1) & 1) /* fxw_lap_buffer */
#ifdef THIRD
#define CPU(k)		  (k)
#define N_CPUS		  3
#else
#define CPU(k)		  ((k) & 1)
#define N_CPUS		  2
#endif

byte mem[N_WORDS + N_LEVELS * 3];
chan stores[N_CPUS] = [STORES] of { byte, byte };

/* control->alloc (changed by compare-and-swap only), live, lap_first */
byte alloc_sequence = 1, alloc_off, live = 1, lap_first[2];

/* What has become of a record, for the checks only: 0 = not committed. */
byte fate[N_IDS];

hidden byte s_at, s_value; /* scratch */
hidden byte c_buffer, c_unit, c_i, c_n, c_word, c_lap, c_last;
hidden short c_found;

/*
 * What a store changes. FINE: one word each. Otherwise the stores that make a
 * stamp, a record, or the end of a window reach memory as one: who comes between
 * them is the FINE runs' matter, which have fewer calls for it.
 */
#define STAMPED(b, u)	      (32 + (b) * UNITS + (u))
#define RECORDED(b, u, more)  (40 + ((b) * UNITS + (u)) * 2 + (more))
#define CLOSED(k)	      (56 + (k))
#define CLOSE_VALUE(seq, at, n) ((seq) << 4 | SPAN(at, n))

/* One store reaches memory. commits() and changed() are the modes'. */
inline store(at, value)
{
	if
	:: at < STAMPED(0, 0) ->
		mem[at] = value;
		if
		:: at < N_WORDS && at % 4 == HEAD && IS_RECORD(value) ->
			commits(value)
		:: else
		fi
	:: at >= STAMPED(0, 0) && at < RECORDED(0, 0, 0) ->
		mem[(at - 32) * 4 + CHECK] = SPAN_AT(value);
		mem[(at - 32) * 4 + STAMP] = value;
		mem[(at - 32) * 4 + HEAD] = FILLER
	:: at >= RECORDED(0, 0, 0) && at < CLOSED(0) ->
		mem[(at - 40) / 2 * 4 + BODY] = value;
		mem[(at - 40) / 2 * 4 + HEAD] = value;
		if
		:: at & 1 -> mem[(at - 40) / 2 * 4 + 4 + HEAD] = FILLER
		:: else
		fi;
		commits(value)
	:: at >= CLOSED(0) ->
		mem[SLOT(at - 56, INSIDE)] = AWAY;
		mem[SLOT(at - 56, SEQUENCE)] = value >> 4;
		mem[SLOT(at - 56, PLACE)] = value & 15
	fi;
	if
	:: at < N_WORDS || at >= STAMPED(0, 0) && at < CLOSED(0) ->
		d_step { changed() }
	:: else
	fi
}

inline push(k, at, value) { stores[CPU(k)] ! at, value }

inline drain(cpu)
{
	do
	:: len(stores[cpu]) ->
		stores[cpu] ? s_at, s_value;
		store(s_at, s_value)
	:: else -> break
	od
}

/* A locked instruction that stores: xchg. Within atomic or d_step. */
inline locked_store(k, at, value)
{
	drain(CPU(k));
	store(at, value)
}

/* MEMBARRIER_CMD_*_EXPEDITED */
inline membarrier()
{
#ifndef NO_BARRIER
	drain(0);
	drain(1);
#ifdef THIRD
	drain(2)
#endif
#else
	skip
#endif
}

inline raise_to(word, value)
{
	if
	:: word < value -> word = value
	:: else
	fi
}

/* go_live, a compare-and-swap; 0 = a finisher has revoked everybody */
inline go_live(sequence)
{
	if
	:: live && live < sequence -> live = sequence
	:: else
	fi
}

/* Units of a span of the lap that begins at the unit, or 0: fxw_lap_span. */
#define STAMP_LAP(b, u)	  SPAN_AT(mem[WORD(b, u, STAMP)])
#define STAMP_UNITS(b, u) SPAN_UNITS(mem[WORD(b, u, STAMP)])
#define IS_STAMPED(b, u) \
	(mem[WORD(b, u, CHECK)] && mem[WORD(b, u, CHECK)] == STAMP_LAP(b, u) && \
	 STAMP_UNITS(b, u) <= UNITS - (u))

/* Walks the chain of the span at {b, u}, found(word) for each record. */
inline walk_span(b, u)
{
	c_i = 0;
	c_n = STAMP_UNITS(b, u);
	c_lap = STAMP_LAP(b, u);
	do
	:: c_i < c_n ->
		c_word = mem[WORD(b, u + c_i, HEAD)];
		if
		:: c_word == FILLER -> break
		:: else
		fi;
		assert(IS_RECORD(c_word)); /* the chain is whole */
		assert(RECORD_LAP(c_word) == c_lap); /* nothing stale */
		assert(mem[WORD(b, u + c_i, BODY)] == c_word); /* not torn */
		found(c_word);
		c_i++
	:: else -> break
	od
}
