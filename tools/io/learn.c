/* SPDX-License-Identifier: MIT */
/*
 * What operations show, see learn.h: which name and which file they concern,
 * and what a stat and a folder's list contain.
 */
#include "tools/io/learn.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

struct tree_entry *learn_find(struct learn *learn, const struct io_op *op,
			      unsigned n, unsigned how)
{
	struct learn_file *dir = object_tag(op->dir[n]);

	if (dir && op->relative[n] && *op->relative[n] != '/') {
		struct tree_node *node = tree_real(dir->node);

		return *op->relative[n] ? tree_find(learn->tree, node,
						    op->relative[n], how)
					: node->at;
	}
	if (op->path[n])
		return tree_find(learn->tree, NULL, op->path[n], how);
	learn->n_unnamed += op->relative[n] != NULL;
	return NULL;
}

static void set_tag(struct object *object, struct tree_node *node,
		    bool is_append)
{
	struct learn_file *file;

	if (!object || object_tag(object))
		return;
	file = fxr_new(1, sizeof(*file));
	file->node = node;
	file->has_offset = true;
	file->is_append = is_append;
	object_set_tag(object, file, free);
}

void learn_opened(const struct io_op *op, struct tree_node *node,
		  bool is_append)
{
	set_tag(op->made[0], node, is_append);
}

struct learn_file *learn_file(struct learn *learn, const struct io_op *op,
			      unsigned n)
{
	struct learn_file *file = object_tag(op->file[n]);
	struct tree_entry *entry;
	const char *text;

	if (!file && op->file[n] && !object_is_socket(op->file[n])) {
		/* the program was started with it */
		text = object_text(op->file[n]);
		entry = *text == '/' ? tree_find(learn->tree, NULL, text,
						 TREE_FOLLOW | TREE_OK)
				     : NULL;
		if (!entry)
			return NULL;
		set_tag(op->file[n], tree_confirm(learn->tree, entry), false);
		file = object_tag(op->file[n]);
	}
	if (file)
		file->node = tree_real(file->node);
	return file;
}

static int text_flags(const char *text)
{
	int flags = *text == 'r'   ? O_RDONLY
		    : *text == 'w' ? O_WRONLY | O_CREAT | O_TRUNC
				   : O_WRONLY | O_CREAT | O_APPEND;

	if (strchr(text, '+'))
		flags = (flags & ~O_ACCMODE) | O_RDWR;
	return strchr(text, 'x') ? flags | O_EXCL : flags;
}

int learn_flags(const struct io_op *op)
{
	if (op->mode_text)
		return text_flags(op->mode_text);
	if (io_rule_param(op->rule, IO_FLAGS) < 0)
		return O_WRONLY | O_CREAT | O_TRUNC; /* creat */
	return (int)op->flags;
}

static enum tree_kind kind_of(mode_t mode)
{
	return S_ISREG(mode)	? TREE_FILE
	       : S_ISDIR(mode)	? TREE_FOLDER
	       : S_ISLNK(mode)	? TREE_LINK
	       : S_ISFIFO(mode) ? TREE_FIFO
				: TREE_OTHER;
}

void learn_status(struct learn *learn, struct tree_node *node,
		  struct tree_entry *entry, const struct stat *status)
{
	enum tree_kind kind = kind_of(status->st_mode);

	if (!status->st_mode)
		return;
	if (kind == TREE_LINK) {
		if (entry)
			node = tree_link(learn->tree, entry);
	} else {
		if (node->kind == TREE_UNKNOWN)
			node->kind = kind;
		node->is_sure |= entry != NULL;
	}
	if (node->origin == TREE_MADE || node->kind != kind)
		return;
	if (kind == TREE_FILE && status->st_nlink > 1 && status->st_ino &&
	    node->home && node->origin == TREE_INITIAL)
		node = tree_linked(learn->tree, node, status->st_dev,
				   status->st_ino);
	if (kind == TREE_FILE &&
	    content_saw_size(&node->content, (uint64_t)status->st_size))
		tree_confirm_node(node);
	if (!node->has_mode && !node->is_mode_changed) {
		node->has_mode = true;
		node->mode = status->st_mode & 07777;
	}
	if (!node->has_mtime && !node->is_mtime_changed) {
		node->has_mtime = true;
		node->mtime = status->st_mtim;
	}
}

static enum tree_kind kind_of_entry(int type)
{
	return type == DT_UNKNOWN ? TREE_UNKNOWN : kind_of(DTTOIF(type));
}

static void take_entries(struct learn *learn, const struct io_op *op)
{
	struct learn_file *file = learn_file(learn, op, 0);
	struct tree_entry *name;
	struct io_entry entry;

	for (size_t n = 0; file && io_op_entry(learn->ops, op, n, &entry);
	     n++) {
		name = tree_child(learn->tree, file->node, entry.name);
		/* a list may contain names that were removed since it was
		 * made */
		if (!name || (name->is_known && !name->is_weak && !name->now))
			continue;
		if (entry.type == DT_LNK)
			(void)tree_link(learn->tree, name);
		else if (tree_confirm(learn->tree, name)->kind == TREE_UNKNOWN)
			name->now->kind = kind_of_entry(entry.type);
		name->now->is_sure |= entry.type != DT_UNKNOWN;
	}
}

void learn_take(struct learn *learn, const struct io_op *op)
{
	if (!op->is_done || op->is_maybe)
		return;
	if (op->error)
		learn_failure(learn, op);
	else if (op->rule->act == IO_READ_FOLDER)
		take_entries(learn, op);
	else if (!learn_name(learn, op))
		learn_data(learn, op);
}
