/* SPDX-License-Identifier: MIT */
/*
 * All thread states of the process, newest first. States are never removed, and
 * a later thread takes over one whose thread is gone.
 */
#ifndef WRITER_THREAD_LIST_H
#define WRITER_THREAD_LIST_H

#include "writer/thread.h"

/* The newest state; t->next leads to all others. Any thread, any signal
 * handler. */
struct fxw_thread *fxw_threads_first(void);

/* Puts a state, whose other fields are set, before all others. Any thread, any
 * signal handler. */
void fxw_threads_add(struct fxw_thread *t);

/* In a forked child: there are none. */
void fxw_threads_clear(void);

#endif
