/* SPDX-License-Identifier: MIT */
/*
 * See mute.h.
 */
#include "preload/runtime/mute.h"

/* A handler may come at any instruction: what is_muted speaks of is there
 * before it. */
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
	/* who has jumped out, or a handler on a stack of its own */
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
