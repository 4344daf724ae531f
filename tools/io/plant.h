/* SPDX-License-Identifier: MIT */
/*
 * Makes in a box what a tree says was there at the start. One thread.
 */
#ifndef TOOLS_IO_PLANT_H
#define TOOLS_IO_PLANT_H

#include "tools/io/tree.h"

struct plant_counts {
	uint64_t n_files;
	uint64_t n_whole;   /* of these: every byte is known */
	uint64_t n_holes;   /* a part of them, or the size is not */
	uint64_t n_sizes;   /* the size alone */
	uint64_t n_names;   /* nothing but that it was there */
	uint64_t n_lacking; /* read by the recording, which does not hold all */
	uint64_t n_folders, n_links, n_fifos;
	uint64_t n_kept;   /* was in the box already */
	uint64_t n_unmade; /* devices, sockets, too long names */
	uint64_t n_bytes;  /* known, of files */
};

struct plant {
	struct tree *tree;
	struct store *store;
	const struct box *box;
	struct plant_counts counts;
	/* Told of each name of which something is amiss. May be NULL. */
	void (*tell)(void *context, const char *name, const char *what);
	void *context;
};

/*
 * Nothing that is in the box is changed: what is there and of the same type
 * stays as it is, and if anything is of another type nothing is made.
 * error  out: why not, with the name
 * Returns false then; if the disk is full or the like, a part is there.
 */
bool plant_all(struct plant *plant, char *error, size_t error_bytes);

/* Takes away what the store has left; always, in the end. */
void plant_clear(struct plant *plant);

#endif
