/* SPDX-License-Identifier: MIT */
/*
 * The objects of pointer handles (FILE, DIR ...), named by what was opened.
 */
#ifndef PRELOAD_RUNTIME_OPENED_H
#define PRELOAD_RUNTIME_OPENED_H

#include "preload/runtime/source.h"
#include "writer/thread.h"

/*
 * Names the returned object by its first argument: a path, a command or a
 * descriptor. The name is a userspace object record, which viewers show for
 * each use of the pointer. Without such an argument, or without space, it has
 * no name.
 * source: of a call that succeeded and returned a pointer handle.
 */
void fxp_name_opened(struct fxw_thread *thread,
		     const struct fxp_source *source);

#endif
