/* SPDX-License-Identifier: MIT */
/*
 * Derives from each operation of a recording which files existed when it began:
 * whether a name existed, the file's type and its contents. One thread.
 */
#ifndef TOOLS_IO_LEARN_H
#define TOOLS_IO_LEARN_H

#include "tools/io/op.h"
#include "tools/io/tree.h"

struct learn {
	struct tree *tree;
	struct store *store;
	struct io_ops *ops;
	uint64_t n_unnamed; /* operations on unknown names */
};

/* An open file description; the tag of its objects. */
struct learn_file {
	struct tree_node *node;
	bool has_offset, is_append;
	bool is_scanned;  /* by a call that read an unknown number of bytes */
	bool is_from_end; /* the offset is relative to its end, which is unknown
			   */
	uint64_t offset;  /* from the end: two's complement */
	uint64_t n_pushed; /* bytes put back, to be read again */
};

/* Takes the next operation. */
void learn_take(struct learn *learn, const struct io_op *op);

/* Its parts: operations on names, on open files, and failed calls. */
bool learn_name(struct learn *learn, const struct io_op *op);
void learn_data(struct learn *learn, const struct io_op *op);
void learn_failure(struct learn *learn, const struct io_op *op);

/* The name of its path n; NULL = none, or unknown. */
struct tree_entry *learn_find(struct learn *learn, const struct io_op *op,
			      unsigned n, unsigned how);
/* Its file n; NULL = unknown, or not a file. */
struct learn_file *learn_file(struct learn *learn, const struct io_op *op,
			      unsigned n);
/* The operation opened that node. */
void learn_opened(const struct io_op *op, struct tree_node *node,
		  bool is_append);
/* O_CREAT and the like, from flags or text. */
int learn_flags(const struct io_op *op);
/* A stat of a file, which had this name (NULL = none). */
void learn_status(struct learn *learn, struct tree_node *node,
		  struct tree_entry *entry, const struct stat *status);

#endif
