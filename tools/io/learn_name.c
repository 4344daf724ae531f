/* SPDX-License-Identifier: MIT */
/*
 * What operations on names show: see learn.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/io/learn.h"

static bool does_follow(const struct io_op *op)
{
	switch (op->rule->act) {
	case IO_STAT:
	case IO_ACCESS:
	case IO_SET_TIMES:
	case IO_SET_MODE:
		return !(op->flags & AT_SYMLINK_NOFOLLOW) &&
		       strcmp(op->rule->name, "lchmod") != 0;
	case IO_OPEN:
		return !(learn_flags(op) & O_NOFOLLOW) &&
		       (learn_flags(op) & (O_CREAT | O_EXCL)) !=
			       (O_CREAT | O_EXCL);
	case IO_OPEN_FOLDER:
	case IO_CHDIR:
	case IO_SET_SIZE:
	case IO_REAL_PATH:
		return true;
	case IO_LINK:
		return op->flags & AT_SYMLINK_FOLLOW;
	default:
		return false;
	}
}

static unsigned lookup_flags(const struct io_op *op)
{
	return TREE_OK | (does_follow(op) ? TREE_FOLLOW : 0);
}

static void guess_kind(struct tree_node *node, enum tree_kind kind)
{
	if (node->kind == TREE_UNKNOWN)
		node->kind = kind;
}

/* A file that O_CREAT may have created. */
static struct tree_node *open_or_make(struct learn *learn,
				      struct tree_entry *entry, int flags)
{
	struct tree_node *node = entry->now;

	if (flags & O_EXCL || (!node && (flags & O_TRUNC || entry->is_known))) {
		node = tree_make(learn->tree, TREE_FILE);
		tree_put(entry, node);
		return node;
	}
	if (!node)
		entry->folder->is_mtime_changed = true;
	return tree_maybe(learn->tree, entry);
}

static void take_open(struct learn *learn, const struct io_op *op)
{
	int flags = learn_flags(op);
	struct tree_entry *entry;
	struct tree_node *node;

	if ((flags & O_TMPFILE) == O_TMPFILE) {
		learn_opened(op, tree_make(learn->tree, TREE_FILE), false);
		return;
	}
	entry = learn_find(learn, op, 0, lookup_flags(op));
	if (!entry)
		return;
	node = flags & O_CREAT && entry->folder
		       ? open_or_make(learn, entry, flags)
		       : tree_confirm(learn->tree, entry);
	if (flags & O_DIRECTORY)
		guess_kind(node, TREE_FOLDER);
	else if ((flags & O_ACCMODE) != O_RDONLY)
		guess_kind(node, TREE_FILE);
	if (flags & O_TRUNC && (flags & O_ACCMODE) != O_RDONLY) {
		content_cut(&node->content, 0);
		node->is_mtime_changed = true;
	}
	learn_opened(op, node, flags & O_APPEND);
}

/* The operation created a file under its path n. */
static void take_new(struct learn *learn, const struct io_op *op, unsigned n,
		     struct tree_node *node)
{
	struct tree_entry *entry = learn_find(learn, op, n, TREE_OK);

	if (!entry || !entry->folder)
		return;
	tree_put(entry, node);
	if (node->kind == TREE_LINK && op->target)
		tree_set_target(learn->tree, node, op->target);
}

static void take_made(struct learn *learn, const struct io_op *op,
		      enum tree_kind kind)
{
	take_new(learn, op, 0, tree_make(learn->tree, kind));
}

static void take_removed(struct learn *learn, const struct io_op *op,
			 enum tree_kind kind)
{
	struct tree_entry *entry = learn_find(learn, op, 0, TREE_OK);

	if (!entry || !entry->folder)
		return;
	guess_kind(tree_confirm(learn->tree, entry), kind);
	tree_remove(entry);
}

/* The node under a name that is known; else any node by now. */
static struct tree_node *source_node(struct learn *learn,
				     struct tree_entry *entry)
{
	if (entry && entry->folder)
		return tree_confirm(learn->tree, entry);
	return tree_make(learn->tree, TREE_UNKNOWN);
}

static void take_rename(struct learn *learn, const struct io_op *op)
{
	struct tree_entry *from = learn_find(learn, op, 0, TREE_OK);
	struct tree_entry *to = learn_find(learn, op, 1, TREE_OK);
	struct tree_node *node = source_node(learn, from), *other = NULL;
	bool is_exchange = op->flags & RENAME_EXCHANGE;

	if (is_exchange)
		other = source_node(learn, to);
	else if (to && to->now == node)
		return; /* two names of one file */
	if (from && from->folder && is_exchange)
		tree_put(from, other);
	else if (from && from->folder)
		tree_remove(from);
	if (to && to->folder)
		tree_put(to, node);
}

static void take_link(struct learn *learn, const struct io_op *op)
{
	struct tree_entry *from = learn_find(learn, op, 0, lookup_flags(op));

	take_new(learn, op, 1, source_node(learn, from));
}

