/* SPDX-License-Identifier: MIT */
/*
 * Which calls read from files whose content differs each time: /dev/urandom,
 * /proc/uptime, as listed in varying.def.
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
