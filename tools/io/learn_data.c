/* SPDX-License-Identifier: MIT */
/*
 * What reads, writes and seeks on open files show: see learn.h. The offset of a
 * description is tracked for files that may have existed at the start. Files
 * that the recording created need no tracking.
 */
#include <fcntl.h>
#include <linux/falloc.h>
#include <stdio.h>
#include <string.h>

#include "tools/io/learn.h"

static bool is_stream(const struct io_op *op)
{
	return io_rule_param(op->rule, IO_STREAM) >= 0;
}

/* The description's offset in the file; false: unknown. */
static bool offset_of(struct learn_file *file, uint64_t *off)
{
	const struct content *content = &file->node->content;

	if (file->is_from_end && content->has_now) {
		file->offset += content->now;
		file->is_from_end = false;
		file->has_offset = true;
	}
	*off = file->offset;
	return file->has_offset;
}

static void learn_bytes(struct learn *learn, struct tree_node *node,
			uint64_t off, const struct io_op *op)
{
	if (node->kind == TREE_UNKNOWN && op->data_size)
		node->kind = TREE_FILE;
	if (node->kind == TREE_FILE &&
	    content_read(&node->content, learn->store, node->number, off,
			 op->data.bytes, op->data.n_bytes, op->data_size))
		tree_confirm_node(node);
}

/* Whether a read came to the end: a file returns less than requested only
 * there. */
static bool is_at_end(const struct io_op *op, const struct tree_node *node)
{
	if (is_stream(op)) {
		/* of larger items, a part may have been read */
		if (io_rule_param(op->rule, IO_ITEMS) >= 0)
			return op->size == 1 && op->data_size < op->items;
		return op->result < 0;
	}
	if (io_rule_param(op->rule, IO_SIZE) < 0) /* readv */
		return op->result == 0 && op->data_size == 0;
	return op->result >= 0 && (uint64_t)op->result < op->size &&
	       (node->kind == TREE_FILE || op->result == 0);
}

static void saw_end(struct tree_node *node, uint64_t off)
{
	if (node->kind == TREE_FILE && content_saw_size(&node->content, off))
		tree_confirm_node(node);
}

/* The operation without its first n bytes. */
static struct io_op without_first(const struct io_op *op, uint64_t n)
{
	struct io_op part = *op;

	part.data_size -= n;
	if (n > part.data.n_bytes)
		n = part.data.n_bytes;
	if (n)
		part.data = fxr_text(part.data.bytes + n,
				     part.data.n_bytes - (size_t)n);
	return part;
}

static void take_read(struct learn *learn, struct learn_file *file,
		      const struct io_op *op)
{
	struct tree_node *node = file->node;
	uint64_t off, n = op->data_size;
	bool has_offset = offset_of(file, &off);
	/* these did not come from the file */
	uint64_t n_pushed = n < file->n_pushed ? n : file->n_pushed;
	struct io_op part = without_first(op, n_pushed);

	file->n_pushed -= n_pushed;
	if (has_offset && part.data_size)
		learn_bytes(learn, node, off + n_pushed, &part);
	file->offset += n;
	if (is_at_end(op, node)) {
		if (has_offset)
			saw_end(node, off + n);
	} else if (is_stream(op) && io_rule_param(op->rule, IO_ITEMS) >= 0 &&
		   op->size > 1 && (uint64_t)op->result < op->items) {
		file->has_offset = false;
	}
}

static void take_read_at(struct learn *learn, struct tree_node *node,
			 const struct io_op *op)
{
	uint64_t off = (uint64_t)op->offset[0];

	if (!op->has_offset[0] || op->offset[0] < 0)
		return;
	if (op->data_size)
		learn_bytes(learn, node, off, op);
	/* beyond the end the offset does not give the size */
	if (op->data_size && is_at_end(op, node))
		saw_end(node, off + op->data_size);
}

static void take_write(struct learn_file *file, const struct io_op *op)
{
	struct tree_node *node = file->node;
	uint64_t off;

	node->is_mtime_changed = true;
	if (!op->data_size)
		return;
	if (file->is_append) {
		content_append(&node->content, op->data_size);
		file->is_from_end = true;
		file->has_offset = false;
		file->offset = 0;
	} else if (offset_of(file, &off)) {
		content_write(&node->content, off, op->data_size);
		file->offset += op->data_size;
	} else if (file->is_from_end && file->offset == 0) {
		content_append(&node->content, op->data_size);
	} else {
		content_change(&node->content, 0, EXTENT_END);
	}
	node->content.is_buffered = is_stream(op);
}

static void take_write_at(struct tree_node *node, const struct io_op *op)
{
	node->is_mtime_changed = true;
	if (op->has_offset[0] && op->offset[0] >= 0)
		content_write(&node->content, (uint64_t)op->offset[0],
			      op->data_size);
	else
		content_change(&node->content, 0, EXTENT_END);
}

static void take_seek(struct learn_file *file, const struct io_op *op)
{
	uint64_t to = (uint64_t)op->offset[0];
	bool has_result = !is_stream(op);

	file->n_pushed = 0;
	file->node->content.is_buffered = false;
	if (has_result) {
		file->has_offset = true;
		file->is_from_end = false;
		file->offset = (uint64_t)op->result;
		if (op->whence == SEEK_END)
			saw_end(file->node, (uint64_t)op->result - to);
	} else if (op->whence == SEEK_CUR) {
		file->offset += to;
	} else {
		file->offset = to;
		file->has_offset = op->whence == SEEK_SET;
		file->is_from_end = op->whence == SEEK_END;
	}
}

