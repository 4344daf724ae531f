/* SPDX-License-Identifier: MIT */
/*
 * Streaming: the protocol of wire.h. The provider's side is writer/rolling.c,
 * stream.c and thread.c (wait_for_capacity), here in block mode; the manager
 * does what wire.h says.
 *
 * The process may be killed at any moment. Whenever something changes, all that
 * is committed and not yet copied must be where the manager looks then. That is
 * in spans of the laps behind the last saved one, by their exact stamps, and in
 * held spans. So a kill is a check, not a process.
 *
 * MANAGER_DIES: the manager may stop at any of its steps; no thread may wait for
 * it then. Else no thread may lose a call. Both ends: all writers end, whatever
 * the order (no invalid end state), though no wait ends by time here.
 *
 * FLUSHES: thread 1 ends the process in order (fxw_stream_flush) while thread 0
 * goes on.
 *
 * Left out: STARTED, STOPPED, ALERT, the durable region, drop mode (it is this
 * without waiting), full memory, more than one held span a level. The doorbell's
 * and the answers' counters are compared only for change: a bit, and a count.
 */
#include "memory.pml"

#ifndef MAX_TURNS
#define MAX_TURNS 2
#endif
#define CELLS	  2
#define MAY_CALL  true
#define COMMITTED 1
#define SAVED	  2

byte cell[CELLS]; /* SAVE_BUFFER of that lap; 0 = empty */
byte requested;	  /* control->requested */
byte saved;	  /* control->answer, as a sequence */
byte n_answers;
bool rung; /* the doorbell differs from what the manager has seen */
/* A run has come to MAX_SEQUENCE, there may always be one lap more: all go home,
 * nothing is requested of it any more. */
bool is_over;
bool is_dead; /* the manager; FUTEX_OWNER_DIED */

/* control->held, an entry for each level. Whose span of which lap it is, only
 * the manager knows. */
byte held[N_LEVELS], held_lap[N_LEVELS];

/* For the checks: the manager has changed what waiters wait for, but has not
 * woken them yet. */
bool waking;

inline commits(word) { fate[RECORD_ID(word)] = COMMITTED }

inline found(word) { c_found = c_found | (1 << RECORD_ID(word)) }

/* The span is stamped and of that lap. */
#define IS_SPAN(b, u, lap) (IS_STAMPED(b, u) && STAMP_LAP(b, u) == (lap))

inline walk_lap(lap)
{
	c_buffer = BUFFER(lap);
	c_unit = 0;
	do
	:: c_unit < UNITS ->
		if
		:: IS_SPAN(c_buffer, c_unit, lap) ->
			walk_span(c_buffer, c_unit);
			c_unit = c_unit + c_n
		:: else -> c_unit++
		fi
	:: else -> break
	od
}

inline walk_held(level)
{
	c_buffer = BUFFER(held_lap[level]);
	c_unit = SPAN_AT(held[level]);
	if
	:: held_lap[level] && IS_SPAN(c_buffer, c_unit, held_lap[level]) ->
		walk_span(c_buffer, c_unit)
	:: else
	fi
}

/* What the manager would do if the process were killed now. */
inline changed()
{
	c_found = 0;
	c_last = saved + 1;
	do
	:: c_last <= alloc_sequence -> walk_lap(c_last); c_last++
	:: else -> break
	od;
	c_last = 0;
	do
	:: c_last < N_LEVELS -> walk_held(c_last); c_last++
	:: else -> break
	od;
	c_i = 0;
	do
	:: c_i < N_IDS ->
		assert(fate[c_i] != COMMITTED || c_found & (1 << c_i));
		c_i++
	:: else -> break
	od;
	c_found = 0
}

/* fxw_stream_skip. While a lap is being written its buffer's held spans only
 * become fewer, so that looking at all of them at once is no loss. */
