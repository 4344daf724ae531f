/* SPDX-License-Identifier: MIT */
/*
 * What each operation of a recording shows of the files that were there when it
 * began: that they were there or not, what they were, what was in them. One
 * thread.
 */
#ifndef TOOLS_IO_LEARN_H
#define TOOLS_IO_LEARN_H

#include "tools/io/op.h"
#include "tools/io/tree.h"

struct learn {
	struct tree *tree;
	struct store *store;
	struct io_ops *ops;
	uint64_t n_unnamed; /* operations on names that are not known */
};

/* An open file description; the tag of its objects. */
struct learn_file {
	struct tree_node *node;
	bool has_offset, is_append;
	bool is_scanned;   /* by a call of which it is not known what it took */
	bool is_from_end;  /* the offset is from its end, which is not known */
	uint64_t offset;   /* from the end: two's complement */
	uint64_t n_pushed; /* bytes put back, to be read again */
};

/* Takes the next operation. */
void learn_take(struct learn *learn, const struct io_op *op);

/* The parts of it: on names, on what is open, and of calls that failed. */
bool learn_name(struct learn *learn, const struct io_op *op);
void learn_data(struct learn *learn, const struct io_op *op);
void learn_failure(struct learn *learn, const struct io_op *op);

/* The name of its path n; NULL = none, or not known. */
struct tree_entry *learn_find(struct learn *learn, const struct io_op *op,
			      unsigned n, unsigned how);
/* What its file n is; NULL = not known, or no file. */
struct learn_file *learn_file(struct learn *learn, const struct io_op *op,
			      unsigned n);
/* What it opened is that. */
void learn_opened(const struct io_op *op, struct tree_node *node,
		  bool is_append);
/* O_CREAT and its like, from flags or text. */
int learn_flags(const struct io_op *op);
/* A stat of a file, which stood under this name (NULL = none). */
void learn_status(struct learn *learn, struct tree_node *node,
		  struct tree_entry *entry, const struct stat *status);

#endif
