/* SPDX-License-Identifier: MIT */
/*
 * The program's frames, see code_frames.h.
 */
#include "tools/convert/code_frames.h"

#include <stdlib.h>

/* What frames are the same by: the name, and in a second line the place. */
static struct fxr_text key_of(struct code_frames *frames,
			      struct fxtrace_archive *archive,
			      const struct fxtrace_frame *frame, size_t *n_name)
{
	const char *name = fxtrace_frame_name(archive, frame, n_name);

	if (name)
		pen_bytes(&frames->key, name, *n_name);
	if (frames->has_lines && *frame->file)
		pen_format(&frames->key, "\n%s:%u", frame->file, frame->line);
	return pen_take(&frames->key);
}

/* The key is the frame's first text. */
static bool has_key(const struct code_frame *frame, struct fxr_text key)
{
	return fxr_is_same(fxr_text(frame->name.bytes, key.n_bytes), key);
}

static void add(struct code_frames *frames, struct fxr_text key, size_t n_name,
		const struct fxtrace_frame *frame)
{
	struct code_frame *made;

	frames->items = fxr_grow(frames->items, &frames->space, frames->n + 1,
				 sizeof(*frames->items));
	made = &frames->items[frames->n++];
	key = fxr_arena_text(&frames->arena, key);
	*made = (struct code_frame){.name = fxr_text(key.bytes, n_name)};
	if (key.n_bytes == n_name)
		return;
	made->file = fxr_text(key.bytes + n_name + 1, strlen(frame->file));
	made->line = frame->line;
}

uint32_t code_frame_of(struct code_frames *frames,
		       struct fxtrace_archive *archive,
		       const struct fxtrace_frame *frame)
{
	size_t n_name;
	struct fxr_text key = key_of(frames, archive, frame, &n_name);
	uint64_t hash = fxr_hash(key.bytes, key.n_bytes);
	uint32_t n_same = 0, at;

	/* of equal length, by the map's key */
	while ((at = fxr_map_find(&frames->map, hash, key.n_bytes, n_same)) !=
		       FXR_NONE &&
	       !has_key(&frames->items[at], key))
		n_same++;
	if (at != FXR_NONE)
		return at;
	at = (uint32_t)frames->n;
	add(frames, key, n_name, frame);
	fxr_map_put(&frames->map, hash, key.n_bytes, n_same, at);
	return at;
}

void code_frames_fini(struct code_frames *frames)
{
	free(frames->items);
	fxr_map_fini(&frames->map);
	fxr_arena_fini(&frames->arena);
	pen_fini(&frames->key);
}