#define HOLDS(level) \
	(held_lap[level] && BUFFER(held_lap[level]) == BUFFER(old_sequence) && \
	 SPAN_AT(held[level]) < off + n && \
	 off < SPAN_AT(held[level]) + SPAN_UNITS(held[level]))

inline skip_held()
{
	do
#ifndef NO_HELD
	:: HOLDS(0) -> off = SPAN_AT(held[0]) + SPAN_UNITS(held[0])
	:: !HOLDS(0) && HOLDS(1) ->
		off = SPAN_AT(held[1]) + SPAN_UNITS(held[1])
	:: !HOLDS(0) && !HOLDS(1) && HOLDS(2) ->
		off = SPAN_AT(held[2]) + SPAN_UNITS(held[2])
#endif
	:: else -> break
	od
}

/* Whether the lap of that sequence may begin: the one before it in its buffer is
 * saved. By numbers: once true it stays true, for however old an `alloc`. */
#ifdef NEVER_REQUESTS_FREE
#define IS_FREE(sequence) true
#elif defined(BY_LAP_FIRST)
#define IS_FREE(sequence) (lap_first[BUFFER(sequence)] <= saved)
#else
#define IS_FREE(sequence) ((sequence) <= saved + 2)
#endif

/* fxw_stream_request: is there anything to request? */
#ifdef RING_ONCE
/* A packet that lies there is taken for one that was reported to the manager. */
#define MUST_REQUEST \
	(saved + 1 < old_sequence && cell[0] + 1 != old_sequence && \
	 cell[1] + 1 != old_sequence)
#else
#define MUST_REQUEST (saved + 1 < old_sequence && requested + 1 < old_sequence)
#endif

/* The rest of it: put() fills a cell by compare-and-swap and rings. */
inline request()
{
	if
	:: ok ->
		atomic {
			interrupt();
			if
			:: !cell[0] -> cell[0] = old_sequence - 1
			:: cell[0] && !cell[1] -> cell[1] = old_sequence - 1
			:: else -> ok = false; no_cell = true
			fi
		}
		atomic { interrupt(); rung = true }
		if
		:: ok ->
			atomic { interrupt(); raise_to(requested, old_sequence - 1) }
		:: else
		fi
	:: else
	fi
}

/* Done for whoever made the turn to old_sequence and has not come so far: we may
 * be a handler that has interrupted him. */
inline help()
{
	atomic {
		interrupt();
#ifndef NO_LIVE_HELP
		go_live(old_sequence);
#endif
#ifdef NO_HELP
		ok = false
#else
		ok = MUST_REQUEST
#endif
	}
	request()
}

/* publish_turn: only where the free buffer is looked for by lap_first */
#ifdef BY_LAP_FIRST
#define REPORT(sequence) raise_to(lap_first[BUFFER(sequence)], sequence)
#else
#define REPORT(sequence) skip
#endif

/* turn_buffer() from old_sequence. `ok` false: it must not be. */
inline turn()
{
	atomic {
		interrupt();
#ifdef REPORTS
		REPORT(old_sequence);
#endif
		ok = IS_FREE(old_sequence + 1)
	}
	if
	:: !ok -> help(); ok = false
	:: else ->
		atomic {
			interrupt();
			if
			:: alloc_sequence == old_sequence &&
			   alloc_off == old_off ->
				old_sequence++;
				old_off = 0;
				alloc_sequence = old_sequence;
				alloc_off = 0;
				d_step { changed() }
			:: else -> ok = false
			fi
		}
		if
		:: ok ->
#ifdef LIVE_LAST
			atomic { interrupt(); ok = MUST_REQUEST }
			request();
			atomic { interrupt(); go_live(old_sequence) }
#else
			atomic {
				interrupt();
				go_live(old_sequence);
				interrupt();
				REPORT(old_sequence);
				ok = MUST_REQUEST
			}
			request();
#endif
		:: else
		fi;
		ok = true
	fi
}

/* take_in_turns, with its failed compare-and-swaps left out as in
 * circular.pml. */
