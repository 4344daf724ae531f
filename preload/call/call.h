/* SPDX-License-Identifier: MIT */
/*
 * What the steps of a recorded call share with the hand-written wrappers.
 */
#ifndef PRELOAD_CALL_CALL_H
#define PRELOAD_CALL_CALL_H

#include "preload/value/mark.h"
#include "preload/call/preload.h"
#include "writer/thread.h"

/* The thread, ready to record a call of this function whose wrapper's frame
 * is `frame`; NULL: it is not recorded. */
struct fxw_thread *fxp_call_prepare(struct fxp_slot *cell, uintptr_t frame);

struct fxp_stack;

/* A call that is one event. */
struct fxp_once {
	struct fxp_slot *cell;
	const uint64_t *arguments;
	const struct fxp_stack *stack; /* or NULL */
	uint8_t mark;		       /* enum fxp_mark */
};

/* Writes its event, from `ticks` to the thread's last stamp. False: there is no
 * room. */
bool fxp_call_write_once(struct fxw_thread *t, const struct fxp_once *once,
			 uint64_t ticks);

/*
 * Writes the begin of a held call, which is then like any other.
 * open   its entry; a forked child's may be wiped
 * entry  a copy of it, from when it was there; changed as the entry is
 * frame  in its wrapper's frame; 0: that is gone
 * False: there is no room.
 */
bool fxp_call_write_held(struct fxw_thread *t, struct fxw_open *open,
			 struct fxw_open *entry, uintptr_t frame);

/* Records a call of a tail-jumped function: one complete event of 1 ns, without
 * result. `frame` is where its return address lies. If it begins a process
 * (vfork), so does a flow. */
void fxp_call_tail(struct fxp_api *api, uint32_t function,
		   const uint64_t *arguments, uintptr_t frame,
		   bool begins_process);

/* Records a call that the program has not made, as one event of 1 ns: what the
 * function's description says of its parameters. */
void fxp_call_fake(struct fxp_api *api, uint32_t function,
		   const uint64_t *arguments);

/* The same, if the function is chosen. From a wrapper of the same API. */
void fxp_fake(struct fxp_api *api, uint32_t function,
	      const uint64_t *arguments);

/* A library may have been unloaded: definitions that are not there for ever are
 * looked up anew. */
void fxp_cold_unloaded(struct fxp_api *api);

/* Hooks of tail-jumped functions (tail.S, hook.c): record the call as one
 * complete event of 1 ns, do what its name says, and return where to go on. */
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

#endif
