/* SPDX-License-Identifier: MIT */
/*
 * Calls whose purpose is to wait (gen/API.md, `waits`): that one takes long
 * means nothing by itself. Any thread, any signal handler.
 */
#ifndef PRELOAD_CALL_WAITS_H
#define PRELOAD_CALL_WAITS_H

#include <stdbool.h>
#include <stdint.h>

#include "gen/gen.h"

/*
 * Whether the call waits for others. A read does unless it is of a regular
 * file, a folder or a block device. If that cannot be found out, it does.
 * slot  the call's arguments
 * Of a read it makes two system calls, where those are allowed.
 */
bool fxp_call_waits(const struct fxg_table *table, const struct fxg_function *f,
		    const uint64_t *slot);

#endif