/* The position after a seek to the end gives the file's size. */
static void take_position_result(struct learn_file *file,
				 const struct io_op *op)
{
	if (op->result < 0 || strcmp(op->rule->name, "fgetpos") == 0)
		return;
	if (file->is_from_end) {
		file->node->content.is_buffered = false;
		saw_end(file->node, (uint64_t)op->result - file->offset);
	}
	file->is_from_end = false;
	file->has_offset = true;
	file->offset = (uint64_t)op->result;
}

static void take_allocate(struct tree_node *node, const struct io_op *op)
{
	uint64_t off = (uint64_t)op->offset[0];

	node->is_mtime_changed = true;
	if (op->flags & ~(uint64_t)(FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE |
				    FALLOC_FL_ZERO_RANGE))
		content_change(&node->content, off, EXTENT_END);
	else if (op->flags & (FALLOC_FL_PUNCH_HOLE | FALLOC_FL_ZERO_RANGE))
		content_change(&node->content, off, op->size);
	else if (!(op->flags & FALLOC_FL_KEEP_SIZE))
		/* what it adds is zeros, and so are unknown bytes */
		content_write(&node->content, off + op->size, 0);
	else
		return;
	if (!node->content.has_now)
		return;
	if (!(op->flags & FALLOC_FL_KEEP_SIZE) &&
	    off + op->size > node->content.now)
		node->content.now = off + op->size;
}

/* Bytes go from one file to another; they are not in the archive. */
static void take_move(struct learn *learn, const struct io_op *op)
{
	struct learn_file *from = learn_file(learn, op, 0);
	struct learn_file *to = learn_file(learn, op, 1);
	struct io_op part = *op;

	if (op->result <= 0)
		return;
	part.data = fxr_text(NULL, 0);
	part.data_size = (uint64_t)op->result;
	part.size = part.data_size;
	if (from && op->has_offset[0])
		take_read_at(learn, from->node, &part);
	else if (from)
		take_read(learn, from, &part);
	part.has_offset[0] = op->has_offset[1];
	part.offset[0] = op->offset[1];
	if (to && op->has_offset[1])
		take_write_at(to->node, &part);
	else if (to)
		take_write(to, &part);
}

/* A part of a file is mapped, or the recorder emitted its bytes. */
static void take_mapped(struct learn *learn, struct tree_node *node,
			const struct io_op *op)
{
	uint64_t off = (uint64_t)op->offset[0];

	if (node->kind == TREE_UNKNOWN)
		node->kind = TREE_FILE;
	if (node->kind != TREE_FILE || op->offset[0] < 0)
		return;
	if (op->rule->act == IO_MAP)
		content_want(&node->content, off, op->size);
	else if (op->data.bytes)
		learn_bytes(learn, node, off, op);
	else if (content_zeros(&node->content, off, op->data_size))
		tree_confirm_node(node);
}

static void take_control(struct learn_file *file, const struct io_op *op)
{
	if (op->command == F_SETFL)
		file->is_append = op->flags & O_APPEND;
}

/* Takes metadata of a file that is open by descriptor only. */
static void take_attributes(struct learn *learn, struct tree_node *node,
			    const struct io_op *op)
{
	switch (op->rule->act) {
	case IO_STAT:
		if (op->has_status)
			learn_status(learn, node, NULL, &op->status);
		break;
	case IO_SET_MODE:
		node->is_mode_changed = true;
		break;
	case IO_SET_TIMES:
		node->is_mtime_changed = true;
		break;
	case IO_SET_SIZE:
		content_cut(&node->content, op->size);
		node->is_mtime_changed = true;
		break;
	case IO_ALLOCATE:
		take_allocate(node, op);
		break;
	case IO_CHDIR:
		if (node->kind == TREE_UNKNOWN)
			node->kind = TREE_FOLDER;
		break;
	default:
		break;
	}
}

/* Updates the description's offset, and what a stream has buffered. */
static bool update_position(struct learn_file *file, const struct io_op *op)
{
	switch (op->rule->act) {
	case IO_SCAN: /* the bytes it read are recorded next, or unknown */
		file->is_scanned = true;
		return true;
	case IO_PUT_BACK:
		file->n_pushed++;
		file->offset--;
		return true;
	case IO_SEEK:
		take_seek(file, op);
		return true;
	case IO_TELL:
		take_position_result(file, op);
		return true;
	case IO_REWIND:
		file->node->content.is_buffered = false;
		file->offset = 0;
		file->n_pushed = 0;
		file->has_offset = true;
		file->is_from_end = false;
		return true;
	case IO_FLUSH:
	case IO_CLOSE:
		file->node->content.is_buffered = false;
		return true;
	case IO_STREAM_OF:
		file->is_append |= op->mode_text && *op->mode_text == 'a';
		return true;
	case IO_FILE_CONTROL:
		take_control(file, op);
		return true;
	default:
		return false;
	}
}

void learn_data(struct learn *learn, const struct io_op *op)
{
	struct learn_file *file;

	if (op->rule->act == IO_MOVE) {
		take_move(learn, op);
		return;
	}
	file = learn_file(learn, op, 0);
	if (!file || file->node->origin == TREE_MADE)
		return;
	if (file->is_scanned && op->rule->act != IO_SCANNED)
		file->has_offset = file->is_from_end = false;
	file->is_scanned = false;
	if (update_position(file, op))
		return;
	switch (op->rule->act) {
	case IO_READ:
	case IO_SCANNED:
		take_read(learn, file, op);
		break;
	case IO_READ_AT:
		take_read_at(learn, file->node, op);
		break;
	case IO_WRITE:
	case IO_WRITE_LINE:
		take_write(file, op);
		break;
	case IO_WRITE_AT:
		take_write_at(file->node, op);
		break;
	case IO_MAP:
	case IO_HELD:
		take_mapped(learn, file->node, op);
		break;
	default:
		take_attributes(learn, file->node, op);
		break;
	}
}
