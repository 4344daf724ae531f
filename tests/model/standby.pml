/* SPDX-License-Identifier: MIT */
/*
 * A session whose manager may be killed at any of its steps, and its standby:
 * tools/manager/ledger.h, standby.c, relief.c. One process joins, lends its
 * buffer, records N calls and ends without a wait. The buffer holds SPACE of
 * them; then calls wait until the manager has freed some.
 *
 * The archive is written call by call, so a kill leaves any part of a save. A
 * save is committed by one store (`committed`, where the file ends). The
 * stores that say what the file has (`taken`) follow it, from a journal: who
 * takes over cuts the file to `committed`, and repeats the journal if that
 * store was made.
 *
 * KILLS: how many managers are killed. STOPS: one is stopped instead, and
 * goes on at any time unless it is killed. At the end every call is in the
 * file, once. Nobody waits for ever (no invalid end state).
 */
#ifndef N
#define N 3
#endif
#ifndef SPACE
#define SPACE 2
#endif
#ifndef KILLS
#define KILLS 2
#endif
#define MANAGERS (KILLS + 1)
#define FILE_CALLS 8

/* The file and its end: each writer's own offset is where the file ends. */
byte file[FILE_CALLS];
byte file_end;

/* Shared by manager and standby. */
byte committed;		      /* calls that the file has for good */
byte target, journal, taken;  /* the journal is valid: target == committed */

/* The process's memory, held by itself and by whoever has its descriptor. */
byte buffer[SPACE];
byte made, freed;
bool is_asked, is_joined, is_ended;
bool standby_holds; /* the descriptor is on its way to the standby, or there */

byte manager_now;	 /* the number of the one that writes */
bool is_dead[MANAGERS];	 /* killed */
bool is_stopped[MANAGERS];
bool is_done;
byte n_kills;

/* A killed manager does nothing more, a stopped one nothing for now. */
#define ALIVE(i) (!is_dead[i] && !is_stopped[i])

proctype program()
{
	is_asked = true;
	/* who waits for an answer of a manager that dies asks its successor */
	is_joined;
	do
	:: atomic { made < N && made - freed < SPACE ->
			buffer[made % SPACE] = made + 1; made++ }
	:: made == N -> break
	od;
	is_ended = true
}

/* What a step needs, so that a kill comes between any two. */
#define STEP(action) \
	if \
	:: atomic { ALIVE(me) -> action } \
	:: is_dead[me] -> goto killed \
	fi

proctype manager(byte me)
{
	byte mine, n, at;
#ifdef FREES_FIRST
	byte copy[SPACE];
#endif
	bool has_it;

	/* Of the former one's: what the ledger says. */
	if
	:: me > 0 ->
		/* its own copy of the descriptor */
		has_it = standby_holds;
#ifndef NO_CUT
		STEP(file_end = committed);
#endif
#ifndef NO_REDO
		STEP(if :: target == committed && target -> taken = journal
			:: else fi);
#endif
		STEP(freed = taken)
	:: else
	fi;
	mine = taken;
	do
	:: atomic { ALIVE(me) && is_asked && !is_joined && !has_it -> has_it = true };
#ifdef ANSWERS_FIRST
		STEP(is_joined = true);
		STEP(standby_holds = true)
#else
		STEP(standby_holds = true);
		STEP(is_joined = true)
#endif
	:: atomic { ALIVE(me) && has_it && !is_joined && standby_holds ->
			is_joined = true }
	:: atomic { ALIVE(me) && has_it && is_joined && made > mine ->
			n = (made - mine > SPACE -> SPACE : made - mine) };
		/* the journal, of what will be committed */
#ifdef COMMITS_FIRST
		STEP(target = committed + n; journal = mine + n;
			committed = target);
#else
		STEP(target = committed + n; journal = mine + n);
#endif
#ifdef FREES_FIRST
		copy[0] = buffer[mine % SPACE];
		copy[1] = buffer[(mine + 1) % SPACE];
		STEP(freed = mine + n);
#endif
		at = 0;
		do
		:: at < n ->
#ifdef FREES_FIRST
			STEP(file[file_end] = copy[at]; file_end++; at++)
#else
			STEP(file[file_end] = buffer[(mine + at) % SPACE];
				file_end++; at++)
#endif
		:: else -> break
		od;
#ifndef COMMITS_FIRST
		STEP(committed = target);
#endif
		STEP(taken = journal);
		mine = mine + n;
		STEP(freed = mine)
	:: atomic { ALIVE(me) && is_ended && mine == made ->
			is_done = true; break }
	:: is_dead[me] -> break
	od;
killed: skip
}

/* Sleeps until the manager is dead, or has not moved for long. */
proctype standby()
{
	do
	:: is_done -> break
	:: atomic { is_dead[manager_now] && manager_now < KILLS ->
			manager_now++; run manager(manager_now) }
#ifdef STOPS
	:: is_stopped[manager_now] ->
#ifndef NO_KILL
		is_dead[manager_now] = true
#else
		atomic { manager_now < KILLS ->
			manager_now++; run manager(manager_now) }
#endif
#endif
	od
}

/* At any time. A stopped manager goes on when somebody lets it. */
proctype killer()
{
	do
	:: atomic { n_kills < KILLS && !is_done && !is_dead[manager_now] ->
			n_kills++;
#ifdef STOPS
			is_stopped[manager_now] = true };
		if
		:: is_stopped[0] = false
		:: skip
		fi
#else
			is_dead[manager_now] = true }
#endif
	:: is_done -> break
	:: n_kills == KILLS -> break
	od
}

init {
	atomic {
		run program();
		run manager(0);
		run standby();
		run killer()
	};
	is_done && _nr_pr == 1;
	byte i = 0;
	assert(committed == N && file_end == N);
	do
	:: i < N -> assert(file[i] == i + 1); i++
	:: else -> break
	od
}
