/* SPDX-License-Identifier: MIT */
/*
 * Circular mode: writer/rolling.c, pin.c, and of finish.c the part that other
 * threads are in: revoke, wait, sweep.
 *
 * Whenever memory changes, the process may have been killed just now: what
 * `recover` finds then (lap.h, sweep.c) must be whole records of the laps that
 * are kept, and all that were committed in the last two. The finisher comes at
 * any time; behind its back no thread may write.
 *
 * Left out: the tail and opening again, a full disk, MAX_TURNS (2 here), stuck
 * writers (the finisher waits as long as it takes), more than one span a pin.
 */
#include "memory.pml"

#define MAX_TURNS 2
#define RETRIES	  2

byte pins_sequence[2];
byte closed_sequence; /* fxw_engine.last_sequence, once closed */
hidden byte first[2]; /* scratch of check_kill */
bool finished;
/* A call that begins behind the finisher's barrier only finds everything closed;
 * to have fewer states, none does. */
bool no_more;
#define MAY_CALL !no_more

inline commits(word) { fate[RECORD_ID(word)] = RECORD_LAP(word) }

inline found(word) { c_found = c_found | (1 << RECORD_ID(word)) }

/* fxw_lap_state */
inline lap_state()
{
	first[0] = lap_first[0];
	first[1] = lap_first[1];
	if
	:: alloc_sequence &&
	   first[BUFFER(alloc_sequence)] < first[1 - BUFFER(alloc_sequence)] ->
		first[BUFFER(alloc_sequence)] = alloc_sequence
	:: else
	fi
}

/* What is in the last two laps must be there. What is older may be gone
 * (its pinned writer was overtaken); forgotten here to have fewer states. */
inline check_fates()
{
	c_last = alloc_sequence + closed_sequence; /* one of them is 0 */
	c_i = 0;
	do
	:: c_i < N_IDS ->
		if
		:: fate[c_i] && fate[c_i] + 1 < c_last -> fate[c_i] = 0
		:: fate[c_i] && fate[c_i] + 1 >= c_last ->
#ifndef ONLY_TORN
			assert(c_found & (1 << c_i))
#else
			skip
#endif
		:: else
		fi;
		c_i++
	:: else -> break
	od;
	c_i = 0
}

/* The walk of recover and of fxw_sweep. */
inline changed()
{
	lap_state();
	c_found = 0;
	c_buffer = 0;
	do
	:: c_buffer < 2 ->
		c_unit = 0;
		do
		:: c_unit < UNITS ->
			if
			:: first[c_buffer] && IS_STAMPED(c_buffer, c_unit) &&
			   STAMP_LAP(c_buffer, c_unit) >= first[c_buffer] ->
				walk_span(c_buffer, c_unit);
				c_unit = c_unit + c_n
			:: else -> c_unit++
			fi
		:: else -> break
		od;
		c_buffer++
	:: else -> break
	od;
	first[0] = 0;
	first[1] = 0;
	check_fates();
	assert(!finished)
}

/* pinned() in pin.c: what level i pins of the buffer of `sequence`. */
#define PINS(i, sequence) \
	(mem[SLOT(i, SEQUENCE)] && mem[SLOT(i, SEQUENCE)] != (sequence) && \
	 BUFFER(mem[SLOT(i, SEQUENCE)]) == BUFFER(sequence))
#define PIN_AT(i)  SPAN_AT(mem[SLOT(i, PLACE)])
#define PIN_END(i) (PIN_AT(i) + SPAN_UNITS(mem[SLOT(i, PLACE)]))

/* fxw_pins_skip */
inline skip_pins()
{
	i = 0;
	do
	:: i < N_LEVELS ->
		if
		:: mem[SLOT(i, INSIDE)] != WRITING -> i++
		:: else ->
			atomic {
				interrupt();
				if
				:: PINS(i, old_sequence) &&
				   PIN_AT(i) < off + n && off < PIN_END(i) ->
					off = PIN_END(i);
					i = 0
				:: else -> i++
				fi
			}
		fi
	:: else -> break
	od;
	i = 0
}

/* fxw_pins_any, and what turn_buffer() does about it */
inline look_for_pins()
{
	i = 0;
	do
	:: i < N_LEVELS ->
		if
		:: mem[SLOT(i, INSIDE)] != WRITING -> i++
		:: else ->
			atomic {
				interrupt();
				if
				:: PINS(i, old_sequence + 1) ->
					raise_to(pins_sequence[buffer],
						 old_sequence + 1);
					i = N_LEVELS
				:: else -> i++
				fi
			}
		fi
	:: else -> break
	od;
	i = 0
}

