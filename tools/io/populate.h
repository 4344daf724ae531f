/* SPDX-License-Identifier: MIT */
/*
 * Creates in a box the files that a tree had at the start. One thread.
 */
#ifndef TOOLS_IO_POPULATE_H
#define TOOLS_IO_POPULATE_H

#include "tools/io/tree.h"

struct populate_counts {
	uint64_t n_files;
	uint64_t n_whole;   /* of these: every byte is known */
	uint64_t n_holes;   /* a part of them, or the size, is unknown */
	uint64_t n_sizes;   /* only the size is known */
	uint64_t n_names;   /* only its existence is known */
	uint64_t n_lacking; /* read by the recording, but not fully recorded */
	uint64_t n_folders, n_links, n_fifos;
	uint64_t n_kept;   /* existed in the box */
	uint64_t n_unmade; /* devices, sockets, too long names */
	uint64_t n_bytes;  /* known, of files */
};

struct populate {
	struct tree *tree;
	struct store *store;
	const struct box *box;
	struct populate_counts counts;
	/* Called for each name with a problem. May be NULL. */
	void (*report_problem)(void *context, const char *name,
			       const char *what);
	void *context;
};

/*
 * Nothing that exists in the box is changed. A file of the same type stays as
 * it is. If any file has another type, nothing is created.
 * error  out: the reason for false, with the name.
 * On false, a part may exist if the disk is full or the like.
 */
bool populate_all(struct populate *populate, char *error, size_t error_bytes);

/* Removes what the store has left; always, in the end. */
void populate_clear(struct populate *populate);

#endif
