/* SPDX-License-Identifier: MIT */
/*
 * The names that a recording has shown, with the file that each was when it
 * began and now. A file is one node under all its names, across renames and
 * while it is open. These are records only: this program's file system is not
 * touched. One thread.
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
	TREE_MADE,    /* by the recording, or by another process meanwhile */
	TREE_MAYBE,   /* it existed if anything shows it */
	TREE_INITIAL, /* it existed at the start */
};

struct tree_node {
	struct tree_node *next; /* of all */
	uint32_t number;
	enum tree_kind kind;
	enum tree_origin origin;
	struct tree_entry *home;      /* initial; NULL = it had none */
	struct tree_entry *at;	      /* current, or its last; NULL = none */
	const struct tree_node *same; /* an earlier node of the same file */
	const char *target;	      /* of a link; NULL = unknown */
	bool is_invented;	      /* the target is a generated one */
	bool is_sure;	    /* its kind was seen without following links */
	bool is_filled;	    /* a folder: it had contents */
	bool may_be_folder; /* rather than a file */
	bool has_mode, has_mtime, is_mode_changed, is_mtime_changed;
	mode_t mode;
	mode_t denied; /* R_OK and the like: what was denied */
	struct timespec mtime;
	struct content content;
	const char *created; /* in the box, once it is created */
};

/* A name in a folder. */
struct tree_entry {
	struct tree_entry *next;  /* of all */
	struct tree_node *folder; /* NULL: this is the root */
	const char *name;
	bool is_known;			 /* the following members are valid */
	bool is_weak;			 /* absent, or a dangling link */
	struct tree_node *initial, *now; /* NULL = there is none */
};

struct tree {
	struct tree_node *root, *nodes;
	struct tree_entry *entries;
	struct fxr_map index; /* of entries, by folder, hash and try */
	struct tree_entry **by_index;
	/* of files with several names, by device and number */
	struct fxr_map linked;
	struct tree_node **by_linked;
	size_t n_linked, linked_capacity;
	size_t n_entries, entries_capacity;
	uint32_t n_nodes, n_invented;
	bool is_full; /* more names than the limit */
	struct fxr_arena arena;
};

/* How a name is looked up: */
#define TREE_FOLLOW 1u /* also a link at its end */
#define TREE_OK 2u     /* it succeeded: all folders within the path existed */

void tree_init(struct tree *tree);
void tree_fini(struct tree *tree);

/*
 * The entry of a path.
 * from  the folder that it is relative to; NULL = the root
 * Returns NULL where it cannot be determined, and for paths outside of the
 * tree: /proc, /sys and, except for /dev/shm, /dev.
 */
struct tree_entry *tree_find(struct tree *tree, struct tree_node *from,
			     const char *path, unsigned how);
/* A name in a folder; NULL likewise. */
struct tree_entry *tree_child(struct tree *tree, struct tree_node *folder,
			      const char *name);

/* A file exists under the name. Never NULL. */
struct tree_node *tree_confirm(struct tree *tree, struct tree_entry *entry);
/* A file exists that may be new. */
struct tree_node *tree_maybe(struct tree *tree, struct tree_entry *entry);
/* A file existed at the start. */
void tree_confirm_node(struct tree_node *node);
/* No file exists; weak: or a dangling link. */
void tree_absent(struct tree_entry *entry, bool is_weak);

/* A new file without a name. */
struct tree_node *tree_make(struct tree *tree, enum tree_kind kind);
/* The name is the node's from now on. If the name was unknown, it did not exist
 * before. */
void tree_put(struct tree_entry *entry, struct tree_node *node);
void tree_remove(struct tree_entry *entry);

/* The file is a link. */
struct tree_node *tree_link(struct tree *tree, struct tree_entry *entry);
/* Sets the link's target. */
void tree_set_target(struct tree *tree, struct tree_node *link,
		     const char *target);

/*
 * The file has several names, and these numbers. Returns its node: another one
 * if it was found under another name.
 */
struct tree_node *tree_linked(struct tree *tree, struct tree_node *node,
			      uint64_t device, uint64_t number);

/* The file's node: nodes that turned out to be the same are one. */
static inline struct tree_node *tree_real(struct tree_node *node)
{
	while (node && node->same)
		node = (struct tree_node *)node->same;
	return node;
}

#endif
