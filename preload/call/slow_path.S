/* SPDX-License-Identifier: MIT */
/*
 * Slow halves of an ordinary call's steps (hot.h). They preserve nearly all
 * registers (arch/slow.inc). A wrapper that may call them in its middle then
 * needs and saves no more registers than one that does not.
 */
#include "preload/arch/slow.inc"

	.text
	SLOW	fxp_hot_text
	SLOW	fxp_hot_bytes
	SLOW	fxp_hot_named
	SLOW	fxp_leave_dead
	SLOW	fxp_begin_step
	SLOW	fxp_end
	SLOW	fxp_leaf_begin_step
	SLOW	fxp_leaf_end

#include "preload/arch/notes.inc"
