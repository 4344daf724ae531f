/* SPDX-License-Identifier: MIT */
/*
 * The objects behind pointer handles (FILE, DIR ...), named by what was opened.
 */
#ifndef PRELOAD_RUNTIME_OPENED_H
#define PRELOAD_RUNTIME_OPENED_H

#include "preload/runtime/source.h"
#include "writer/thread.h"

/*
 * Names what the call has returned by its first argument, a path or command or
 * a descriptor, as a userspace object record: viewers show it wherever the
 * pointer stands. Without either, or without room, it stays unnamed.
 * source: of a call that succeeded and returned a pointer handle.
 */
void fxp_name_opened(struct fxw_thread *thread,
		     const struct fxp_source *source);

#endif
