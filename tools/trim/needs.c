/* SPDX-License-Identifier: MIT */
/*
 * Which calls are needed, see needs.h. Calls are visited backwards. Of each
 * piece of state it is known when it was set last (which is later in the
 * recording). Of each class of pieces it is known when it was read last. A call
 * is not needed if its piece is set again before it is read. Of windows it is
 * known which parts will be read.
 */
#include "tools/trim/needs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/reader/temporary.h"

/* Moments that can be distinguished; at the limit everything is kept. */
#define MAX_MOMENTS 0xfffffff0u

struct needs {
	FILE *file;
	uint64_t n;
};

/* State of a process while calls are visited backwards. */
struct past {
	uint32_t read[N_CLASSES], read_all; /* when */
	uint8_t live[NEEDS_SURFACES];	    /* parts */
	bool is_unsure;			    /* calls may have failed */
	bool is_next_kept;  /* the next call, to which emitted facts belong */
	bool is_block_kept; /* from glBegin to glEnd */
	bool is_all_kept;
	bool is_before; /* before some chosen call */
	bool is_next_chosen;
	bool uses_textures; /* any of them */
};

struct backwards {
	struct past *pasts;
	struct fxr_map set;  /* (key) when it was set */
	struct fxr_map used; /* textures that later calls use */
	uint32_t now;
	struct marks *marks;
	struct slice_counts *counts;
};

struct needs *needs_open(void)
{
	struct needs *needs = fxr_new(1, sizeof(*needs));
	int fd = fxr_temporary();

	needs->file = fd < 0 ? NULL : fdopen(fd, "w+");
	if (needs->file)
		return needs;
	if (fd >= 0)
		close(fd);
	free(needs);
	return NULL;
}

void needs_put(struct needs *needs, const struct need *need)
{
	fwrite_unlocked(need, sizeof(*need), 1, needs->file);
	needs->n++;
}

void needs_close(struct needs *needs)
{
	if (needs)
		fclose(needs->file);
	free(needs);
}

static uint32_t next_moment(struct backwards *back)
{
	back->now += back->now < MAX_MOMENTS;
	return back->now;
}

static void read_classes(struct backwards *back, struct past *past,
			 uint32_t classes)
{
	(void)next_moment(back);
	for (unsigned i = 0; i < N_CLASSES; i++)
		if (classes >> i & 1)
			past->read[i] = back->now;
}

/* Draws and copies may read whatever was drawn to objects, except to those that
 * they draw to themselves. */
static void read_objects(struct past *past, unsigned except)
{
	for (unsigned i = NEEDS_WINDOWS; i < NEEDS_SURFACES; i++)
		if (i != except)
			past->live[i] |= PART_PICTURE;
}

static void read_all(struct backwards *back, struct past *past)
{
	past->read_all = next_moment(back);
}

/* Whether the piece is set again before its class is read. */
static bool is_set(const struct backwards *back, const struct past *past,
		   unsigned class, uint64_t key)
{
	uint32_t when;

	if (!key || past->is_unsure)
		return false;
	when = fxr_map_find(&back->set, key, 0, 0);
	return when != FXR_NONE && when > past->read_all &&
	       when > past->read[class];
}

static void note_set(struct backwards *back, const struct past *past,
		     uint64_t key)
{
	if (key && !past->is_unsure)
		fxr_map_put(&back->set, key, 0, 0, next_moment(back));
}

static void read_key(struct backwards *back, uint64_t key)
{
	fxr_map_put(&back->set, key, 0, 0, 0);
}

/* A texture that no later call binds, attaches or changes, except through the
 * old binding: it is never seen. */
static bool is_unused(const struct backwards *back, const struct past *past,
		      const struct need *need)
{
	return need->may_go && !need->is_chosen && !past->uses_textures &&
	       fxr_map_find(&back->used, need->texture, 0, 0) == FXR_NONE &&
	       is_set(back, past, CLASS_TEXTURE, need->place);
}

static void note_texture(struct backwards *back, struct past *past,
			 const struct need *need, bool is_kept)
{
	past->uses_textures |= need->uses_textures;
	if (need->texture && (is_kept || need->is_attached))
		fxr_map_put(&back->used, need->texture, 0, 0, 0);
}

/* State; returns whether it is kept. */
static bool needs_state(struct backwards *back, struct past *past,
			const struct need *need)
{
	bool is_kept = need->is_chosen || need->is_first ||
		       !(is_set(back, past, need->class, need->key) ||
			 is_set(back, past, need->class, need->whole));

	if (!is_kept)
		return false;
	if (need->kind == NEED_STATE)
		note_set(back, past, need->key);
	else
		read_key(back, need->key);
	read_classes(back, past, need->reads);
	return true;
}

/* Draws: computes which parts of a window will be read before the call. */
static bool needs_draw(struct backwards *back, struct past *past,
		       const struct need *need)
{
	uint8_t *live = &past->live[need->surface];

	if (!need->is_chosen && !need->is_odd && !*live)
		return false;
	*live |= need->parts;
	past->uses_textures |= need->is_odd;
	read_objects(past, need->surface);
	read_all(back, past);
	return true;
}

