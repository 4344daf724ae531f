/* SPDX-License-Identifier: MIT */
/*
 * Calls that are jumped to, see jumped.h.
 */
#include "preload/call/jumped.h"

#include "preload/symbol/dl_error.h"
#include "preload/symbol/error.h"

/* The return address that the entry's frame names. */
static const struct fxw_return *return_of(const struct fxw_thread *t,
					  const struct fxw_open *open)
{
	return &t->returns[open->frame / FXP_JUMPED_STEP - 1];
}

struct fxw_open *fxp_jumped_push(struct fxw_thread *t, struct fxp_slot *cell,
				 uint64_t ticks, uintptr_t frame)
{
	unsigned number = 0;
	struct fxw_open *open;

	for (uint32_t i = 1; i <= t->depth && i <= FXW_OPEN_MAX; i++)
		number += fxp_is_jumped(&t->open[i]);
	if (number >= FXW_RETURNS || t->depth >= FXW_OPEN_MAX)
		return NULL;
	open = fxp_push_first(t, cell, ticks);
	*(volatile uintptr_t *)&open->frame =
		(number + 1) * FXP_JUMPED_STEP | FXP_PENDING;
	/* behind the entry: a handler's own call may have left its there */
	t->returns[number].at = frame;
	t->returns[number].to = *(const uintptr_t *)frame;
	return open;
}

void fxp_jumped_settle(struct fxw_thread *t, struct fxw_open *open,
		       bool is_written)
{
	if (is_written) {
		*(volatile uintptr_t *)&open->frame =
			open->frame & ~FXP_PENDING;
	} else {
		*(volatile uintptr_t *)&open->frame = UINTPTR_MAX;
		*(volatile uint32_t *)&t->depth = t->depth - 1;
	}
	fxw_thread_refresh(t);
}

bool fxp_jumped_is_over(const struct fxw_thread *t, const struct fxw_open *open,
			uintptr_t now)
{
	const struct fxw_return *back = return_of(t, open);

	/* on another stack: it may still run there */
	if (!fxw_stack_has(t, now) || !fxw_stack_has(t, back->at))
		return false;
	/* A call from the same place or from further out, or one that its
	 * caller makes by way of others. */
	return back->at <= now || *(const uintptr_t *)back->at != back->to;
}

bool fxp_jumped_has_failed(const struct fxp_slot *cell)
{
	const struct fxg_function *f =
		&cell->api->table->functions[cell - cell->api->slots];
	enum fxp_dl_state state;
	struct fxp_dl_error why;

	if (f->error_rule != FXG_E_DLERROR || f->n_params >= FXP_JUMPED_VALUES)
		return false;
	/* The linker still has the reason, and only of the latest such call:
	 * one that came later would have ended this one first. Where it cannot
	 * be read, nothing is known. */
	state = fxp_dl_error_read(fxp_error_address(), &why);
	return state != FXP_DL_UNKNOWN && state != FXP_DL_NONE;
}
