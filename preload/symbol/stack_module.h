/* SPDX-License-Identifier: MIT */
/*
 * Which loaded object an address lies in, and where its unwind table is.
 *
 * Any thread, any signal handler, but for fxp_stack_modules_start. Nothing
 * allocates, locks or changes errno; makes system calls only where the dynamic
 * linker does not tell by itself (glibc before 2.35).
 */
#ifndef PRELOAD_SYMBOL_STACK_MODULE_H
#define PRELOAD_SYMBOL_STACK_MODULE_H

#include <stdbool.h>
#include <stdint.h>

struct fxp_stack_module {
	uintptr_t low, end; /* what it spans; of a program maybe its code */
	uintptr_t header;   /* of .eh_frame_hdr; 0 = it has none */
};

/* Looks for what the dynamic linker offers. Once, at start. */
void fxp_stack_modules_start(void);

/* The module that holds the address. False: none does. */
bool fxp_stack_module_at(uintptr_t address, struct fxp_stack_module *module);

#endif