static bool judge_clear(struct backwards *back, struct past *past,
			const struct need *need)
{
	uint8_t *live = &past->live[need->surface];

	if (!need->is_chosen && !need->is_odd && !(*live & need->parts))
		return false;
	if (!past->is_unsure && need->surface != NEEDS_ODD_WINDOW &&
	    need->surface != NEEDS_ODD_OBJECT)
		*live &= (uint8_t)~need->wholes;
	read_all(back, past);
	return true;
}

static bool judge_swap(struct past *past, const struct need *need)
{
	uint8_t *live = &past->live[need->surface];

	if (!need->is_chosen && !*live)
		return false;
	if (need->is_chosen)
		*live |= PART_COLOR;
	return true;
}

/* A vertex is kept if its glEnd is. */
static bool needs_vertex(struct backwards *back, struct past *past,
			 const struct need *need)
{
	if (need->kind == NEED_END)
		past->is_block_kept = needs_draw(back, past, need);
	if (!past->is_block_kept && !need->is_chosen)
		return false;
	read_all(back, past);
	return true;
}

static bool judge_copy(struct backwards *back, struct past *past,
		       const struct need *need)
{
	past->uses_textures = true;
	for (unsigned i = 0; i < NEEDS_WINDOWS; i++)
		if (need->kind == NEED_COPY_ALL || i == need->surface)
			past->live[i] |= PART_PICTURE;
	read_objects(past, NEEDS_SURFACES);
	read_all(back, past);
	return true;
}

static bool judge_push(struct backwards *back, struct past *past,
		       const struct need *need)
{
	note_set(back, past, need->key);
	if (need->kind == NEED_PUSH)
		read_key(back, need->whole);
	read_classes(back, past, need->reads);
	return true;
}

static bool needs_call(struct backwards *back, struct past *past,
		       const struct need *need)
{
	switch ((enum need_kind)need->kind) {
	case NEED_KEEP:
		read_classes(back, past, need->reads);
		if (need->reads & 1u << CLASS_TEX_DATA)
			read_objects(past, NEEDS_SURFACES);
		return true;
	case NEED_PURE:
		return need->is_chosen;
	case NEED_STATE:
	case NEED_MULTIPLY:
		return needs_state(back, past, need);
	case NEED_PUSH:
	case NEED_POP:
		return judge_push(back, past, need);
	case NEED_DRAW:
		return needs_draw(back, past, need);
	case NEED_BEGIN:
	case NEED_END:
	case NEED_VERTEX:
		return needs_vertex(back, past, need);
	case NEED_CLEAR:
		return judge_clear(back, past, need);
	case NEED_SWAP:
		return judge_swap(past, need);
	case NEED_READ:
		if (need->is_chosen)
			past->live[need->surface] |= need->parts;
		if (need->is_chosen)
			read_objects(past, NEEDS_SURFACES);
		return need->is_chosen;
	case NEED_COPY:
	case NEED_COPY_ALL:
		return judge_copy(back, past, need);
	case NEED_EMITTED:
		return need->is_chosen || past->is_next_kept;
	case NEED_ERROR:
		past->is_unsure = need->has_error;
		return need->is_chosen;
	case NEED_BARRIER:
		break;
	}
	past->uses_textures = true;
	read_objects(past, NEEDS_SURFACES);
	read_all(back, past);
	return true;
}

static void step_back(struct backwards *back, const struct need *need)
{
	struct past *past = &back->pasts[need->process];
	bool is_kept;

	past->is_before |= need->is_chosen;
	if (!past->is_before)
		return;
	/* queries in chosen calls read earlier bindings */
	if (past->is_next_chosen && !need->is_chosen)
		read_classes(back, past, 1u << CLASS_TEXTURE);
	past->is_next_chosen = need->is_chosen;
	is_kept = (!is_unused(back, past, need) &&
		   needs_call(back, past, need)) ||
		  past->is_all_kept;
	note_texture(back, past, need, is_kept);
	if (need->kind != NEED_EMITTED)
		past->is_next_kept = is_kept;
	if (!is_kept || need->is_chosen)
		return;
	marks_put(back->marks, need->begin_off);
	if (need->end_off)
		marks_put(back->marks, need->end_off);
	back->counts->n_needed++;
	back->counts->n_frames += need->kind == NEED_SWAP;
}

bool needs_finish(struct needs *needs, const bool *all_kept, size_t n_processes,
		  struct marks *marks, struct slice_counts *counts)
{
	struct backwards back = {.marks = marks, .counts = counts};
	size_t n_bytes = needs->n * sizeof(struct need);
	const struct need *all;

	*counts = (struct slice_counts){0};
	if (!n_bytes)
		return true;
	if (fflush(needs->file) || ferror(needs->file))
		return false;
	all = mmap(NULL, n_bytes, PROT_READ, MAP_SHARED, fileno(needs->file),
		   0);
	if (all == MAP_FAILED)
		return false;
	back.pasts = fxr_new(n_processes, sizeof(*back.pasts));
	for (size_t i = 0; i < n_processes; i++) {
		back.pasts[i].is_all_kept = all_kept[i];
		back.pasts[i].live[NEEDS_ODD_WINDOW] = PART_ALL;
		back.pasts[i].live[NEEDS_ODD_OBJECT] = PART_ALL;
	}
	for (uint64_t i = needs->n; i; i--)
		step_back(&back, &all[i - 1]);
	fxr_map_fini(&back.set);
	fxr_map_fini(&back.used);
	free(back.pasts);
	munmap((void *)(uintptr_t)all, n_bytes);
	return true;
}
