/* SPDX-License-Identifier: MIT */
/*
 * What a session's archive has, in memory that the manager shares with its
 * standby: so a standby that takes over knows what to take from each process's
 * buffer, and where the archive ends.
 *
 * It is an array of words. Each piece of the archive (chunk.h) carries stores
 * to it. They are made when that piece is in the file. The stores of one save
 * go to a journal first. One store then commits both the save and its journal:
 * that of the file's new end. Whoever takes over cuts the file there. If the
 * journal belongs to that end, all of its stores are made again, and in vain if
 * they were made before.
 */
#ifndef TOOLS_MANAGER_LEDGER_H
#define TOOLS_MANAGER_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "writer/alert.h"

#define LEDGER_MAGIC 0x72656764656c7866ull
#define LEDGER_REPORT_WORDS 32u
#define LEDGER_NAME_BYTES 32u
#define LEDGER_PROGRAM_BYTES 256u
#define LEDGER_SHOTS 8192u
/* Ids of processes that a standby knows. */
#define LEDGER_KOIDS (1u << 20)
/* In the journal: of one save. */
#define LEDGER_STORES 65536u
/* A save takes no further chunk beyond so many: see queue.c. */
#define LEDGER_SAVE_STORES (LEDGER_STORES / 2)

/* A store of one word, by its number. */
struct ledger_store {
	uint64_t at;
	uint64_t value;
};

enum ledger_state {
	LEDGER_RUNNING = 0,
	LEDGER_OVER = 1, /* the archive is complete: nobody takes over */
};

/* Of a trigger, by its place in the list: struct shot_counts, and whether it
 * waits for a snapshot (shotlog.h). */
struct ledger_trigger {
	uint64_t n_fired, next_ns, n_taken, n_removed, n_held;
	uint64_t n_due, n_done, due_id;
};

/* A snapshot by a trigger. */
struct ledger_shot {
	uint64_t state; /* 0 = none */
	uint64_t number, trigger, n_bytes, device, inode;
};

/* The beginning. */
struct ledger_head {
	uint64_t magic;
	uint64_t n_bytes; /* of the file that count */
	/* The end of the file with which the journal is valid, if that is
	 * n_bytes. */
	uint64_t journal_end;
	uint64_t n_stores;
	uint64_t is_writing; /* 1: the file may have more than n_bytes */
	uint64_t state;	     /* enum ledger_state */
	uint64_t rate;	     /* ticks per second, 0 = not known yet */
	uint64_t n_ids;	     /* providers so far */
	uint64_t n_begun;    /* takeovers since the loop has run last */
	/* 1: the archive is being begun again (restart.h). Whoever takes over
	 * begins it once more. */
	uint64_t is_restarting;
	uint64_t is_copying;		      /* outbox.h */
	char restart_name[LEDGER_NAME_BYTES]; /* of a file that it has made */
	uint64_t file_number; /* of the file that n_bytes is of */
	char first_name[LEDGER_PROGRAM_BYTES]; /* of its programs */
	uint64_t n_shots;	/* names of snapshots by triggers, so far */
	uint64_t is_print_over; /* and that is said */
	struct ledger_trigger triggers[FXW_TRIGGERS];
	uint64_t report[LEDGER_REPORT_WORDS]; /* struct manager_report */
};

/* The words of one provider. */
struct ledger_part {
	uint64_t at;		/* its first word; 0 = it has none */
	uint32_t n_units;	/* of each rolling buffer */
	uint32_t durable_words; /* of the durable region */
};

/* Its first words. */
enum ledger_word {
	LEDGER_STATE,	       /* enum ledger_member */
	LEDGER_N_SAVED,	       /* laps */
	LEDGER_FIRST_SEQUENCE, /* earlier laps are discarded */
	LEDGER_SINCE_TICKS,    /* circular: likewise, earlier records */
	LEDGER_N_BEFORE,
	LEDGER_FORGETS,
	LEDGER_HELD,
	/* two words for each span that is held: its sequence and place, its
	 * slot and level */
	LEDGER_SPANS = LEDGER_HELD + 32,
	/* Behind it for each unit {sequence 32, words taken 32} of the span
	 * that begins there. Then a bit for each word of the durable region
	 * that was taken. */
};

enum ledger_member {
	LEDGER_JOINED = 0,
	LEDGER_INTRODUCED = 1, /* the archive has its Provider Info */
	LEDGER_ENDED = 2,      /* and all that it has recorded */
};

struct ledger_range {
	uint64_t page, n_pages;
};

struct ledger {
	int fd; /* -1 = there is none; every function below does nothing */
	struct ledger_head *head;
	uint64_t *words;
	uint64_t n_pages; /* so far */
	struct ledger_range *free;
	size_t n_free, free_capacity;
	uint64_t n_stores; /* in the journal, of the save that is being made */
};

/* Makes an empty one. Returns 0 or errno. */
int ledger_open(struct ledger *ledger);

/* Maps another process's. fd: taken over. Returns 0 or errno. */
int ledger_adopt(struct ledger *ledger, int fd);
void ledger_close(struct ledger *ledger);

/* The words of a provider with buffers of that size, all zero. False: there is
 * no space. One thread, the loop. */
bool ledger_add(struct ledger *ledger, struct ledger_part *part,
		uint32_t rolling_words, uint32_t durable_words);
void ledger_remove(struct ledger *ledger, const struct ledger_part *part);

/* Somebody else has added that part. */
void ledger_keep(struct ledger *ledger, const struct ledger_part *part);

static inline uint64_t ledger_span_at(const struct ledger_part *part,
				      unsigned buffer, uint32_t unit)
{
	return part->at + LEDGER_SPANS + buffer * (uint64_t)part->n_units +
	       unit;
}

static inline uint64_t ledger_durable_at(const struct ledger_part *part,
					 uint32_t word)
{
	return part->at + LEDGER_SPANS + 2 * (uint64_t)part->n_units +
	       word / 64;
}

/* Reads, and writes at once, without a journal: only what no save of the
 * archive decides. */
uint64_t ledger_get(const struct ledger *ledger, uint64_t at);
void ledger_set(struct ledger *ledger, uint64_t at, uint64_t value);

/* Behind the journal: LEDGER_SHOTS of these. */
struct ledger_shot *ledger_shots(const struct ledger *ledger);

/* Where the id of a process is, by its provider. 0: nowhere. */
uint64_t ledger_koid_at(uint32_t provider_id);

/* A save, by the one thread that writes the file: begin once, note any number
 * of stores, write, commit at the file's new end. */
void ledger_begin(struct ledger *ledger);
void ledger_note(struct ledger *ledger, const struct ledger_store *stores,
		 size_t n);
void ledger_commit(struct ledger *ledger, uint64_t n_bytes);

/* Makes the journal's stores again, if they count. By whoever takes over. */
void ledger_redo(struct ledger *ledger);

#endif
