/* SPDX-License-Identifier: MIT */
/*
 * Unwind tables: .eh_frame, found by its index .eh_frame_hdr, as the LSB and
 * DWARF describe them.
 *
 * Any thread, any signal handler. Nothing allocates, locks or makes a system
 * call; reads the module's memory plainly, so it must stay loaded.
 */
#ifndef PRELOAD_UNWIND_CFI_H
#define PRELOAD_UNWIND_CFI_H

#include "preload/symbol/stack_module.h"
#include "preload/unwind/rule.h"

/* The rule of a place in the module: FXP_RULE_BARE if its table says nothing
 * of it, FXP_RULE_LOST if it says what no rule can. */
void fxp_cfi_rule(const struct fxp_stack_module *module, uintptr_t place,
		  struct fxp_rule *rule);

#endif
