/* SPDX-License-Identifier: MIT */
/*
 * Muted calls, see mute.h.
 */
#include "preload/runtime/mute.h"

/* A handler may interrupt any instruction: the fields are stored before
 * is_muted. */
void fxp_mute_begin(uintptr_t frame, const struct fxw_range *code, uint32_t n)
{
	struct fxw_thread *t = fxw_self;

	if (!t)
		return;
	*(volatile uintptr_t *)&t->muted_frame = frame;
	*(const struct fxw_range *volatile *)&t->muted = code;
	*(volatile uint32_t *)&t->n_muted = n;
	*(volatile uint8_t *)&t->is_muted = 1;
	fxw_thread_refresh(t);
}

void fxp_mute_end(void)
{
	struct fxw_thread *t = fxw_self;

	if (!t || !t->is_muted)
		return;
	*(volatile uint8_t *)&t->is_muted = 0;
	fxw_thread_refresh(t);
}

bool fxp_mute_has(struct fxw_thread *t, const uintptr_t *return_address)
{
	/* a handler has jumped out, or runs on another stack */
	if ((uintptr_t)return_address > t->muted_frame) {
		if (fxw_frame_is_dead(t->muted_frame,
				      (uintptr_t)return_address))
			fxp_mute_end();
		return false;
	}
	for (uint32_t i = 0; i < t->n_muted; i++)
		if (*return_address >= t->muted[i].low &&
		    *return_address < t->muted[i].end)
			return true;
	return false;
}
