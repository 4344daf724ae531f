/* SPDX-License-Identifier: MIT */
/*
 * A writer: writer/thread.h and thread.c. Level k is all that one call of it
 * sees: 0 and 1 are two threads, 2 is a handler that runs once, whole, between
 * any two steps of thread 0.
 *
 * A call's record has two words. Whether it goes to the level's span or is too
 * large for one (`own`), and how large a new span is, is left open. What the
 * modes do differently is take() and no_space(), in circular.pml and
 * streaming.pml.
 *
 * One atomic block holds at most one load of what others change; stores into
 * the thread's own buffer concern no other thread until Memory moves them.
 */
#ifndef CALLS_0
#define CALLS_0 2
#endif
#ifndef CALLS_1
#define CALLS_1 4
#endif
#ifndef CALLS_HANDLER
#define CALLS_HANDLER 1
#endif

#ifdef WHOLE_BUFFERS /* a new span always is a whole buffer */
#define WHOLE true
#else
#define WHOLE false
#endif

#ifdef THIRD /* level 2 is a thread of its own */
bool handling, handled = true;
#else
bool handling, handled = (CALLS_HANDLER == 0);
#endif
byte n_done; /* levels that have made all of their calls */

/* A signal may come here. */
inline interrupt()
{
	if
	:: k == 0 && !handled ->
		handled = true;
		handling = true;
		!handling
	:: true
	fi
}

/* stamp_span() in thread.c, the record builder, fxw_window_commit */
inline push_stamp()
{
#ifdef STAMP_FIRST
	push(k, WORD(buffer, w_at, STAMP), SPAN(w_sequence, w_n));
	push(k, WORD(buffer, w_at, CHECK), w_sequence);
	interrupt();
	push(k, WORD(buffer, w_at, HEAD), FILLER)
#else
#ifdef FINE
	push(k, WORD(buffer, w_at, CHECK), 0);
	push(k, WORD(buffer, w_at, HEAD), FILLER);
	interrupt();
	push(k, WORD(buffer, w_at, STAMP), SPAN(w_sequence, w_n));
	push(k, WORD(buffer, w_at, CHECK), w_sequence)
#else
	push(k, STAMPED(buffer, w_at), SPAN(w_sequence, w_n))
#endif
#endif
}

inline push_record()
{
#ifdef HEADER_FIRST
	push(k, WORD(buffer, w_at + w_i, HEAD), RECORD(w_sequence, id));
	interrupt();
	push(k, WORD(buffer, w_at + w_i, BODY), RECORD(w_sequence, id))
#else
#ifdef FINE
	push(k, WORD(buffer, w_at + w_i, BODY), RECORD(w_sequence, id));
	interrupt();
	if
	:: w_i + 1 < w_n -> push(k, WORD(buffer, w_at + w_i + 1, HEAD), FILLER)
	:: else
	fi;
	push(k, WORD(buffer, w_at + w_i, HEAD), RECORD(w_sequence, id))
#else
	push(k, RECORDED(buffer, w_at + w_i, (w_i + 1 < w_n)),
	     RECORD(w_sequence, id))
#endif
#endif
}

/* fxw_window_close; after an own allocation or a gap (`own`) the level pins its
 * span again */
inline push_close()
{
	if
	:: !own -> push(k, SLOT(k, INSIDE), AWAY)
	:: else ->
#ifdef FINE
		push(k, SLOT(k, INSIDE), AWAY);
		push(k, SLOT(k, SEQUENCE), l_sequence);
		push(k, SLOT(k, PLACE), SPAN(l_at, l_n))
#else
		push(k, CLOSED(k), CLOSE_VALUE(l_sequence, l_at, l_n))
#endif
	fi
}

inline clear_window()
{
	own = false;
	ok = false;
	no_cell = false;
	w_sequence = 0;
	w_at = 0;
	w_n = 0;
	w_i = 0;
	old_sequence = 0;
	old_off = 0;
	off = 0;
	i = 0;
	n = 0;
	id = 0;
	buffer = 0;
	turns = 0;
	seen = 0;
	tries = 0
}