static void take_target(struct learn *learn, const struct io_op *op)
{
	struct tree_entry *entry = learn_find(learn, op, 0, TREE_OK);
	struct tree_node *link;

	if (!entry || !entry->folder)
		return;
	link = tree_link(learn->tree, entry);
	/* a full buffer may not hold all of it */
	if (op->target && *op->target &&
	    strlen(op->target) == (uint64_t)op->result &&
	    (uint64_t)op->result < op->size)
		tree_set_target(learn->tree, link, op->target);
}

/* Removes the common end of two paths; false: nothing remains. */
static bool strip_alike(char *path, char *real)
{
	char *a, *b;

	if (!strcmp(path, real))
		return false;
	while ((a = strrchr(path, '/')) > path &&
	       (b = strrchr(real, '/')) > real && !strcmp(a, b))
		*a = *b = '\0';
	return true;
}

/* A real path shows a link. After the common end of both paths is removed, the
 * rest of the path is a link to the rest of the real path. Known facts take
 * precedence. */
static void take_real_path(struct learn *learn, const struct io_op *op)
{
	char path[PATH_MAX], real[PATH_MAX];
	struct tree_entry *entry = NULL;

	if (!op->path[0] || !op->target || *op->target != '/' ||
	    snprintf(path, sizeof(path), "%s", op->path[0]) >= PATH_MAX ||
	    snprintf(real, sizeof(real), "%s", op->target) >= PATH_MAX)
		return;
	/* a path with dots allows no conclusion */
	if (!strstr(path, "/.") && !strstr(path, "//") &&
	    strip_alike(path, real))
		entry = tree_find(learn->tree, NULL, path, TREE_OK);
	if (entry && entry->folder &&
	    !(entry->now &&
	      (entry->now->is_sure || entry->now->kind == TREE_LINK ||
	       entry->now->origin == TREE_MADE)))
		tree_set_target(learn->tree, tree_link(learn->tree, entry),
				real);
	entry = tree_find(learn->tree, NULL, op->path[0],
			  TREE_FOLLOW | TREE_OK);
	if (entry)
		(void)tree_confirm(learn->tree, entry);
}

/* What a successful operation shows about a name. */
static void take_found(struct learn *learn, const struct io_op *op)
{
	struct tree_entry *entry = learn_find(learn, op, 0, lookup_flags(op));
	struct tree_node *node;

	if (!entry)
		return;
	node = tree_confirm(learn->tree, entry);
	switch (op->rule->act) {
	case IO_STAT:
	case IO_STAT_LINK:
		if (op->has_status)
			learn_status(learn, node,
				     lookup_flags(op) & TREE_FOLLOW ? NULL
								    : entry,
				     &op->status);
		break;
	case IO_OPEN_FOLDER:
		guess_kind(node, TREE_FOLDER);
		learn_opened(op, node, false);
		break;
	case IO_CHDIR:
		guess_kind(node, TREE_FOLDER);
		break;
	case IO_SET_MODE:
		node->is_mode_changed = true;
		break;
	case IO_SET_SIZE:
		guess_kind(node, TREE_FILE);
		content_cut(&node->content, op->size);
		node->is_mtime_changed = true;
		break;
	case IO_SET_TIMES:
	case IO_SET_TIMES_LINK:
		node->is_mtime_changed = true;
		break;
	default:
		break;
	}
}

static void take_temporary(struct learn *learn, const struct io_op *op)
{
	struct tree_node *node = tree_make(learn->tree, TREE_FILE);

	if (op->rule->act == IO_TEMPORARY)
		take_new(learn, op, 0, node);
	learn_opened(op, node, false);
}

bool learn_name(struct learn *learn, const struct io_op *op)
{
	bool is_named = op->relative[0];

	switch (op->rule->act) {
	case IO_OPEN:
		take_open(learn, op);
		return true;
	case IO_TEMPORARY:
	case IO_ANONYMOUS:
		take_temporary(learn, op);
		return true;
	case IO_MAKE_FOLDER:
		take_made(learn, op, TREE_FOLDER);
		return true;
	case IO_MAKE_FIFO:
		take_made(learn, op, TREE_FIFO);
		return true;
	case IO_MAKE_LINK:
		take_made(learn, op, TREE_LINK);
		return true;
	case IO_LINK:
		take_link(learn, op);
		return true;
	case IO_RENAME:
		take_rename(learn, op);
		return true;
	case IO_UNLINK:
		take_removed(learn, op,
			     op->flags & AT_REMOVEDIR ? TREE_FOLDER
						      : TREE_FILE);
		return true;
	case IO_REMOVE_FOLDER:
		take_removed(learn, op, TREE_FOLDER);
		return true;
	case IO_REMOVE:
		take_removed(learn, op, TREE_UNKNOWN);
		return true;
	case IO_READ_LINK:
		take_target(learn, op);
		return true;
	case IO_REAL_PATH:
		take_real_path(learn, op);
		return true;
	case IO_STAT:
	case IO_STAT_LINK:
	case IO_ACCESS:
	case IO_OPEN_FOLDER:
	case IO_CHDIR:
	case IO_SET_MODE:
	case IO_SET_SIZE:
	case IO_SET_TIMES:
	case IO_SET_TIMES_LINK:
		if (is_named)
			take_found(learn, op);
		return is_named;
	default:
		return false;
	}
}
