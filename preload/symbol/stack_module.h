/* SPDX-License-Identifier: MIT */
/*
 * Which loaded object contains an address, and where its unwind table is.
 *
 * Any thread, any signal handler. Nothing allocates, locks or changes errno. It
 * makes system calls only with dynamic linkers that have no lookup of their own
 * (glibc before 2.35).
 */
#ifndef PRELOAD_SYMBOL_STACK_MODULE_H
#define PRELOAD_SYMBOL_STACK_MODULE_H

#include <stdbool.h>
#include <stdint.h>

struct fxp_stack_module {
	uintptr_t low, end; /* its range; for a program perhaps only code */
	uintptr_t header;   /* of .eh_frame_hdr; 0 = it has none */
};

/* Finds the lookup that the dynamic linker offers. Before the other
 * function; again is harmless. */
void fxp_stack_modules_start(void);

/* Whether objects of other namespaces are found, too: since glibc 2.35. */
bool fxp_stack_modules_all(void);

/* The module that holds the address. False: none does. */
bool fxp_stack_module_at(uintptr_t address, struct fxp_stack_module *module);

#endif