inline take()
{
	do
	:: atomic {
			interrupt();
			locked_store(k, SLOT(k, INSIDE), TAKING);
#ifndef SEEN_LATE
			/* before it looks for space: an answer behind that ends
			 * its wait */
			if
			:: !turns -> seen = n_answers
			:: else
			fi;
#endif
			old_sequence = alloc_sequence;
			old_off = alloc_off;
			off = old_off;
			skip_held();
			if
			:: off + n <= UNITS ->
				alloc_off = off + n;
				break
			:: else
			fi
		}
		if
		:: turns == MAX_TURNS && old_sequence < MAX_SEQUENCE ->
			goto failed
		:: old_sequence >= MAX_SEQUENCE -> is_over = true; goto lost
		:: turns < MAX_TURNS && old_sequence < MAX_SEQUENCE ->
			turns++;
			turn();
			if
			:: !ok -> goto failed
			:: else
			fi
		fi
	od;
	take_live()
}

/* A packet found no cell, and now there is one: in C, the wait's 10 ms. */
#define CAN_PUT (no_cell && (!cell[0] || !cell[1]))

/* There was space for the call all the time since it looked: `alloc` has moved
 * on, and the manager has no answer due to those that wait. Space that a held
 * span has given back since does not count. */
inline check_waiting()
{
	off = alloc_off;
	skip_held();
#ifndef ONLY_KEPT
	assert(waking || alloc_sequence == old_sequence || off + n > UNITS);
#endif
	off = 0
}

/* wait_for_capacity: outside of the window, until another answer comes. Only a
 * thread that found no space waits; one left with a gap tries again at once. */
inline no_space()
{
#ifdef DROPS
	goto lost;
#endif
	atomic {
		interrupt();
#ifndef STAYS_INSIDE
		locked_store(k, SLOT(k, INSIDE), AWAY);
#endif
		turns = 0;
		ok = w_n == 0;
#ifdef WAITS_FOR_LIVE
		ok = true;
#endif
#ifdef SEEN_LATE
		seen = n_answers
#endif
	}
	if
	:: ok ->
		atomic { /* the futex compares last */
			interrupt();
			if
			:: is_dead || is_over -> goto lost
			:: else
			fi;
			if
			:: IS_FREE(alloc_sequence + 1) || n_answers != seen
			:: else ->
				check_waiting();
#ifdef WAITS_FOR_DEAD
				n_answers != seen || is_over || CAN_PUT
#else
				n_answers != seen || is_dead || is_over ||
					CAN_PUT
#endif
			fi
		}
	:: else
	fi;
	atomic {
		ok = false;
		w_n = 0; w_sequence = 0; w_at = 0;
		old_sequence = 0; old_off = 0; off = 0; seen = 0;
		no_cell = false;
		goto grow
	}
}

inline loses() { assert(is_dead || is_over) }

/* fxw_stream_flush, for thread 1: all that is committed when it begins is saved
 * when it ends. */
inline last_act()
{
#ifdef FLUSHES
	if
	:: k != 1
	:: k == 1 ->
		atomic {
			drain(1);
			w_sequence = alloc_sequence; /* the lap to be saved */
			id = 0;
			c_found = 0
		}
		do
		:: atomic {
				seen = n_answers;
				if
				:: is_dead || is_over -> break
				:: else
				fi;
				old_sequence = alloc_sequence;
				old_off = alloc_off
			}
			do /* fxw_rolling_turn_from; who loses tries again */
			:: old_sequence == w_sequence ->
				turn();
				if
				:: ok ->
					atomic {
						old_sequence = alloc_sequence;
						old_off = alloc_off
					}
				:: else -> break
				fi
			:: else -> break
			od;
			atomic {
#ifdef FLUSHES_ONCE
				ok = true;
#else
				ok = w_sequence <= saved;
#endif
				old_sequence = alloc_sequence
			}
			if
			:: ok -> break
			:: else
			fi;
			help();
			n_answers != seen || is_dead || is_over || CAN_PUT
		od;
		atomic {
			i = 4; /* its own records, at least */
			do
			:: i < 8 ->
				assert(is_dead || is_over || fate[i] != COMMITTED);
				i++
			:: else -> break
			od;
			i = 0
		}
	fi
#else
	skip
#endif
}

