/* SPDX-License-Identifier: MIT */
/*
 * Tail-jumped functions: those whose caller, frame or number of returns matters
 * (dlopen, vfork, setjmp, exit ...).
 */
#ifndef PRELOAD_ENTRY_TAIL_H
#define PRELOAD_ENTRY_TAIL_H

#include "preload/call/preload.h"

/* Hooks of tail-jumped functions (tail.S, hook.c). They record the call as one
 * complete event of 1 ns and prepare the recorder for its effects. They return
 * the address to jump to. */
typedef void *fxp_tail_hook(struct fxp_api *api, struct fxp_slot *slots,
			    uint32_t function, const uint64_t *arguments,
			    void *const *return_address);
fxp_tail_hook fxp_tail;
fxp_tail_hook fxp_tail_vfork;
fxp_tail_hook fxp_tail_exit_now;
fxp_tail_hook fxp_tail_dlopen;
fxp_tail_hook fxp_tail_clone;
fxp_tail_hook fxp_tail_dlsym;
fxp_tail_hook fxp_tail_dlvsym;
fxp_tail_hook fxp_tail_syscall;
fxp_tail_hook fxp_tail_sigaltstack;
fxp_tail_hook fxp_tail_setjmp;
fxp_tail_hook fxp_tail_longjmp;
fxp_tail_hook fxp_tail_makecontext;
fxp_tail_hook fxp_tail_setcontext;

#endif
