/* SPDX-License-Identifier: MIT */
/*
 * Windows of handlers that interrupt others, and those that jumps have left:
 * see thread.h and stacks.h.
 */
#include "writer/thread.h"

static bool enter_level(struct fxw_window *w, uint32_t i)
{
	*(volatile uintptr_t *)&w->thread->level[i].owner = w->frame;
	w->slot = *(struct fxw_slot *volatile *)&w->thread->slot;
	if (!w->slot) {
		w->thread->level[i].owner = 0;
		return false;
	}
	w->level = i;
	fxw_window_enter(w);
	return true;
}

static bool take_over(struct fxw_window *w, uint32_t i)
{
	if (!fxw_frame_is_dead(w->thread->level[i].owner, w->frame))
		return false;
	fxw_level_repair(w->thread, i);
	return enter_level(w, i);
}

void fxw_windows_leave(struct fxw_thread *t, const struct fxw_left *left)
{
	for (uint32_t i = 0; i < FXW_LEVELS; i++) {
		struct fxw_slot *slot = *(struct fxw_slot *volatile *)&t->slot;
		uintptr_t owner = t->level[i].owner;

		if (!slot || !owner || !fxw_is_left(left, owner))
			continue;
		fxw_level_repair(t, i);
		/* release: as in fxw_window_close() */
		__atomic_store_n(&slot->inside[i], FXW_AWAY, __ATOMIC_RELEASE);
		*(volatile uintptr_t *)&t->level[i].owner = 0;
	}
}

bool fxw_window_nested(struct fxw_window *w)
{
	/* On stacks that are not known a window may only look dead. It must not
	 * be taken over as long as there is a free level. */
	for (uint32_t i = 0; i < FXW_LEVELS; i++) {
		if (!w->thread->level[i].owner)
			return enter_level(w, i);
		if (!fxw_stacks_are_hidden() && take_over(w, i))
			return true;
	}
	for (uint32_t i = 0; i < FXW_LEVELS; i++)
		if (take_over(w, i))
			return true;
	return false;
}