#include "writer.pml"

/* The manager copies records that it has not copied yet. */
inline copy_found()
{
	c_i = 0;
	do
	:: c_i < N_IDS ->
		if
		:: c_found & (1 << c_i) -> fate[c_i] = SAVED
		:: else
		fi;
		c_i++
	:: else -> break
	od;
	c_found = 0;
	c_i = 0
}

#ifdef MANAGER_DIES
#define MAY_DIE if :: goto dies :: true fi;
#else
#define MAY_DIE
#endif

#define HAS_LEFT(level) \
	(mem[SLOT(level, INSIDE)] != WRITING || \
	 mem[SLOT(level, SEQUENCE)] != held_lap[level])

/* Looks into a held span, and gives it back if its writer has left it: looks
 * first whether it has, so that what it wrote until then is seen. */
inline look_into(level)
{
#ifndef COPIES_FIRST
	left = HAS_LEFT(level);
	MAY_DIE
#endif
	atomic {
		d_step {
			c_found = 0;
			walk_held(level);
			copy_found()
		}
#ifdef COPIES_FIRST
	}
	left = HAS_LEFT(level);
	atomic {
#endif
		if
		:: left ->
			held_lap[level] = 0;
			held[level] = 0;
			d_step { changed() }
		:: else
		fi;
		left = false
	}
}

/* Waits a little for who is inside the lap, then holds its span. Who is still
 * in an older lap's cannot get into one of this. */
inline look_at(level)
{
	if
	:: held_lap[level] -> look_into(level)
	:: else
	fi;
	do
	:: mem[SLOT(level, INSIDE)] != WRITING || held_lap[level] -> break
	:: else ->
		if
		:: mem[SLOT(level, SEQUENCE)] != lap -> break
		:: mem[SLOT(level, SEQUENCE)] == lap /* look again */
		:: mem[SLOT(level, SEQUENCE)] == lap -> /* time is over */
			atomic {
				held[level] = mem[SLOT(level, PLACE)];
				held_lap[level] = lap;
				break
			}
		fi
	od
}

inline save()
{
	atomic { membarrier() }
	MAY_DIE
#ifndef NO_LOOK
	look_at(0);
	MAY_DIE
	look_at(1);
	look_at(2);
	MAY_DIE
#endif
	u = 0; /* span by span; those that are held, later */
	do
	:: u < UNITS ->
		atomic {
			if
			:: IS_SPAN(BUFFER(lap), u, lap) ->
				d_step {
					c_found = 0;
					walk_span(BUFFER(lap), u);
					copy_found()
				}
				u = u + c_n
			:: else -> u++
			fi
		}
	:: else -> break
	od;
	u = 0;
	MAY_DIE
	atomic { saved = lap; waking = true; d_step { changed() } }
	MAY_DIE
	atomic { n_answers++; waking = false }
}

active proctype Manager()
{
	byte lap, u, c;
	bool left;

end:	do
	:: rung ->
		rung = false;
		do
		:: c < CELLS ->
			atomic {
				lap = cell[c];
				cell[c] = 0;
				c++
			}
			if
			:: lap == saved + 1 -> save()
			:: else /* requested again */
			fi;
			lap = 0
		:: else -> break
		od;
		c = 0
	:: held_lap[0] -> look_into(0)
	:: held_lap[1] -> look_into(1)
	:: held_lap[2] -> look_into(2)
#ifdef MANAGER_DIES
	:: goto dies
#endif
	od;
dies:	is_dead = true
}

init
{
	atomic {
		lap_first[0] = 1;
		start_writers()
	}
}
