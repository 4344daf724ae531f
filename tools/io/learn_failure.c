/* SPDX-License-Identifier: MIT */
/*
 * What calls that failed show, by their errors: see learn.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "tools/io/learn.h"

static void guess_kind(struct tree_node *node, enum tree_kind kind)
{
	if (node->kind == TREE_UNKNOWN)
		node->kind = kind;
}

/* Acts that look up one name, and fail if it does not exist. */
static bool is_lookup(const struct io_op *op)
{
	switch (op->rule->act) {
	case IO_OPEN:
		return !(learn_flags(op) & O_CREAT);
	case IO_OPEN_FOLDER:
	case IO_STAT:
	case IO_STAT_LINK:
	case IO_ACCESS:
	case IO_READ_LINK:
	case IO_CHDIR:
	case IO_UNLINK:
	case IO_REMOVE_FOLDER:
	case IO_REMOVE:
	case IO_SET_MODE:
	case IO_SET_TIMES:
	case IO_SET_TIMES_LINK:
	case IO_SET_SIZE:
		return true;
	default:
		return false;
	}
}

/* Acts that do not follow a link give a definite answer. */
static bool is_sure(const struct io_op *op)
{
	switch (op->rule->act) {
	case IO_STAT_LINK:
	case IO_READ_LINK:
	case IO_UNLINK:
	case IO_REMOVE_FOLDER:
	case IO_REMOVE:
	case IO_SET_TIMES_LINK:
		return true;
	case IO_STAT:
	case IO_ACCESS:
		return op->flags & AT_SYMLINK_NOFOLLOW;
	case IO_OPEN:
		return learn_flags(op) & O_NOFOLLOW;
	default:
		return false;
	}
}

static void take_absent(struct learn *learn, const struct io_op *op)
{
	bool is_weak = !is_sure(op);
	struct tree_entry *entry;

	if (!is_lookup(op))
		return;
	entry = learn_find(learn, op, 0, is_weak ? TREE_FOLLOW : 0);
	if (entry && entry->folder)
		tree_absent(entry, is_weak);
}

/* The name exists: the last path. */
static void take_present(struct learn *learn, const struct io_op *op)
{
	unsigned n = op->rule->act == IO_LINK || op->rule->act == IO_RENAME;
	struct tree_entry *entry;
	struct tree_node *node;

	if (op->rule->act == IO_TEMPORARY)
		return;
	entry = learn_find(learn, op, n, TREE_OK);
	if (!entry || !entry->folder)
		return;
	node = tree_confirm(learn->tree, entry);
	if (op->rule->act == IO_MAKE_FOLDER)
		node->may_be_folder = true;
	if (op->rule->act == IO_REMOVE_FOLDER || op->rule->act == IO_REMOVE) {
		guess_kind(node, TREE_FOLDER);
		node->is_filled = true;
	}
}

static void take_kind(struct learn *learn, const struct io_op *op,
		      enum tree_kind kind)
{
	struct tree_entry *entry = learn_find(
		learn, op, 0, TREE_OK | (is_sure(op) ? 0 : TREE_FOLLOW));

	if (entry && entry->folder)
		guess_kind(tree_confirm(learn->tree, entry), kind);
}

/* A file exists that may not be opened. */
static void take_denied(struct learn *learn, const struct io_op *op)
{
	static const mode_t wants[] = {
		[O_RDONLY] = R_OK,
		[O_WRONLY] = W_OK,
		[O_RDWR] = R_OK | W_OK,
		[O_ACCMODE] = 0,
	};
	struct tree_entry *entry;

	if (op->rule->act != IO_ACCESS && op->rule->act != IO_OPEN)
		return;
	entry = learn_find(learn, op, 0,
			   TREE_OK | (is_sure(op) ? 0 : TREE_FOLLOW));
	if (!entry || !entry->folder)
		return;
	/* of two rights that were requested, one may be granted */
	tree_confirm(learn->tree, entry)->denied |=
		op->rule->act == IO_ACCESS ? op->mode & 7
					   : wants[learn_flags(op) & O_ACCMODE];
}

/* A component is not a folder: the name, or the one before it. */
static void take_no_folder(struct learn *learn, const struct io_op *op)
{
	char path[PATH_MAX];
	struct tree_entry *entry;
	char *slash;

	if (op->rule->act == IO_OPEN_FOLDER || op->rule->act == IO_CHDIR ||
	    op->rule->act == IO_REMOVE_FOLDER ||
	    (op->rule->act == IO_OPEN && learn_flags(op) & O_DIRECTORY)) {
		take_kind(learn, op, TREE_FILE);
		return;
	}
	if (!is_lookup(op) || !op->path[0] ||
	    snprintf(path, sizeof(path), "%s", op->path[0]) >= PATH_MAX)
		return;
	slash = strrchr(path, '/');
	if (!slash || slash == path)
		return;
	*slash = '\0';
	entry = tree_find(learn->tree, NULL, path, TREE_FOLLOW | TREE_OK);
	if (entry && entry->folder && !entry->is_known)
		guess_kind(tree_confirm(learn->tree, entry), TREE_FILE);
}

void learn_failure(struct learn *learn, const struct io_op *op)
{
	if (!op->relative[0])
		return;
	switch (op->error) {
	case ENOENT:
		take_absent(learn, op);
		break;
	case EEXIST:
	case ENOTEMPTY:
		take_present(learn, op);
		break;
	case EISDIR:
		if (op->rule->act == IO_OPEN || op->rule->act == IO_UNLINK)
			take_kind(learn, op, TREE_FOLDER);
		break;
	case ENOTDIR:
		take_no_folder(learn, op);
		break;
	case EACCES:
		take_denied(learn, op);
		break;
	case EROFS:
	case ETXTBSY:
	case EINVAL:
		if (op->rule->act == IO_ACCESS || op->rule->act == IO_OPEN ||
		    op->rule->act == IO_READ_LINK)
			take_kind(learn, op, TREE_UNKNOWN);
		break;
	default:
		break;
	}
}
