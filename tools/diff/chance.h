/* SPDX-License-Identifier: MIT */
/*
 * Which calls read from files that never hold the same twice: /dev/urandom,
 * /proc/uptime, as varying.def lists them.
 */
#ifndef TOOLS_DIFF_CHANCE_H
#define TOOLS_DIFF_CHANCE_H

#include <stdbool.h>

#include "tools/fd/descriptors.h"
#include "tools/diff/varying.h"

/* descriptors: that have taken the call */
bool chance_has(struct varying *varying, struct descriptors *descriptors,
		const struct fxr_call *call);

#endif
