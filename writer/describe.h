/* SPDX-License-Identifier: MIT */
/*
 * Descriptions of calls: signatures of functions and types, facts, modules.
 */
#ifndef WRITER_DESCRIBE_H
#define WRITER_DESCRIBE_H

#include "writer/record.h"

/*
 * Writes one instant event as fxw_durable_event does. If the durable region is
 * full, the event is put among the calls of the calling thread. In circular
 * mode newer calls would overwrite it there, so it is not.
 * False: there is no space, which is counted.
 * Any thread, any signal handler, also inside a window.
 */
bool fxw_describe(const char *category, const char *name, fxw_build *build,
		  const void *what);

#endif
