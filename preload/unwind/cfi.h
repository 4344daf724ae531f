/* SPDX-License-Identifier: MIT */
/*
 * Unwind tables: .eh_frame, found by its index .eh_frame_hdr, as the LSB and
 * DWARF describe them.
 *
 * Any thread, any signal handler. Nothing allocates, locks or makes a system
 * call. It reads the module's memory directly, so the module must stay loaded.
 */
#ifndef PRELOAD_UNWIND_CFI_H
#define PRELOAD_UNWIND_CFI_H

#include "preload/symbol/stack_module.h"
#include "preload/unwind/rule.h"

/* The rule of a place in the module. FXP_RULE_BARE: its table has no entry for
 * it. FXP_RULE_LOST: its entry does not fit any rule. */
void fxp_cfi_rule(const struct fxp_stack_module *module, uintptr_t place,
		  struct fxp_rule *rule);

#endif
