/* SPDX-License-Identifier: MIT */
/*
 * The names that a recording has shown: which file each was when it began, and
 * which it is at this point of it. A file is one thing under all its names,
 * over renames and for those that have it open. Nothing of it is in the world
 * of this program: these are records. One thread.
 */
#ifndef TOOLS_IO_TREE_H
#define TOOLS_IO_TREE_H

#include <time.h>

#include "tools/io/content.h"
#include "tools/reader/memory.h"

enum tree_kind {
	TREE_UNKNOWN,
	TREE_FILE,
	TREE_FOLDER,
	TREE_LINK,
	TREE_FIFO,
	TREE_OTHER, /* a device, a socket */
};

enum tree_origin {
	TREE_MADE,    /* by the recording, or by somebody while it ran */
	TREE_MAYBE,   /* it was there if anything shows it */
	TREE_INITIAL, /* it was there at the start */
};

struct tree_node {
	struct tree_node *next; /* of all */
	uint32_t number;
	enum tree_kind kind;
	enum tree_origin origin;
	struct tree_entry *home;      /* at the start; NULL = it had none */
	struct tree_entry *at;	      /* now, or its last; NULL = none */
	const struct tree_node *same; /* an earlier one is this file, too */
	const char *target;	      /* of a link; NULL = not known */
	bool is_invented;	      /* the target is ours */
	bool is_sure;		      /* of its kind: seen without following */
	bool is_filled;		      /* a folder: it had something in it */
	bool may_be_folder;	      /* rather than a file */
	bool has_mode, has_mtime, is_mode_changed, is_mtime_changed;
	mode_t mode;
	mode_t denied; /* R_OK and its like: what was refused */
	struct timespec mtime;
	struct content content;
	const char *planted; /* in the box, once it is made */
};

/* A name in a folder. */
struct tree_entry {
	struct tree_entry *next;  /* of all */
	struct tree_node *folder; /* NULL: this is the root */
	const char *name;
	bool is_known; /* what follows counts */
	bool is_weak;  /* not there, or a link that leads nowhere */
	struct tree_node *initial, *now; /* NULL = there is none */
};

struct tree {
	struct tree_node *root, *nodes;
	struct tree_entry *entries;
	struct fxr_map index; /* of entries, by folder, hash and try */
	struct tree_entry **by_index;
	/* of files of several names, by device and number */
	struct fxr_map linked;
	struct tree_node **by_linked;
	size_t n_linked, linked_capacity;
	size_t n_entries, entries_capacity;
	uint32_t n_nodes, n_invented;
	bool is_full; /* more names than can be */
	struct fxr_arena arena;
};

/* How a name is looked up: */
#define TREE_FOLLOW 1u /* a link at its end, too */
#define TREE_OK 2u     /* it was found: all folders on the way were there */

void tree_init(struct tree *tree);
void tree_fini(struct tree *tree);

/*
 * The name that a path leads to.
 * from  the folder that it is seen from; NULL = the root
 * Returns NULL where that cannot be said, and for what is not the tree's: what
 * is in /proc, /sys and, but for /dev/shm, in /dev.
 */
struct tree_entry *tree_find(struct tree *tree, struct tree_node *from,
			     const char *path, unsigned how);
/* A name in a folder; NULL likewise. */
struct tree_entry *tree_child(struct tree *tree, struct tree_node *folder,
			      const char *name);

/* Something is there under the name. Never NULL. */
struct tree_node *tree_prove(struct tree *tree, struct tree_entry *entry);
/* Something is there that may be new. */
struct tree_node *tree_maybe(struct tree *tree, struct tree_entry *entry);
/* A file was there at the start. */
void tree_prove_node(struct tree_node *node);
/* Nothing is there; weak: or a link that leads to nothing. */
void tree_absent(struct tree_entry *entry, bool is_weak);

/* A new thing without a name. */
struct tree_node *tree_make(struct tree *tree, enum tree_kind kind);
/* The name stands for it now, and did not exist before if it was not known. */
void tree_put(struct tree_entry *entry, struct tree_node *node);
void tree_remove(struct tree_entry *entry);

/* What is there is a link. */
struct tree_node *tree_link(struct tree *tree, struct tree_entry *entry);
/* It leads there. */
void tree_set_target(struct tree *tree, struct tree_node *link,
		     const char *target);

/*
 * The file has several names, and these numbers. Returns the node that it is:
 * another one if that was met under another name.
 */
struct tree_node *tree_linked(struct tree *tree, struct tree_node *node,
			      uint64_t device, uint64_t number);

/* The file itself: nodes that turned out to be the same are one. */
static inline struct tree_node *tree_real(struct tree_node *node)
{
	while (node && node->same)
		node = (struct tree_node *)node->same;
	return node;
}

#endif
