/* SPDX-License-Identifier: MIT */
/*
 * Where records go: the durable region (names, threads, signatures: read first)
 * and the rolling region (calls). One compare-and-swap hands space out. Space
 * is populated before it is handed out, so that a store into it cannot fault
 * when the disk is full.
 *
 * Internal to writer/.
 */
#ifndef WRITER_BUFFER_H
#define WRITER_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include "writer/wire.h"

struct fxw_region {
	uint64_t *words;
	/* {sequence 32 | offset in words 32}, in the control area */
	uint64_t *alloc;
	uint32_t limit_words;	  /* nothing is handed out behind it */
	uint32_t populated_words; /* backed by memory; only grows */
	uint32_t piece_words;	  /* how much to populate next */
	/* space is handed out in multiples of this: 1, or the size of the
	 * padding's pieces once the region is finished; set while closed */
	uint32_t unit_words;
	uint32_t expects_more; /* 1: large pages have been requested */
	/* The disk is full: no more memory is requested before that tick, and
	 * then after twice as long. */
	uint64_t retry_ticks;
	uint64_t pause_ticks;
	/* circular: the sequence in which hand-out looks for pinned spans */
	uint32_t pins_sequence;
};

static inline uint32_t fxw_sequence(uint64_t alloc)
{
	return (uint32_t)(alloc >> 32);
}

static inline uint32_t fxw_offset_words(uint64_t alloc)
{
	return (uint32_t)alloc;
}

static inline uint64_t fxw_alloc_word(uint32_t sequence, uint32_t offset_words)
{
	return (uint64_t)sequence << 32 | offset_words;
}

/*
 * Takes *n_words (rounded up to the region's unit) from the region.
 * n_words   in, out: what was taken
 * sequence  out: the sequence that the space belongs to.
 * Returns its first word, still zero, or NULL: full, closed, or the disk is.
 * A taken word that nobody ever writes leaves a gap of zeroes, which a crash
 * walk skips and finishing pads.
 * Any thread, any signal handler; lock-free.
 */
uint64_t *fxw_region_take(struct fxw_region *region, uint32_t *n_words,
			  uint32_t *sequence);

/* Backs the region up to at least `to` words. False: no space on the disk, or
 * the program has forbidden system calls. */
bool fxw_region_back(struct fxw_region *region, uint32_t to);

/* Backs memory behind what is handed out. As much as a program may fill while
 * it cannot request more: 16 MiB, or what the disk has. */
void fxw_region_reserve(struct fxw_region *region);

/* Stops the region's hand-out; returns the words handed out so far. */
uint32_t fxw_region_close(struct fxw_region *region);

/* Sets where the hand-out ends and its unit; while the region is closed. */
void fxw_region_limit(struct fxw_region *region, uint32_t limit_words,
		      uint32_t unit_words);

/* Opens it again under a new sequence (never reused), from offset_words. */
void fxw_region_open(struct fxw_region *region, uint32_t sequence,
		     uint32_t offset_words);

/* Covers words [from, to) with filler records. */
void fxw_region_pad(struct fxw_region *region, uint32_t from, uint32_t to);

/* Takes back what fxw_region_pad did to words that nobody has written since. */
void fxw_region_unpad(struct fxw_region *region, uint32_t from, uint32_t to);

/* Walks [0, to) and covers every run of zero words with filler records. */
void fxw_region_pad_gaps(struct fxw_region *region, uint32_t to);

#endif