/* The end of take(): whoever turned may not have raised `live` yet. */
inline take_live()
{
	atomic {
		interrupt();
		go_live(old_sequence);
		w_sequence = old_sequence;
		w_at = off;
		w_n = n;
		w_i = 0;
		ok = false;
		no_cell = false;
		buffer = 0;
		old_sequence = 0;
		old_off = 0;
		off = 0;
		turns = 0;
		seen = 0
	}
}

proctype Writer(byte k; byte n_calls)
{
	byte l_sequence, l_at, l_n, l_used;    /* struct fxw_level */
	byte w_sequence, w_at, w_n, w_i;       /* struct fxw_window */
	byte old_sequence, old_off, off, i, n; /* of fxw_rolling_take */
	byte id, buffer, turns, seen, tries;
	bool own, ok, no_cell;

#ifndef THIRD
end:	k != 2 || handling;
#endif
	do
	:: n_calls && MAY_CALL ->
		atomic { /* fxw_window_enter */
			interrupt();
			n_calls--;
			id = k * 4 + n_calls;
			push(k, SLOT(k, INSIDE), WRITING);
			interrupt();
#if defined(FENCES) && !defined(NO_FENCE)
			drain(CPU(k));
#endif
			if /* the load of `live` */
			:: l_sequence == live && l_used < l_n ->
				own = false;
				w_sequence = l_sequence;
				w_at = l_at;
				w_n = l_n;
				w_i = l_used;
				buffer = BUFFER(w_sequence);
				goto write
			:: !WHOLE && l_sequence == live && l_used < l_n ->
				own = true;
				n = 1
			:: else ->
				l_sequence = 0; l_at = 0; l_n = 0; l_used = 0;
				if
				:: !WHOLE -> n = 1
				:: UNITS > 1 -> n = 2
				fi
			fi
		}
grow:		skip;
		take(); /* sets TAKING first */
		atomic { /* take_and_begin: pinned from the last store on */
			interrupt();
			drain(CPU(k));
			store(SLOT(k, SEQUENCE), w_sequence);
			store(SLOT(k, PLACE), SPAN(w_at, w_n));
			store(SLOT(k, INSIDE), WRITING)
		}
		atomic {
			interrupt();
#ifndef NO_RECHECK
			if
			:: live == w_sequence
			:: else -> /* revoked in between: a gap */
				ok = false;
				goto failed
			fi;
#endif
			ok = true;
			interrupt();
			buffer = BUFFER(w_sequence); /* begin_span */
			push_stamp();
			interrupt();
			if
			:: own
			:: else ->
				l_sequence = w_sequence;
				l_at = w_at;
				l_n = w_n;
				l_used = 0
			fi
		}
write:		skip; /* ends the atomic block that a goto left */
		atomic {
			interrupt();
			push_record();
			l_used = l_used + !own;
			interrupt();
			push_close();
			clear_window()
		}
		goto next;
failed:		skip;
		no_space();
lost:		skip;
		atomic {
			loses();
			own = true;
			push_close();
			clear_window()
		}
next:		skip
	:: else -> break
	od;
	last_act();
	atomic {
		n_done++;
		clear_window();
		l_sequence = 0; l_at = 0; l_n = 0; l_used = 0;
		if
		:: k == 2 -> handling = false
		:: else
		fi
	}
}

active proctype Memory()
{
end:	do
	:: atomic { stores[0] ? s_at, s_value -> store(s_at, s_value) }
	:: atomic { stores[1] ? s_at, s_value -> store(s_at, s_value) }
#ifdef THIRD
	:: atomic { stores[2] ? s_at, s_value -> store(s_at, s_value) }
#endif
	od
}

inline start_writers()
{
	run Writer(0, CALLS_0);
	run Writer(1, CALLS_1);
	if
	:: CALLS_HANDLER -> run Writer(2, CALLS_HANDLER)
	:: else
	fi
}