/*
 * may_recycle. Before it, the turn that was made last is reported: its own thread
 * may not have come so far, and a second unreported one would hide a lap.
 */
inline prepare_turn()
{
#ifndef NO_REPORT
	atomic {
		interrupt();
		raise_to(lap_first[BUFFER(old_sequence)], old_sequence);
		d_step { changed() }
	}
#endif
	atomic {
		interrupt();
		buffer = BUFFER(old_sequence + 1);
		ok = lap_first[buffer] != 0
	}
	if
	:: ok ->
		atomic { interrupt(); go_live(old_sequence) }
#ifdef FENCES
		drain(CPU(k));
#else
		atomic { interrupt(); membarrier() }
#endif
#ifndef NO_PINS
		look_for_pins()
#endif
	:: else
	fi
}

/* The compare-and-swap of turn_buffer() and what follows it. */
inline make_turn()
{
	atomic {
		interrupt();
		if
		:: alloc_sequence == old_sequence && alloc_off == old_off ->
			ok = true;
			old_sequence++;
			old_off = 0;
			alloc_sequence = old_sequence;
			alloc_off = 0;
			d_step { changed() }
		:: else ->
			ok = false;
			old_sequence = alloc_sequence;
			old_off = alloc_off
		fi
	}
	if
	:: ok ->
		atomic { interrupt(); go_live(old_sequence) }
		atomic {
			interrupt();
			raise_to(lap_first[BUFFER(old_sequence)], old_sequence);
			d_step { changed() }
		}
	:: else
	fi
}

/*
 * take_in_turns. A compare-and-swap that fails changes nothing: so a load of
 * alloc, a space found and the swap are one step, unless pins are looked for.
 */
inline take()
{
	do
	:: atomic {
			interrupt();
			locked_store(k, SLOT(k, INSIDE), TAKING);
			old_sequence = alloc_sequence;
			old_off = alloc_off;
			off = old_off;
			if
			:: old_sequence == 0 -> goto lost
			:: else
			fi;
			ok = pins_sequence[BUFFER(old_sequence)] ==
			     old_sequence;
			if
			:: !ok && off + n <= UNITS ->
				alloc_off = off + n;
				break
			:: else
			fi
		}
		if
		:: ok -> skip_pins()
		:: else
		fi;
		if
		:: off + n > UNITS ->
			if
			:: turns == MAX_TURNS ||
			   old_sequence == MAX_SEQUENCE -> goto lost
			:: else ->
				turns++;
				prepare_turn();
				make_turn()
			fi
		:: else ->
			atomic {
				interrupt();
				if
				:: alloc_sequence == old_sequence &&
				   alloc_off == old_off ->
					alloc_off = off + n;
					break
				:: else
				fi
			}
		fi
	od;
	take_live()
}

inline no_space()
{
	tries++;
	if
	:: tries < RETRIES -> goto grow
	:: else
	fi
}

inline loses() { skip }

inline last_act() { skip }

#include "writer.pml"

/* fxw_engine_finish by a thread that is no writer: revoke, then sweep. */
#ifdef FINISHES
active proctype Finisher()
{
	byte i;

	live = 0;
#ifdef REPORT_BEHIND
	atomic { closed_sequence = alloc_sequence; alloc_sequence = 0 }
	atomic {
		raise_to(lap_first[BUFFER(closed_sequence)], closed_sequence);
		d_step { changed() }
	}
#else
	atomic { /* fxw_rolling_close; the other thing others could see is a
		  * raised lap_first, which a turn does, too */
		raise_to(lap_first[BUFFER(alloc_sequence)], alloc_sequence);
		d_step { changed() }
		closed_sequence = alloc_sequence;
		alloc_sequence = 0;
		d_step { changed() }
	}
#endif
	atomic {
#ifndef FENCES
		membarrier();
#endif
		no_more = true
	}
	do /* wait_for_writers */
	:: i < N_LEVELS -> mem[SLOT(i, INSIDE)] == AWAY; i++
	:: else -> break
	od;
	finished = true
}
#endif

init
{
	atomic {
		lap_first[0] = 1;
		start_writers()
	}
}
